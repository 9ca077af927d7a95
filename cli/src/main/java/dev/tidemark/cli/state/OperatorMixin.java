package dev.tidemark.cli.state;

import java.util.function.Supplier;

import dev.tidemark.cli.Arguments;
import dev.tidemark.cli.WholeNumber;

/** The operator that a command looks at; the same option on every command that looks at one. */
final class OperatorMixin extends Arguments {
    private final Supplier<Integer> id = one(
            int.class,
            option("--operator")
                    .paramLabel("ID")
                    .converters(new WholeNumber.AsInt())
                    .defaultValue("0")
                    .description("the operator's id (default: 0)"));

    int id() {
        return id.get();
    }
}
