package dev.tidemark.source.kafka;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

import dev.tidemark.source.ReadLimit;
import dev.tidemark.source.SourceBatch;
import dev.tidemark.source.SourceUndecidedException;
import dev.tidemark.source.StreamSource;
import org.jspecify.annotations.Nullable;

/**
 * The Kafka source over topics that do not move. Authority: Spark 4.1 KafkaMicroBatchStream, KafkaOffsetReaderBase,
 * KafkaDataConsumer.
 */
public final class KafkaStreamSource implements StreamSource {
    private static final long LATEST = -1;
    private static final long EARLIEST = -2;

    private final KafkaOptions options;
    private final Topics topics;
    private final InitialOffsets initial;
    private final Rules rules;
    private final KafkaErrors errors;
    private boolean hasTriggered;
    private boolean knowsLatest;

    /**
     * What differs between the versions of Spark.
     *
     * @param namesLosses losses of data are error conditions
     * @param failsOnUnaskedProgress a batch that runs again before the source was asked for offsets kills the query with its
     *     progress, when it is committed already
     */
    public record Rules(boolean namesLosses, boolean failsOnUnaskedProgress) {}

    /**
     * Creates the source.
     *
     * @throws dev.tidemark.source.SourceFailureException when its options are refused
     */
    public KafkaStreamSource(Map<String, String> given, Topics topics, InitialOffsets initial, Rules rules) {
        this.options = new KafkaOptions(given);
        this.topics = topics;
        this.initial = initial;
        this.rules = rules;
        this.errors = new KafkaErrors(rules.namesLosses() ? KafkaErrors.Naming.CONDITIONS : KafkaErrors.Naming.WORDS);
        options.read();
    }

    /**
     * What is refused while the query is analysed.
     *
     * @throws dev.tidemark.source.SourceFailureException when something is
     */
    public static void validate(Map<String, String> given) {
        new KafkaOptions(given).validate();
    }

    @Override
    public void prepareForAvailableNow() {
        // the offsets are fetched at the first request, and do not move here
    }

    @Override
    public ReadLimit defaultReadLimit() {
        return options.defaultReadLimit();
    }

    @Override
    public @Nullable String latestOffset(@Nullable String start, ReadLimit limit) throws IOException {
        NavigableMap<TopicPartition, Long> from = start == null ? begin() : offsets(start);
        NavigableMap<TopicPartition, Long> latest = latest();
        knowsLatest = true;
        NavigableMap<TopicPartition, Long> end = limited(from, latest, limit);
        return end.isEmpty() ? null : KafkaOffsetText.write(end);
    }

    private static NavigableMap<TopicPartition, Long> offsets(String json) {
        return KafkaOffsetText.read(json).orElseThrow(() -> KafkaErrors.noOffsets(json));
    }

    private NavigableMap<TopicPartition, Long> latest() {
        NavigableMap<TopicPartition, Long> latest = new TreeMap<>();
        options.assigned(topics).forEach((partition, bounds) -> latest.put(partition, bounds.latest()));
        return latest;
    }

    /** Authority: getOrCreateInitialPartitionOffsets. */
    private NavigableMap<TopicPartition, Long> begin() throws IOException {
        NavigableMap<TopicPartition, Long> recorded = initial.recorded().orElse(null);
        if (recorded != null) {
            return recorded;
        }
        NavigableMap<TopicPartition, PartitionBounds> assigned = options.assigned(topics);
        NavigableMap<TopicPartition, Long> begin = new TreeMap<>();
        KafkaOptions.Start start = options.start();
        if (start instanceof KafkaOptions.Start.ByTime) {
            throw new SourceUndecidedException(
                    "at which offsets the starting timestamp lies is not in the declared bounds");
        } else if (start instanceof KafkaOptions.Start.Offsets specified) {
            if (!specified.offsets().keySet().equals(assigned.keySet())) {
                throw KafkaErrors.notAllPartitions(specified.offsets().keySet(), assigned.keySet());
            }
            assigned.forEach((partition, bounds) ->
                    begin.put(partition, resolved(specified.offsets().getOrDefault(partition, LATEST), bounds)));
        } else {
            long where = start instanceof KafkaOptions.Start.Earliest ? EARLIEST : LATEST;
            assigned.forEach((partition, bounds) -> begin.put(partition, resolved(where, bounds)));
        }
        initial.record(begin);
        return begin;
    }

    private static long resolved(long offset, PartitionBounds bounds) {
        if (offset == EARLIEST) {
            return bounds.earliest();
        }
        return offset == LATEST ? bounds.latest() : offset;
    }

    private NavigableMap<TopicPartition, Long> limited(
            NavigableMap<TopicPartition, Long> from, NavigableMap<TopicPartition, Long> latest, ReadLimit limit) {
        if (limit instanceof ReadLimit.RowsBetween between) {
            return waits(between.fewest(), from, latest) ? from : rateLimited(between.most(), from, latest);
        } else if (limit instanceof ReadLimit.MinRows fewest) {
            return waits(fewest.rows(), from, latest) ? from : latest;
        } else if (limit instanceof ReadLimit.MaxRows most) {
            return rateLimited(most.rows(), from, latest);
        }
        return latest;
    }

