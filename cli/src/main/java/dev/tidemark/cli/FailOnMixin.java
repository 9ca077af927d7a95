package dev.tidemark.cli;

import java.util.function.Supplier;

import dev.tidemark.diagnosis.Severity;

/** From which severity on an answer is wrong; the same option on every command that has findings. */
public final class FailOnMixin extends Arguments {
    private final Supplier<Severity> failOn = one(
            Severity.class,
            option("--fail-on")
                    .paramLabel("info|warning|error|fatal")
                    .defaultValue("error")
                    .description("the least severity that makes the exit code 1 (default: error)"));

    /** The least severity that makes an answer wrong. */
    public Severity severity() {
        return failOn.get();
    }
}
