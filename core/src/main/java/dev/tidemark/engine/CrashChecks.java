package dev.tidemark.engine;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.engine.CrashProof.Aftermath;
import dev.tidemark.engine.CrashProof.Finding;
import dev.tidemark.engine.CrashProof.SinkMemory;
import dev.tidemark.engine.RestartPrediction.BatchKind;
import dev.tidemark.engine.RestartPrediction.PredictedBatch;
import dev.tidemark.engine.RestartPrediction.Verdict;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SinkDescription;
import org.jspecify.annotations.Nullable;

/** Holds what follows a crash against the invariants. */
final class CrashChecks {
    private static final Set<String> SINKS_THAT_KNOW_BATCHES =
            Set.of("delta", "parquet", "json", "csv", "orc", "text", "avro", "xml");

    private final QueryDescription query;
    private final SinkMemory sink;
    private final RestartPrediction uninterrupted;

    CrashChecks(QueryDescription query, SinkMemory sink, RestartPrediction uninterrupted) {
        this.query = query;
        this.sink = sink;
        this.uninterrupted = uninterrupted;
    }

    static SinkMemory memoryOf(@Nullable SinkDescription sink) {
        if (sink == null) {
            return SinkMemory.UNDESCRIBED;
        }
        return SINKS_THAT_KNOW_BATCHES.contains(sink.format().toLowerCase(Locale.ROOT)) && sink.path() != null
                ? SinkMemory.KNOWS_BATCHES
                : SinkMemory.FORGETS;
    }

    /**
     * Holds the starts over a disk against the invariants.
     *
     * @param runs until one found nothing to do, or did not get through
     * @param rewrites events that wrote an offsets entry over another
     */
    Aftermath judge(List<RestartPrediction> runs, Ledger ledger, List<TraceEntry> rewrites) {
        RestartPrediction last = runs.get(runs.size() - 1);
        TreeMap<Long, PredictedBatch> batches = new TreeMap<>();
        for (RestartPrediction run : runs) {
            run.batches().stream()
                    .filter(PredictedBatch::isCompleted)
                    .forEach(batch -> batches.put(batch.batchId(), batch));
        }
        Map<Invariant, Finding> holds = new EnumMap<>(Invariant.class);
        boolean isKnown = last.verdict() != Verdict.UNKNOWN;
        rows(ledger, batches, isKnown).ifPresent(finding -> holds.put(Invariant.ROWS, finding));
        starts(last, holds);
        watermark(batches, isKnown).ifPresent(finding -> holds.put(Invariant.WATERMARK, finding));
        holds.put(
                Invariant.OFFSETS,
                rewrites.isEmpty() ? Finding.HOLDS : broken("an entry of the offset log is written again"));
        if (last.verdict() == Verdict.RUNS) {
            boolean isIdle =
                    last.trace().stream().noneMatch(entry -> entry.event().isDurable());
            holds.put(Invariant.SETTLES, isIdle ? Finding.HOLDS : broken("each start finds something to do again"));
        }
        return new Aftermath(runs.get(0), holds, lostAdvance(batches), lateBatch(runs, ledger));
    }

    private static Finding broken(String why) {
        return new Finding(CrashProof.Verdict.BROKEN, why);
    }

    private void starts(RestartPrediction last, Map<Invariant, Finding> holds) {
        Failure failure = last.failure();
        if (last.verdict() == Verdict.RUNS) {
            holds.put(Invariant.RESTARTS, Finding.HOLDS);
            holds.put(Invariant.STATE, Finding.HOLDS);
        } else if (failure != null) {
            boolean isOfState = failure.step() == Step.LOAD_STATE;
            SparkError.Cause cause = failure.error().telling();
            String name = cause.condition() == null ? cause.simpleName() : cause.condition();
            String batch = failure.batchId() == null ? "" : " at batch " + failure.batchId();
            boolean isTheSame = uninterrupted.failure() != null
                    && uninterrupted.failure().error().telling().equals(cause);
            Finding finding = broken(
                    isTheSame
                            ? "it fails without any crash" + batch + ": " + name
                            : "a restart fails" + batch + ": " + name);
            holds.put(Invariant.RESTARTS, isOfState ? Finding.HOLDS : finding);
            holds.put(Invariant.STATE, isOfState ? finding : Finding.HOLDS);
        }
    }

    /** Why the batch that is taken up again may be at the sink twice already, whatever crashes come; empty when it may not. */
    Optional<String> whyTwiceAlready() {
        Resume resume = uninterrupted.resume();
        boolean drawsNewId = uninterrupted.trace().stream()
                .anyMatch(entry -> entry.event() instanceof EngineEvent.FileWritten file
                        && file.path().equals(Checkpoint.METADATA.value()));
        boolean isDelta = query.sink() != null
                && query.sink().format().toLowerCase(Locale.ROOT).equals("delta");
        return drawsNewId && isDelta && resume != null && resume.kind() == Resume.Kind.RERUN
                ? Optional.of(
                        "the checkpoint has no metadata, so that the query gets a new id, under which the Delta sink does"
                                + " not know batch " + resume.batchId()
                                + ": if an earlier run wrote it, it is there twice")
                : Optional.empty();
    }

