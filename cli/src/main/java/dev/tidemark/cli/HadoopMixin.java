package dev.tidemark.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import dev.tidemark.io.StorageOptions;

/** What Hadoop file systems are told; the same options on every command that opens a place. */
public final class HadoopMixin extends Arguments {
    private static final List<String> SITES = List.of("core-site.xml", "hdfs-site.xml");

    private final Supplier<Map<String, String>> confs =
            pairs(option("-D").paramLabel("KEY=VALUE").description("a Hadoop configuration; repeatable"));

    private final Supplier<List<Path>> sites = many(
            Path.class,
            option("--hadoop-site")
                    .paramLabel("FILE")
                    .description("a Hadoop configuration file; repeatable (besides those in HADOOP_CONF_DIR)"));

    /** The same options as words, for other commands. */
    List<String> words() {
        List<String> words = new ArrayList<>();
        confs.get().forEach((key, value) -> words.addAll(List.of("-D", key + "=" + value)));
        sites.get().forEach(site -> words.addAll(List.of("--hadoop-site", site.toString())));
        return words;
    }

    /** The files of {@code HADOOP_CONF_DIR}, then those given, then the single settings, the later stronger. */
    public StorageOptions options() {
        List<Path> all = new ArrayList<>();
        String directory = System.getenv("HADOOP_CONF_DIR");
        if (directory != null && !directory.isEmpty()) {
            SITES.stream()
                    .map(Path.of(directory)::resolve)
                    .filter(Files::isReadable)
                    .forEach(all::add);
        }
        all.addAll(sites.get());
        return new StorageOptions(confs.get(), all);
    }
}
