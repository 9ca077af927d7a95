package dev.tidemark.cli;

import dev.tidemark.diagnosis.Severity;
import picocli.CommandLine.Option;

/** From which severity on an answer is wrong; the same option on every command that has findings. */
public final class FailOnMixin {
    @Option(
            names = "--fail-on",
            paramLabel = "info|warning|error|fatal",
            defaultValue = "error",
            description = "the least severity that makes the exit code 1 (default: error)")
    private Severity failOn;

    /** The least severity that makes an answer wrong. */
    public Severity severity() {
        return failOn;
    }
}
