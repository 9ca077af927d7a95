package dev.tidemark.cli.table;

import dev.tidemark.delta.DeltaBehaviour;
import dev.tidemark.delta.DeltaTable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Through whose eyes a table is read. */
final class ReaderMixin {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec mixee;

    @Option(
            names = "--reader",
            paramLabel = "spark|kernel",
            defaultValue = "spark",
            description = "the engine whose rules count (default: spark)")
    private DeltaTable.Engine engine;

    @Option(names = "--delta", paramLabel = "VERSION", description = "the release of Delta (default: 4.2.0)")
    private String delta;

    DeltaTable.Engine engine() {
        return engine;
    }

    DeltaBehaviour behaviour() {
        if (delta == null) {
            return DeltaBehaviour.DEFAULT;
        }
        return DeltaBehaviour.of(delta)
                .orElseThrow(() -> new ParameterException(
                        mixee.commandLine(),
                        "--delta: no known release of Delta: " + delta + " (3.3 to 4.4 are known)"));
    }

    /** The reader for people. */
    String words() {
        return engine == DeltaTable.Engine.KERNEL
                ? "Delta Kernel"
                : "Spark with Delta " + behaviour().release();
    }
}