    /** The first request of a run never waits: no trigger was yet, so the delay has passed. Authority: delayBatch. */
    private boolean waits(long fewest, Map<TopicPartition, Long> from, Map<TopicPartition, Long> latest) {
        long fresh = 0;
        for (Map.Entry<TopicPartition, Long> end : latest.entrySet()) {
            fresh += end.getValue() - from.getOrDefault(end.getKey(), 0L);
        }
        boolean waits = hasTriggered && fresh < fewest;
        hasTriggered = true;
        return waits;
    }

    /** Every partition gets its share, at least one record each. Authority: rateLimit. */
    private NavigableMap<TopicPartition, Long> rateLimited(
            long limit, NavigableMap<TopicPartition, Long> from, NavigableMap<TopicPartition, Long> until) {
        NavigableMap<TopicPartition, Long> begin = new TreeMap<>(from);
        options.assigned(topics).forEach((partition, bounds) -> begin.putIfAbsent(partition, bounds.earliest()));
        double total = 0;
        for (Map.Entry<TopicPartition, Long> end : until.entrySet()) {
            total += Math.max(0, end.getValue() - begin.getOrDefault(end.getKey(), end.getValue()));
        }
        if (total < 1) {
            return until;
        }
        NavigableMap<TopicPartition, Long> limited = new TreeMap<>();
        for (Map.Entry<TopicPartition, Long> end : until.entrySet()) {
            long first = begin.getOrDefault(end.getKey(), end.getValue());
            limited.put(end.getKey(), share(limit, total, first, end.getValue()));
        }
        return limited;
    }

    private static long share(long limit, double total, long first, long end) {
        long size = end - first;
        if (size <= 0) {
            return end;
        }
        double prorate = limit * (size / total);
        long share = (long) (prorate < 1 ? Math.ceil(prorate) : Math.floor(prorate));
        return share > Long.MAX_VALUE - first ? end : Math.min(end, first + share);
    }

    /** Authority: getOffsetRangesFromResolvedOffsets on the driver, KafkaDataConsumer.get in the tasks. */
    @Override
    public SourceBatch batch(@Nullable String start, String end) throws IOException {
        NavigableMap<TopicPartition, Long> from = new TreeMap<>(start == null ? begin() : offsets(start));
        NavigableMap<TopicPartition, Long> until = offsets(end);
        boolean fails = options.failsOnDataLoss();
        takeAdded(from, until, fails);
        List<TopicPartition> deleted = new ArrayList<>(from.keySet());
        deleted.removeAll(until.keySet());
        if (!deleted.isEmpty() && fails) {
            throw errors.partitionsDeleted(deleted, options.hasGroupId());
        }
        for (Map.Entry<TopicPartition, Long> last : until.entrySet()) {
            Long first = from.get(last.getKey());
            if (first != null && last.getValue() < first && fails) {
                throw errors.offsetChanged(last.getKey(), first, last.getValue());
            }
        }
        long rows = 0;
        for (Map.Entry<TopicPartition, Long> last : until.entrySet()) {
            Long first = from.get(last.getKey());
            rows += first == null ? 0 : rows(last.getKey(), first, last.getValue(), fails);
        }
        return new SourceBatch(null, rows);
    }

    private void takeAdded(
            NavigableMap<TopicPartition, Long> from, NavigableMap<TopicPartition, Long> until, boolean fails) {
        List<TopicPartition> lost = new ArrayList<>();
        NavigableMap<TopicPartition, Long> added = new TreeMap<>();
        for (TopicPartition partition : until.keySet()) {
            PartitionBounds bounds = topics.of(partition.topic()).get(partition.partition());
            if (!from.containsKey(partition) && bounds == null) {
                lost.add(partition);
            } else if (!from.containsKey(partition) && bounds != null) {
                added.put(partition, bounds.earliest());
            }
        }
        if (!lost.isEmpty() && fails) {
            throw errors.initialOffsetsGone(lost);
        }
        added.forEach((partition, earliest) -> {
            if (earliest != 0 && fails) {
                throw errors.addedPartition(partition, earliest);
            }
        });
        from.putAll(added);
    }

    private long rows(TopicPartition partition, long first, long last, boolean fails) {
        if (last <= first) {
            return 0;
        }
        PartitionBounds bounds = topics.of(partition.topic()).get(partition.partition());
        if (bounds == null) {
            throw new SourceUndecidedException("records " + first + " to " + last + " of " + partition
                    + " are to be read, and the declared bounds do not hold the partition: the tasks wait for it and"
                    + " give up");
        }
        boolean isOutOfRange = first < bounds.earliest() || first > bounds.latest();
        if (isOutOfRange && fails) {
            throw errors.recordsGone(partition, first, last);
        }
        if (last > bounds.latest()) {
            throw new SourceUndecidedException("records of " + partition + " up to " + last
                    + " are to be read, and it ends at " + bounds.latest() + ": the tasks wait for them");
        }
        return Math.max(0, last - Math.max(first, bounds.earliest()));
    }

    @Override
    public void commit(String end) {
        // the source tells Kafka nothing
    }

    @Override
    public void reportProgress() {
        if (!knowsLatest && rules.failsOnUnaskedProgress()) {
            throw KafkaErrors.noLatestOffsets();
        }
    }
}
