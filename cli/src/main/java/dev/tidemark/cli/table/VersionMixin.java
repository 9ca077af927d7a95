package dev.tidemark.cli.table;

import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.OptionalLong;

import dev.tidemark.cli.WholeNumber;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.history.CommitTimeline;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which version of a table. */
final class VersionMixin {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec mixee;

    @Option(
            converter = WholeNumber.AsLong.class,
            names = "--version",
            paramLabel = "V",
            description = "the version (default: the latest)")
    private Long version;

    @Option(
            names = "--timestamp",
            paramLabel = "T",
            description = "the version that was the latest then, as 2026-01-31T12:00:00Z")
    private String timestamp;

    /** The version asked for, or empty for the latest. */
    OptionalLong version(DeltaTable table) throws IOException {
        if (version != null && timestamp != null) {
            throw new ParameterException(mixee.commandLine(), "--version and --timestamp exclude each other");
        }
        if (version != null && version < 0) {
            throw new ParameterException(mixee.commandLine(), "--version: not a version: " + version);
        }
        if (timestamp == null) {
            return version == null ? OptionalLong.empty() : OptionalLong.of(version);
        }
        long at = instant(mixee, "--timestamp", timestamp).toEpochMilli();
        CommitTimeline timeline = CommitTimeline.of(table.storage(), table.listing());
        return OptionalLong.of(timeline.at(at)
                .orElseThrow(() -> new ParameterException(
                        mixee.commandLine(),
                        "--timestamp: the log begins later: "
                                + timeline.first()
                                        .map(first -> "version " + first.version() + " at "
                                                + Instant.ofEpochMilli(first.timestampMs()))
                                        .orElse("it has no commit")))
                .version());
    }

    static Instant instant(CommandSpec spec, String option, String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException malformed) {
            throw new ParameterException(
                    spec.commandLine(), option + ": not a time like 2026-01-31T12:00:00Z: " + text);
        }
    }
}
