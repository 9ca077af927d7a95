package dev.tidemark.view;

import java.util.NavigableMap;
import java.util.stream.Collectors;

import dev.tidemark.checkpoint.offset.SourceLine;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonNull;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.source.SourceOffset;
import dev.tidemark.source.SourceOffsetParser;

/** Positions of sources in words and as JSON. */
public final class SourceOffsetView {
    private static final int OPAQUE_CHARS = 60;

    private SourceOffsetView() {}

    /** The contract's offset: JSON, null for a source that has not started, text where the line is no JSON. */
    public static JsonValue document(SourceLine line) {
        if (line.isVoid()) {
            return JsonNull.NULL;
        }
        Parsed<SourceOffset> parsed = SourceOffsetParser.parse(line.at(), line.text());
        return parsed.value().map(SourceOffset::json).orElseGet(() -> new JsonText(line.text()));
    }

    /** The position in a few words. */
    public static String text(SourceLine line) {
        if (line.isVoid()) {
            return "not started";
        }
        Parsed<SourceOffset> parsed = SourceOffsetParser.parse(line.at(), line.text());
        return parsed.value()
                .map(SourceOffsetView::text)
                .orElse(line.text().isEmpty() ? "(empty)" : shortened(line.text()));
    }

    /** The position with all that tells it from another of the same {@link #text}. */
    static String exactText(SourceLine line) {
        Parsed<SourceOffset> parsed = SourceOffsetParser.parse(line.at(), line.text());
        return parsed.value().orElse(null) instanceof SourceOffset.Delta delta
                ? text(delta) + " of table " + delta.reservoirId()
                : shortened(line.text());
    }

    /** The kind of source that writes such positions, in one or two words. */
    static String kind(SourceOffset offset) {
        if (offset instanceof SourceOffset.Delta) {
            return "Delta";
        } else if (offset instanceof SourceOffset.Kafka) {
            return "Kafka";
        } else if (offset instanceof SourceOffset.FileLog) {
            return "files";
        } else if (offset instanceof SourceOffset.Whole) {
            return "rate, memory or socket";
        } else if (offset instanceof SourceOffset.RateMicroBatch) {
            return "rate-micro-batch";
        } else if (offset instanceof SourceOffset.ContinuousRate) {
            return "continuous rate";
        } else if (offset instanceof SourceOffset.SequentialUnion) {
            return "sequential union";
        }
        return "unknown source";
    }

    private static String text(SourceOffset offset) {
        if (offset instanceof SourceOffset.Delta delta) {
            return delta(delta);
        } else if (offset instanceof SourceOffset.Kafka kafka) {
            return kafka.topics().entrySet().stream()
                    .map(topic -> topic.getKey() + " " + partitions(topic.getValue()))
                    .limit(4)
                    .collect(Collectors.joining("; "));
        } else if (offset instanceof SourceOffset.FileLog file) {
            return "log entry " + file.logOffset();
        } else if (offset instanceof SourceOffset.Whole whole) {
            return Long.toString(whole.value());
        } else if (offset instanceof SourceOffset.RateMicroBatch rate) {
            return "row " + rate.offset();
        } else if (offset instanceof SourceOffset.ContinuousRate rate) {
            return partitions(rate.values());
        } else if (offset instanceof SourceOffset.SequentialUnion union) {
            return "at " + union.activeSource();
        }
        return shortened(offset.json().toString());
    }

    private static String delta(SourceOffset.Delta delta) {
        String version = "v" + delta.reservoirVersion();
        String place;
        if (delta.index() == SourceOffset.Delta.BASE_INDEX_V1 || delta.index() == SourceOffset.Delta.BASE_INDEX) {
            place = "before " + version;
        } else if (delta.index() == SourceOffset.Delta.METADATA_CHANGE_INDEX) {
            place = version + ", before its schema change";
        } else if (delta.index() == SourceOffset.Delta.POST_METADATA_CHANGE_INDEX) {
            place = version + ", after its schema change";
        } else {
            place = version + " file " + delta.index();
        }
        return delta.isInitialSnapshot() ? place + " of snapshot" : place;
    }

    private static String partitions(NavigableMap<Integer, Long> offsets) {
        if (offsets.size() <= 4) {
            return offsets.entrySet().stream()
                    .map(partition -> partition.getKey() + "=" + partition.getValue())
                    .collect(Collectors.joining(" "));
        }
        long sum = offsets.values().stream()
                .filter(offset -> offset > 0)
                .mapToLong(Long::longValue)
                .sum();
        return offsets.size() + " partitions, " + sum + " records";
    }

    private static String shortened(String text) {
        return text.length() <= OPAQUE_CHARS ? text : text.substring(0, OPAQUE_CHARS - 3) + "...";
    }
}
