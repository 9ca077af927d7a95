package dev.tidemark.io;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a place needs to be opened beyond its name; only Hadoop file systems ask for it.
 *
 * @param hadoopConfs keys and values, stronger than those of any file
 * @param hadoopSites configuration files in Hadoop's XML, the later stronger
 */
public record StorageOptions(Map<String, String> hadoopConfs, List<Path> hadoopSites) {
    /** Nothing set. */
    public static final StorageOptions NONE = new StorageOptions(Map.of(), List.of());

    public StorageOptions {
        hadoopConfs = Map.copyOf(hadoopConfs);
        hadoopSites = List.copyOf(hadoopSites);
    }
}
