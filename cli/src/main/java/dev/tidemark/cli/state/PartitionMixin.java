package dev.tidemark.cli.state;

import java.util.OptionalInt;
import java.util.function.Supplier;

import dev.tidemark.cli.Arguments;
import dev.tidemark.cli.WholeNumber;

/** The partition that a command looks at; the same option on every command that may look at one alone. */
final class PartitionMixin extends Arguments {
    private final Supplier<Integer> id = one(
            Integer.class,
            option("--partition")
                    .paramLabel("P")
                    .converters(new WholeNumber.AsInt())
                    .description("one partition (default: all)"));

    /** Empty for all. */
    OptionalInt id() {
        return id.get() == null ? OptionalInt.empty() : OptionalInt.of(id.get());
    }
}
