package dev.tidemark.view.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.DeletionVectorDescriptor;
import dev.tidemark.delta.action.DomainMetadata;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.PartitionValues;
import dev.tidemark.delta.action.Protocol;
import dev.tidemark.delta.action.Remove;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.delta.error.DeltaError;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.delta.log.LogSegment;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.delta.replay.TableState;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNull;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import dev.tidemark.view.FindingView;
import org.jspecify.annotations.Nullable;

/** {@code table replay}: what a table is at a version, as one engine reads it. */
public final class TableReplayView {
    private static final int FILES_SHOWN = 40;

    private TableReplayView() {}

    /** How much of the state the report holds. */
    public enum Extent {
        /** Everything. */
        WHOLE,
        /** Counts alone, no list of files or tombstones. */
        SUMMARY
    }

    /** The report. */
    public static Report of(String table, String reader, Replay replay, Extent extent) {
        List<Finding> findings = LogFindings.of(replay.faults(), replay.error() != null);
        List<Block> blocks = new ArrayList<>();
        blocks.add(verdict(table, reader, replay));
        blocks.add(facts(replay));
        if (extent == Extent.WHOLE) {
            addFiles(blocks, replay.state());
        }
        addTransactions(blocks, replay.state());
        addDomains(blocks, replay.state());
        findings.forEach(finding -> blocks.add(FindingView.block(finding)));
        Outcome outcome = replay.error() == null ? Outcome.FINE : Outcome.WRONG;
        return new Report("table replay", outcome, blocks, document(replay, extent, findings));
    }

    // ---- for the eye

    private static Block verdict(String table, String reader, Replay replay) {
        DeltaError error = replay.error();
        if (error != null) {
            String name = error.condition() != null
                    ? error.condition()
                    : error.exceptionClass().substring(error.exceptionClass().lastIndexOf('.') + 1);
            String rest = replay.version() == null
                    ? "nothing of the table can be read"
                    : "what is readable up to version " + replay.version() + " stands below";
            return new Block.Verdict(
                    Tone.BAD,
                    reader + " cannot read " + table + ": " + name,
                    error.message().replace('\n', ' '),
                    rest);
        }
        Long version = replay.version();
        if (version == null || version < 0) {
            return new Block.Verdict(Tone.UNKNOWN, table + " is an empty log: no version yet", "", "");
        }
        return new Block.Verdict(
                Tone.GOOD,
                "version " + version + " of " + table + ": "
                        + Words.count(replay.state().files().count(), "file"),
                "as " + reader + " reads it",
                "");
    }

    private static Block facts(Replay replay) {
        TableState state = replay.state();
        List<Block.Fact> facts = new ArrayList<>();
        facts.add(new Block.Fact("files", Cell.count(state.files().count())));
        facts.add(new Block.Fact("size", Cell.bytes(state.files().sizeBytes())));
        facts.add(new Block.Fact("tombstones", Cell.count(state.tombstones().size())));
        Long timestamp = replay.timestampMs();
        facts.add(new Block.Fact(
                "committed", timestamp == null || timestamp < 0 ? Cell.nothing() : Cell.instant(timestamp)));
        Metadata metadata = state.metadata();
        if (metadata != null) {
            facts.add(new Block.Fact("table id", text(metadata.id())));
            List<String> columns = metadata.partitionColumns();
            if (columns != null && !columns.isEmpty()) {
                facts.add(new Block.Fact("partitioned by", Cell.text(String.join(", ", columns))));
            }
            Map<String, @Nullable String> properties = metadata.configuration();
            if (properties != null) {
                properties.forEach((key, value) -> facts.add(new Block.Fact(key, text(value))));
            }
        }
        Protocol protocol = state.protocol();
        if (protocol != null) {
            facts.add(new Block.Fact("protocol", Cell.text(words(protocol))));
        }
        LogSegment segment = replay.segment();
        if (segment != null) {
            facts.add(new Block.Fact("read from", Cell.text(words(segment))));
        }
        return new Block.Facts(facts);
    }

    private static Cell text(@Nullable String value) {
        return value == null ? Cell.nothing() : Cell.text(value);
    }

    private static String words(Protocol protocol) {
        String versions = "reader " + protocol.minReaderVersion() + ", writer " + protocol.minWriterVersion();
        List<String> features = protocol.writerFeatures();
        return features == null || features.isEmpty() ? versions : versions + ": " + String.join(", ", features);
    }

    private static String words(LogSegment segment) {
        String deltas = Words.count(segment.deltas().size(), "commit file");
        return segment.checkpoint() == null ? deltas : "checkpoint " + segment.checkpointVersion() + " and " + deltas;
    }

