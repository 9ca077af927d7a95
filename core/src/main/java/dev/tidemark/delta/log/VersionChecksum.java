package dev.tidemark.delta.log;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.delta.action.DomainMetadata;
import dev.tidemark.delta.action.Irregularity;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.Protocol;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * A {@code .crc}: what its writer took the version to be.
 *
 * @param fields all of it
 * @param protocol null when absent
 * @param metadata null when absent
 * @param transactions null when not recorded
 * @param domains null when not recorded
 * @param irregularities of the actions in it; readers differ in which of them they forgive
 */
public record VersionChecksum(
        JsonObject fields,
        @Nullable Protocol protocol,
        @Nullable Metadata metadata,
        @Nullable List<SetTransaction> transactions,
        @Nullable List<DomainMetadata> domains,
        List<Irregularity> irregularities) {
    public VersionChecksum {
        transactions = transactions == null ? null : List.copyOf(transactions);
        domains = domains == null ? null : List.copyOf(domains);
        irregularities = List.copyOf(irregularities);
    }

    /** Sum of the sizes of all live files. */
    public OptionalLong tableSizeBytes() {
        return fields.number("tableSizeBytes");
    }

    /** Live files. */
    public OptionalLong fileCount() {
        return fields.number("numFiles");
    }

    /** The in-commit timestamp of the version, epoch milliseconds. */
    public OptionalLong inCommitTimestampMs() {
        return fields.number("inCommitTimestampOpt");
    }

    /** Identifies the write attempt of the version. */
    public Optional<String> transactionId() {
        return fields.text("txnId");
    }

    /** Every live file, when the table had few. */
    public Optional<JsonArray> allFiles() {
        return fields.array("allFiles");
    }

    /** The histogram of file sizes, under either of its names. */
    public Optional<JsonObject> fileSizeHistogram() {
        Optional<JsonObject> standard = fields.object("fileSizeHistogram");
        return standard.isPresent() ? standard : fields.object("histogramOpt");
    }
}
