package dev.tidemark.cli.table;

import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.OptionalLong;
import java.util.function.Supplier;

import dev.tidemark.cli.Arguments;
import dev.tidemark.cli.WholeNumber;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.history.CommitTimeline;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Which version of a table. */
final class VersionMixin extends Arguments {
    private final Supplier<Long> version = one(
            Long.class,
            option("--version")
                    .paramLabel("V")
                    .converters(new WholeNumber.AsLong())
                    .description("the version (default: the latest)"));

    private final Supplier<String> timestamp = one(
            String.class,
            option("--timestamp")
                    .paramLabel("T")
                    .description("the version that was the latest then, as 2026-01-31T12:00:00Z"));

    /** The version asked for, or empty for the latest. */
    OptionalLong version(DeltaTable table) throws IOException {
        if (version.get() != null && timestamp.get() != null) {
            throw new ParameterException(commandLine(), "--version and --timestamp exclude each other");
        }
        if (version.get() != null && version.get() < 0) {
            throw new ParameterException(commandLine(), "--version: not a version: " + version.get());
        }
        if (timestamp.get() == null) {
            return version.get() == null ? OptionalLong.empty() : OptionalLong.of(version.get());
        }
        long at = instant(commandLine(), "--timestamp", timestamp.get()).toEpochMilli();
        CommitTimeline timeline = CommitTimeline.of(table.storage(), table.listing());
        return OptionalLong.of(timeline.at(at)
                .orElseThrow(() -> new ParameterException(
                        commandLine(),
                        "--timestamp: the log begins later: "
                                + timeline.first()
                                        .map(first -> "version " + first.version() + " at "
                                                + Instant.ofEpochMilli(first.timestampMs()))
                                        .orElse("it has no commit")))
                .version());
    }

    static Instant instant(CommandLine command, String option, String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException malformed) {
            throw new ParameterException(command, option + ": not a time like 2026-01-31T12:00:00Z: " + text);
        }
    }
}