    private static void addFiles(List<Block> blocks, TableState state) {
        if (state.files().count() == 0) {
            return;
        }
        List<Add> files = state.files().sorted();
        List<List<Cell>> rows = new ArrayList<>();
        for (Add file : files.subList(0, Math.min(FILES_SHOWN, files.size()))) {
            DeletionVectorDescriptor vector = file.deletionVector();
            rows.add(List.of(
                    Cell.text(file.path()),
                    Cell.bytes(file.sizeBytes()),
                    Cell.instant(file.modificationTimeMs()),
                    vector == null ? Cell.nothing() : Cell.count(vector.cardinality())));
        }
        blocks.add(new Block.Heading("Files"));
        blocks.add(new Block.Table(List.of("path", "size", "modified", "rows deleted"), rows));
        if (files.size() > FILES_SHOWN) {
            blocks.add(new Block.Note(
                    Tone.FAINT, (files.size() - FILES_SHOWN) + " more; --format json lists all of them"));
        }
    }

    private static void addTransactions(List<Block> blocks, TableState state) {
        if (state.transactions().isEmpty()) {
            return;
        }
        List<List<Cell>> rows = new ArrayList<>();
        for (SetTransaction transaction : state.transactions()) {
            Long updated = transaction.lastUpdatedMs();
            rows.add(List.of(
                    Cell.text(transaction.appId()),
                    Cell.count(transaction.version()),
                    updated == null ? Cell.nothing() : Cell.instant(updated)));
        }
        blocks.add(new Block.Heading("Writers with a transaction"));
        blocks.add(new Block.Table(List.of("application", "version", "updated"), rows));
    }

    private static void addDomains(List<Block> blocks, TableState state) {
        if (state.domains().isEmpty()) {
            return;
        }
        List<List<Cell>> rows = new ArrayList<>();
        for (DomainMetadata domain : state.domains()) {
            rows.add(List.of(Cell.text(domain.domain()), Cell.text(domain.configuration())));
        }
        blocks.add(new Block.Heading("Domains"));
        blocks.add(new Block.Table(List.of("domain", "configuration"), rows));
    }

    // ---- for scripts

    private static JsonObject document(Replay replay, Extent extent, List<Finding> findings) {
        TableState state = replay.state();
        JsonObject.Builder document = JsonObject.builder()
                .put("version", number(replay.version()))
                .put("timestampMs", number(replay.timestampMs()))
                .put("protocol", state.protocol() == null ? null : ActionJson.of(state.protocol()))
                .put("metadata", state.metadata() == null ? null : ActionJson.of(state.metadata()))
                .put("numFiles", state.files().count())
                .put("sizeBytes", state.files().sizeBytes())
                .put("numTombstones", state.tombstones().size());
        if (extent == Extent.WHOLE) {
            document.put("files", JsonArray.of(state.files().sorted(), TableReplayView::file));
            document.put("tombstones", JsonArray.of(state.tombstonesByPath(), TableReplayView::tombstone));
        }
        return document.put("transactions", JsonArray.of(state.transactions(), ActionJson::of))
                .put("domainMetadata", JsonArray.of(state.domains(), ActionJson::domain))
                .put("segment", replay.segment() == null ? null : segment(replay.segment()))
                .put("error", replay.error() == null ? null : error(replay.error()))
                .put("findings", FindingView.documents(findings))
                .build();
    }

    private static JsonValue number(@Nullable Long value) {
        return value == null ? JsonNull.NULL : dev.tidemark.format.json.JsonNumber.of(value);
    }

    private static JsonObject file(Add add) {
        JsonObject.Builder file = JsonObject.builder()
                .put("path", add.path())
                .put("partitionValues", partition(add.partitionValues()))
                .put("size", add.sizeBytes())
                .put("modificationTime", add.modificationTimeMs());
        if (add.deletionVector() != null) {
            file.put("deletionVector", ActionJson.of(add.deletionVector()));
        }
        return file.build();
    }

    private static JsonObject partition(PartitionValues values) {
        JsonObject.Builder partition = JsonObject.builder();
        values.byColumn().forEach((column, value) -> partition.put(column, value == null ? null : new JsonText(value)));
        return partition.build();
    }

    private static JsonObject tombstone(Remove remove) {
        JsonObject.Builder tombstone =
                JsonObject.builder().put("path", remove.path()).put("deletionTimestamp", remove.deletedAtMs());
        if (remove.deletionVector() != null) {
            tombstone.put("deletionVector", ActionJson.of(remove.deletionVector()));
        }
        return tombstone.build();
    }

    private static JsonObject segment(LogSegment segment) {
        List<LogFile> files = new ArrayList<>();
        if (segment.checkpoint() != null) {
            files.addAll(segment.checkpoint().files());
        }
        files.addAll(segment.deltas());
        return JsonObject.builder()
                .put("checkpointVersion", segment.checkpointVersion())
                .put(
                        "files",
                        JsonArray.of(files, file -> new JsonText(file.name().value())))
                .build();
    }

    static JsonObject error(DeltaError error) {
        return JsonObject.builder()
                .put("class", error.exceptionClass())
                .put("condition", error.condition())
                .put("message", error.message())
                .build();
    }
}
