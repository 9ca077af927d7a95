package dev.tidemark.compat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.tidemark.compat.QueryShape.FamilyShape;
import dev.tidemark.compat.QueryShape.OffsetKind;
import dev.tidemark.compat.QueryShape.OperatorShape;
import dev.tidemark.compat.QueryShape.SinkShape;
import dev.tidemark.compat.QueryShape.SourceShape;
import dev.tidemark.compat.QueryShape.StoreShape;
import dev.tidemark.compat.QueryShape.WatermarkShape;
import dev.tidemark.engine.StateSchemas;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.query.Delay;
import dev.tidemark.query.OperatorDescription;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SinkDescription;
import dev.tidemark.query.SourceDescription;

/** What a query description tells of a query. */
final class DescribedShape {
    private static final List<String> FILE_FORMATS =
            List.of("json", "csv", "parquet", "orc", "text", "avro", "xml", "binaryfile");

    private DescribedShape() {}

    static QueryShape of(QueryDescription query) {
        List<OperatorShape> operators = null;
        if (query.operators() != null) {
            operators = query.operators().stream().map(DescribedShape::operator).toList();
        }
        return new QueryShape(
                query.sources().stream().map(DescribedShape::source).toList(),
                operators,
                query.confs(),
                query.sink() == null ? null : sink(query.sink()));
    }

    /** What writes the offsets of a format. */
    static OffsetKind kind(String format) {
        String lower = format.toLowerCase(Locale.ROOT);
        if (FILE_FORMATS.contains(lower)) {
            return OffsetKind.FILES;
        }
        return switch (lower) {
            case "delta" -> OffsetKind.DELTA;
            case "kafka" -> OffsetKind.KAFKA;
            case "rate-micro-batch" -> OffsetKind.RATE_MICRO_BATCH;
            case "rate", "socket", "memory", "memorystream" -> OffsetKind.WHOLE_NUMBER;
            case "unknown" -> OffsetKind.UNKNOWN;
            default -> OffsetKind.OTHER;
        };
    }

    private static SourceShape source(SourceDescription source) {
        List<String> topics = source.option("subscribe")
                .map(list -> Arrays.stream(list.split(","))
                        .map(String::trim)
                        .filter(topic -> !topic.isEmpty())
                        .sorted()
                        .toList())
                .orElse(null);
        WatermarkShape watermark = null;
        if (source.watermark() != null) {
            watermark = new WatermarkShape(
                    source.watermark().column(),
                    Delay.millis(source.watermark().delay()).orElse(-1));
        }
        return new SourceShape(
                source.name(), kind(source.format()), source.path(), topics, source.options(), watermark);
    }

    private static OperatorShape operator(OperatorDescription operator) {
        Map<String, StoreShape> stores = new LinkedHashMap<>();
        operator.stores().forEach((name, store) -> {
            StructSchema key = StateSchemas.described(store.key());
            StructSchema value = StateSchemas.described(store.value());
            if (key != null || value != null) {
                stores.put(name, new StoreShape(Map.of("default", new FamilyShape(key, value))));
            }
        });
        return new OperatorShape(
                operator.operatorId(), operator.name(), operator.partitions(), stores, JsonObject.EMPTY);
    }

    private static SinkShape sink(SinkDescription sink) {
        return new SinkShape(sink.name(), sink.format(), sink.path(), sink.outputMode());
    }

    /** The part of a path that says where it is, without the scheme of local files and a slash behind it. */
    static String place(String path) {
        String plain = path.startsWith("file:") ? path.replaceFirst("^file:/+", "/") : path;
        return plain.length() > 1 && plain.endsWith("/") ? plain.substring(0, plain.length() - 1) : plain;
    }

    static List<String> sorted(List<String> texts) {
        List<String> sorted = new ArrayList<>(texts);
        sorted.sort(null);
        return sorted;
    }
}
