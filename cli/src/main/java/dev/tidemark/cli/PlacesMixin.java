package dev.tidemark.cli;

import java.util.List;

import dev.tidemark.io.PathMapping;
import dev.tidemark.io.Places;
import dev.tidemark.io.StorageOptions;
import dev.tidemark.io.Storages;
import picocli.CommandLine.Mixin;
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

    @Mixin
    private HadoopMixin hadoop;

    /** The places the options describe. */
    Places places() {
        StorageOptions options = hadoop.options();
        try {
            return Places.of(PathMapping.parse(moves), place -> Storages.open(place, options));
        } catch (IllegalArgumentException malformed) {
            throw new ParameterException(mixee.commandLine(), "--map: " + malformed.getMessage());
        }
    }
}
