package dev.tidemark.cli.table;

import java.util.function.Supplier;

import dev.tidemark.cli.Arguments;
import dev.tidemark.delta.DeltaBehaviour;
import dev.tidemark.delta.DeltaTable;
import picocli.CommandLine.ParameterException;

/** Through whose eyes a table is read. */
final class ReaderMixin extends Arguments {
    private final Supplier<DeltaTable.Engine> engine = one(
            DeltaTable.Engine.class,
            option("--reader")
                    .paramLabel("spark|kernel")
                    .defaultValue("spark")
                    .description("the engine whose rules count (default: spark)"));

    private final Supplier<String> delta = one(
            String.class, option("--delta").paramLabel("VERSION").description("the release of Delta (default: 4.2.0)"));

    DeltaTable.Engine engine() {
        return engine.get();
    }

    DeltaBehaviour behaviour() {
        if (delta.get() == null) {
            return DeltaBehaviour.DEFAULT;
        }
        return DeltaBehaviour.of(delta.get())
                .orElseThrow(() -> new ParameterException(
                        commandLine(),
                        "--delta: no known release of Delta: " + delta.get() + " (3.3 to 4.4 are known)"));
    }

    /** The reader for people. */
    String words() {
        return engine.get() == DeltaTable.Engine.KERNEL
                ? "Delta Kernel"
                : "Spark with Delta " + behaviour().release();
    }
}
