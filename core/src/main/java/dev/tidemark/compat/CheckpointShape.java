package dev.tidemark.compat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.commit.CommitEntry;
import dev.tidemark.checkpoint.log.BatchLog;
import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.SourceLine;
import dev.tidemark.compat.QueryShape.FamilyShape;
import dev.tidemark.compat.QueryShape.OffsetKind;
import dev.tidemark.compat.QueryShape.OperatorShape;
import dev.tidemark.compat.QueryShape.SourceShape;
import dev.tidemark.compat.QueryShape.StoreShape;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.query.DraftQuery;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.source.SourceOffset;
import dev.tidemark.source.SourceOffsetParser;
import dev.tidemark.state.schema.ColumnFamilySchema;
import dev.tidemark.state.schema.OperatorMetadata;
import dev.tidemark.state.schema.OperatorReader;
import dev.tidemark.state.schema.StatefulOperator;
import dev.tidemark.state.schema.StoreSchema;
import org.jspecify.annotations.Nullable;

/**
 * What a checkpoint tells of the query that wrote it.
 *
 * @param shape of the query
 * @param newestBatch the newest batch in the offset log; null when there is none
 * @param offsetVersion of the newest offsets entry; null when there is none, or when it cannot be read
 * @param commitVersion of the newest commit; null when there is none, or when it cannot be read
 * @param hasNamedOperators whether operator metadata is there, so that names are told and not guessed
 * @param draft the query as it can be drafted, for a restart of the same
 */
public record CheckpointShape(
        QueryShape shape,
        @Nullable Long newestBatch,
        @Nullable Integer offsetVersion,
        @Nullable Integer commitVersion,
        boolean hasNamedOperators,
        DraftQuery draft) {
    private static final String SOURCE_EVOLUTION = "spark.sql.streaming.queryEvolution.enableSourceEvolution";

    /**
     * Reads a checkpoint.
     *
     * @throws IOException when a directory of it cannot be listed
     */
    public static CheckpointShape of(Checkpoint checkpoint) throws IOException {
        DraftQuery draft = DraftQuery.of(checkpoint);
        OptionalLong newest = checkpoint.offsets().list().latest();
        Optional<OffsetEntry> entry = newest(checkpoint.offsets());
        Optional<CommitEntry> commit = newest(checkpoint.commits());
        Map<String, String> confs = entry.map(OffsetEntry::metadata)
                .map(metadata -> metadata.conf())
                .orElse(Map.of());
        long batchId = newest.orElse(Long.MAX_VALUE - 1);
        List<OperatorShape> operators = new ArrayList<>();
        boolean hasNames = false;
        for (int id : OperatorReader.operatorIds(checkpoint.storage())) {
            StatefulOperator operator = OperatorReader.read(checkpoint.storage(), id, batchId);
            hasNames |= operator.knownMetadata().isPresent();
            operators.add(operator(operator));
        }
        QueryShape shape = new QueryShape(
                entry.map(known -> sources(known, confs, draft.query().sources()))
                        .orElse(null),
                operators,
                confs,
                commit.flatMap(CheckpointShape::sink).orElse(null));
        return new CheckpointShape(
                shape,
                newest.isPresent() ? Long.valueOf(newest.getAsLong()) : null,
                entry.map(OffsetEntry::version).orElse(null),
                commit.map(CommitEntry::version).orElse(null),
                hasNames,
                draft);
    }

    /** Whether it has batches at all. */
    public boolean isFresh() {
        return newestBatch == null;
    }

    /** Whether offsets are kept by the name of a source. */
    public boolean namesSources() {
        return "true".equals(shape.confs().get(SOURCE_EVOLUTION));
    }

    /** Whether offsets are kept by id, so that Spark does not count sources. */
    public boolean keepsOffsetsById() {
        return offsetVersion != null && offsetVersion == OffsetEntry.MAP;
    }

    private static List<SourceShape> sources(
            OffsetEntry entry, Map<String, String> confs, List<SourceDescription> drafted) {
        boolean areNamed = "true".equals(confs.get(SOURCE_EVOLUTION));
        List<SourceLine> lines = new ArrayList<>(entry.sources());
        if (entry.version() == OffsetEntry.MAP && !areNamed) {
            lines.sort(java.util.Comparator.comparing(line -> line.sourceId().length() + ":" + line.sourceId()));
        }
        List<SourceShape> sources = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            SourceDescription draft = i < drafted.size() ? drafted.get(i) : null;
            sources.add(source(lines.get(i), areNamed, draft == null ? null : draft.path()));
        }
        return sources;
    }

    private static SourceShape source(SourceLine line, boolean isNamed, @Nullable String place) {
        Optional<SourceOffset> offset = line.isVoid()
                ? Optional.empty()
                : SourceOffsetParser.parse(line.at(), line.text()).value();
        OffsetKind kind = offset.map(CheckpointShape::kind).orElse(OffsetKind.UNKNOWN);
        List<String> topics = offset.filter(SourceOffset.Kafka.class::isInstance)
                .map(kafka -> List.copyOf(((SourceOffset.Kafka) kafka).topics().keySet()))
                .orElse(null);
        return new SourceShape(isNamed ? line.sourceId() : null, kind, place, topics, null, null);
    }

    private static OffsetKind kind(SourceOffset offset) {
        if (offset instanceof SourceOffset.Delta) {
            return OffsetKind.DELTA;
        } else if (offset instanceof SourceOffset.Kafka) {
            return OffsetKind.KAFKA;
        } else if (offset instanceof SourceOffset.FileLog) {
            return OffsetKind.FILES;
        } else if (offset instanceof SourceOffset.RateMicroBatch) {
            return OffsetKind.RATE_MICRO_BATCH;
        } else if (offset instanceof SourceOffset.Whole || offset instanceof SourceOffset.ContinuousRate) {
            return OffsetKind.WHOLE_NUMBER;
        }
        return OffsetKind.OTHER;
    }

    private static OperatorShape operator(StatefulOperator operator) {
        Map<String, StoreShape> stores = new LinkedHashMap<>();
        for (StoreSchema store : operator.stores()) {
            Map<String, FamilyShape> families = new TreeMap<>();
            for (ColumnFamilySchema family : store.families()) {
                families.put(family.name(), new FamilyShape(family.key(), family.value()));
            }
            stores.put(store.storeName(), new StoreShape(families));
        }
        Integer partitions = operator.knownMetadata().stream()
                .flatMap(metadata -> metadata.stores().stream())
                .map(OperatorMetadata.StoreMetadata::partitions)
                .findFirst()
                .orElse(
                        operator.partitions().isEmpty()
                                ? null
                                : Integer.valueOf(operator.partitions().size()));
        JsonObject properties =
                operator.knownMetadata().map(OperatorMetadata::properties).orElse(JsonObject.EMPTY);
        return new OperatorShape(operator.operatorId(), operator.name().orElse(null), partitions, stores, properties);
    }

    private static Optional<QueryShape.SinkShape> sink(CommitEntry commit) {
        return commit.sinks().values().stream()
                .filter(sink -> sink.isActive())
                .findFirst()
                .map(sink -> new QueryShape.SinkShape(sink.sinkName(), null, null, null));
    }

    private static <T> Optional<T> newest(BatchLog<T> log) throws IOException {
        OptionalLong latest = log.list().latest();
        return latest.isEmpty()
                ? Optional.empty()
                : log.read(latest.getAsLong()).flatMap(Parsed::value);
    }
}
