package dev.tidemark.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.tidemark.io.PathMapping;
import dev.tidemark.io.Places;
import dev.tidemark.io.StorageOptions;
import dev.tidemark.io.Storages;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where evidence lies and how it is opened; the same options on every command that follows paths in evidence. */
final class PlacesMixin {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec mixee;

    @Option(
            names = "--map",
            paramLabel = "OLD=NEW",
            description = "where a path named in the evidence lies now; repeatable, the longest that fits counts")
    private List<String> moves = List.of();

    @Option(names = "-D", paramLabel = "KEY=VALUE", description = "a Hadoop configuration; repeatable")
    private Map<String, String> hadoopConfs = new LinkedHashMap<>();

    @Option(names = "--hadoop-site", paramLabel = "FILE", description = "a Hadoop configuration file; repeatable")
    private List<Path> hadoopSites = List.of();

    /** The places the options describe. */
    Places places() {
        StorageOptions options = new StorageOptions(hadoopConfs, hadoopSites);
        try {
            return Places.of(PathMapping.parse(moves), place -> Storages.open(place, options));
        } catch (IllegalArgumentException malformed) {
            throw new ParameterException(mixee.commandLine(), "--map: " + malformed.getMessage());
        }
    }
}