    /** Each committed batch is at the sink with the rows it is of, and no rows are at the sink that no batch is of. */
    private Optional<Finding> rows(Ledger ledger, TreeMap<Long, PredictedBatch> batches, boolean isKnown) {
        if (sink == SinkMemory.UNDESCRIBED) {
            return Optional.empty();
        }
        if (!ledger.lost().isEmpty()) {
            return Optional.of(broken("the sink skips batch " + ledger.lost().firstKey()
                    + " for one of that number which held other rows: its rows are lost"));
        }
        List<Resume.Range> before = null;
        for (Map.Entry<Long, Ledger.Delivery> entry : ledger.deliveries().entrySet()) {
            Ledger.Delivery delivery = entry.getValue();
            if (delivery.contents().size() > 1) {
                return Optional.of(
                        broken("batch " + entry.getKey() + " comes to the sink with other rows than before"));
            }
            if (sink == SinkMemory.KNOWS_BATCHES && delivery.times() > 1) {
                return Optional.of(
                        broken("batch " + entry.getKey() + " is at the sink " + delivery.times() + " times"));
            }
            List<Resume.Range> content = delivery.contents().get(0);
            if (before != null && !follows(before, content)) {
                return Optional.of(broken("batch " + entry.getKey() + " does not begin where the one before it ended"));
            }
            before = content;
        }
        for (PredictedBatch batch : batches.values()) {
            Ledger.Delivery delivery = ledger.deliveries().get(batch.batchId());
            if (delivery == null
                    || delivery.times() == 0
                    || !isContent(delivery.contents().get(0), batch)) {
                return Optional.of(
                        broken("batch " + batch.batchId() + " is committed, and its rows never came to the sink"));
            }
        }
        return isKnown ? Optional.of(Finding.HOLDS) : Optional.empty();
    }

    private static boolean follows(List<Resume.Range> before, List<Resume.Range> content) {
        for (int i = 0; i < content.size(); i++) {
            if (!Objects.equals(before.get(i).end(), content.get(i).start())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isContent(List<Resume.Range> content, PredictedBatch batch) {
        for (int i = 0; i < content.size(); i++) {
            boolean isSame = Objects.equals(
                            content.get(i).start(), batch.sources().get(i).start())
                    && Objects.equals(
                            content.get(i).end(), batch.sources().get(i).end());
            if (!isSame) {
                return false;
            }
        }
        return true;
    }

    private Optional<Finding> watermark(TreeMap<Long, PredictedBatch> batches, boolean isKnown) {
        long highestMs = Long.MIN_VALUE;
        for (PredictedBatch batch : batches.values()) {
            Long nextMs = batch.watermark().nextMs();
            if (batch.watermark().ms() < highestMs
                    || (nextMs != null && nextMs < batch.watermark().ms())) {
                return Optional.of(broken("the watermark goes back at batch " + batch.batchId()));
            }
            highestMs = nextMs == null ? batch.watermark().ms() : nextMs;
        }
        return isKnown || query.sources().stream().allMatch(source -> source.watermark() == null)
                ? Optional.of(Finding.HOLDS)
                : Optional.empty();
    }

    /** A batch without data that the uninterrupted run had last, and that no start plans any more. */
    private @Nullable Long lateBatch(List<RestartPrediction> runs, Ledger ledger) {
        List<PredictedBatch> wanted = uninterrupted.batches();
        if (wanted.isEmpty() || runs.get(runs.size() - 1).verdict() != Verdict.RUNS) {
            return null;
        }
        PredictedBatch last = wanted.get(wanted.size() - 1);
        boolean isThere = ledger.deliveries().containsKey(last.batchId())
                || runs.stream().anyMatch(run -> hasBatch(run, last.batchId()));
        return last.kind() == BatchKind.NO_DATA && !isThere ? Long.valueOf(last.batchId()) : null;
    }

    private static boolean hasBatch(RestartPrediction run, long batchId) {
        return run.batches().stream().anyMatch(batch -> batch.batchId() == batchId);
    }

    /** The first batch after which the watermark stands lower than without a crash, although it read the same. */
    private @Nullable Long lostAdvance(TreeMap<Long, PredictedBatch> batches) {
        for (PredictedBatch batch : uninterrupted.batches()) {
            PredictedBatch now = batches.get(batch.batchId());
            Long wantedMs = batch.watermark().nextMs();
            Long nextMs = now == null ? null : now.watermark().nextMs();
            if (wantedMs != null && nextMs != null && nextMs < wantedMs) {
                return batch.batchId();
            }
        }
        return null;
    }
}
