package dev.tidemark.view;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.tidemark.checkpoint.StreamMetadata;
import dev.tidemark.checkpoint.commit.CommitEntry;
import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.checkpoint.offset.SourceLine;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.report.Block;
import dev.tidemark.report.Block.Fact;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import org.jspecify.annotations.Nullable;

/** One file of a checkpoint's logs, decoded: what stands in it and nothing else. */
public final class LogEntryView {
    private static final String COMMAND = "cat";

    private LogEntryView() {}

    /** A file of the offset log. */
    public static Report offsets(Location at, Parsed<OffsetEntry> parsed) {
        List<Block> blocks = new ArrayList<>();
        parsed.value().ifPresent(entry -> offsets(entry, blocks));
        return report(at, parsed, parsed.value().map(BatchDocuments::offsets), blocks);
    }

    private static void offsets(OffsetEntry entry, List<Block> blocks) {
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact(
                "version", Cell.text(entry.version() + (entry.version() == OffsetEntry.MAP ? ", an offset map" : ""))));
        OffsetMetadata metadata = entry.metadata();
        if (metadata != null) {
            facts.add(new Fact("planned at", moment(metadata.recordedTimestampMs())));
            facts.add(new Fact("watermark", watermark(metadata.recordedWatermarkMs())));
        }
        for (SourceLine line : entry.sources()) {
            facts.add(new Fact("source " + line.sourceId(), Cell.text(SourceOffsetView.text(line))));
        }
        blocks.add(new Block.Facts(facts));
        if (!entry.sources().isEmpty()) {
            blocks.add(new Block.Heading("End offsets as the file spells them"));
            blocks.add(new Block.Listing(entry.sources().stream()
                    .map(line -> "  " + line.sourceId() + "  " + line.text())
                    .toList()));
        }
        if (metadata != null && !metadata.conf().isEmpty()) {
            blocks.add(new Block.Heading("Pinned configurations"));
            blocks.add(texts(new TreeMap<>(metadata.conf())));
        }
    }

    /** A file of the commit log. */
    public static Report commit(Location at, Parsed<CommitEntry> parsed) {
        List<Block> blocks = new ArrayList<>();
        parsed.value().ifPresent(entry -> {
            List<Fact> facts = new ArrayList<>();
            facts.add(new Fact("version", Cell.count(entry.version())));
            facts.add(new Fact("watermark of the next", watermark(entry.recordedNextWatermarkMs())));
            entry.sinks()
                    .values()
                    .forEach(sink -> facts.add(new Fact(
                            "sink " + sink.sinkName(), Cell.text(sink.providerName() + ", " + sink.apiVersion()))));
            blocks.add(new Block.Facts(facts));
            stateIds(entry, blocks);
        });
        return report(at, parsed, parsed.value().map(BatchDocuments::commit), blocks);
    }

    private static void stateIds(CommitEntry entry, List<Block> blocks) {
        Map<Long, List<List<String>>> ids = entry.stateUniqueIds();
        if (ids == null || ids.isEmpty()) {
            return;
        }
        List<List<Cell>> rows = new ArrayList<>();
        ids.forEach((operator, partitions) -> {
            for (int partition = 0; partition < partitions.size(); partition++) {
                rows.add(List.of(
                        Cell.count(operator),
                        Cell.count(partition),
                        Cell.text(String.join(", ", partitions.get(partition)))));
            }
        });
        blocks.add(new Block.Table(List.of("operator", "partition", "unique ids of its stores"), rows));
    }

    /** The file {@code metadata}. */
    public static Report metadata(Location at, Parsed<StreamMetadata> parsed) {
        List<Block> blocks = new ArrayList<>();
        parsed.value()
                .ifPresent(metadata -> blocks.add(new Block.Facts(
                        List.of(new Fact("query id", Cell.text(metadata.id().toString()))))));
        return report(
                at,
                parsed,
                parsed.value()
                        .map(metadata -> JsonObject.builder()
                                .put("id", metadata.id().toString())
                                .build()),
                blocks);
    }

    private static Report report(Location at, Parsed<?> parsed, Optional<JsonObject> value, List<Block> decoded) {
        List<Block> blocks = new ArrayList<>();
        Damage damage = parsed.damage().orElse(null);
        if (damage != null) {
            blocks.add(damaged(damage, value.isPresent() ? "What could be read of it follows." : ""));
        }
        blocks.addAll(decoded);
        JsonObject document = JsonObject.builder()
                .put("path", at.path())
                .put("value", value.<JsonValue>map(known -> known).orElse(null))
                .put("damage", damage == null ? null : damage.message())
                .build();
        return new Report(COMMAND, damage == null ? Outcome.FINE : Outcome.WRONG, blocks, document);
    }

    /** The block for a file that is not what it should be. */
    static Block.Verdict damaged(Damage damage, String more) {
        return new Block.Verdict(Tone.BAD, damage.at().path() + " is damaged", damage.message(), more);
    }

    private static Block texts(Map<String, String> texts) {
        List<List<Cell>> rows = new ArrayList<>();
        texts.forEach((name, value) -> rows.add(List.of(Cell.text(name), Cell.text(value))));
        return new Block.Table(List.of("key", "value"), rows);
    }

    private static Cell moment(@Nullable Long epochMs) {
        return epochMs == null ? Cell.text("not recorded", Tone.FAINT) : Cell.instant(epochMs);
    }

    private static Cell watermark(@Nullable Long epochMs) {
        if (epochMs == null) {
            return Cell.text("not recorded", Tone.FAINT);
        }
        return epochMs == 0
                ? Cell.text("none")
                : Cell.text(Instant.ofEpochMilli(epochMs).toString());
    }
}
