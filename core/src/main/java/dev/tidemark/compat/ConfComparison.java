package dev.tidemark.compat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.tidemark.checkpoint.offset.PinnedConf;
import dev.tidemark.compat.QueryChange.CheckpointFormatChanged;
import dev.tidemark.compat.QueryChange.LogFormatTooNew;
import dev.tidemark.compat.QueryChange.MisnamedConfLost;
import dev.tidemark.compat.QueryChange.OlderDefaultTaken;
import dev.tidemark.compat.QueryChange.PartitionsChanged;
import dev.tidemark.compat.QueryChange.PinnedConfIgnored;
import dev.tidemark.compat.QueryChange.PinnedConfRefused;
import dev.tidemark.compat.QueryChange.StateFormatUnknown;
import dev.tidemark.compat.QueryShape.OperatorShape;
import dev.tidemark.engine.PinnedKey;
import dev.tidemark.engine.SparkBehaviour;
import dev.tidemark.engine.SparkBehaviour.CommitVersions;

/** What a checkpoint records, and in which formats, against the session and the Spark that are to go on with it. */
final class ConfComparison {
    private static final String CHECKPOINT_FORMAT = "spark.sql.streaming.stateStore.checkpointFormatVersion";
    private static final String DEFAULT_PARTITIONS = "200";

    private final CheckpointShape before;
    private final NewQuery after;
    private final SparkBehaviour behaviour;

    ConfComparison(CheckpointShape before, NewQuery after, SparkBehaviour behaviour) {
        this.before = before;
        this.after = after;
        this.behaviour = behaviour;
    }

    void compare(List<QueryChange> changes) {
        if (before.isFresh()) {
            return;
        }
        Map<String, String> recorded = before.shape().confs();
        List<String> known = new ArrayList<>();
        if (before.offsetVersion() != null && !recorded.isEmpty()) {
            for (PinnedKey key : behaviour.pinnedKeys()) {
                known.add(key.recordedKey());
                pinned(key, recorded, changes);
            }
            misnamed(recorded, known, changes);
        }
        unknownState(recorded, changes);
        partitions(recorded, changes);
        formats(changes);
    }

    private Optional<String> session(PinnedKey key) {
        Map<String, String> confs = after.session();
        return Optional.ofNullable(confs.get(key.sessionKey()))
                .or(() -> Optional.ofNullable(confs.get(key.recordedKey())));
    }

    private void pinned(PinnedKey key, Map<String, String> recorded, List<QueryChange> changes) {
        String value = recorded.get(key.recordedKey());
        Optional<String> session = session(key);
        if (value != null && key.check().faultOf(value).isPresent()) {
            changes.add(new PinnedConfRefused(key.recordedKey(), value));
        } else if (value != null) {
            session.filter(set -> !set.equals(value))
                    .ifPresent(set -> changes.add(new PinnedConfIgnored(key.recordedKey(), set, value)));
        } else if (key.fallback() != null) {
            String set = session.orElse(key.sessionDefault());
            if (!set.equals(key.fallback())) {
                changes.add(new OlderDefaultTaken(key.recordedKey(), set, key.fallback()));
            }
        }
    }

    /** Spark 3.5.4 alone wrote that conf under another name; 4.1 and later do not look there. */
    private void misnamed(Map<String, String> recorded, List<String> known, List<QueryChange> changes) {
        String value = recorded.get(PinnedConf.MISNAMED_PRUNE_STREAMING_SUBPLAN);
        String key = PinnedConf.PRUNE_STREAMING_SUBPLAN.key();
        if (value != null
                && known.contains(key)
                && !recorded.containsKey(key)
                && !behaviour.takesMisnamedPruneFilters()) {
            String used = PinnedConf.PRUNE_STREAMING_SUBPLAN.fallback().orElse("");
            if (!used.equals(value)) {
                changes.removeIf(change ->
                        change instanceof OlderDefaultTaken taken && taken.key().equals(key));
                changes.add(new MisnamedConfLost(key, value, used));
            }
        }
    }

    private void unknownState(Map<String, String> recorded, List<QueryChange> changes) {
        if (operators().isEmpty()) {
            return;
        }
        List<String> taken =
                behaviour.pinnedKeys().stream().map(PinnedKey::recordedKey).toList();
        unknown(recorded, PinnedConf.STATE_ENCODING, "avro", taken, changes);
        unknown(recorded, PinnedConf.STATE_ROW_CHECKSUM, "true", taken, changes);
    }

    private static void unknown(
            Map<String, String> recorded,
            PinnedConf conf,
            String harmful,
            List<String> taken,
            List<QueryChange> changes) {
        if (harmful.equals(recorded.get(conf.key())) && !taken.contains(conf.key())) {
            changes.add(new StateFormatUnknown(conf.key(), harmful));
        }
    }

    /** The first run of an offset log of version 2 does not record the number. Spark 4.2: OffsetSeqMetadataV2.apply. */
    private void partitions(Map<String, String> recorded, List<QueryChange> changes) {
        String key = PinnedConf.SHUFFLE_PARTITIONS.key();
        if (recorded.containsKey(key) || before.offsetVersion() == null) {
            return;
        }
        boolean isTold = !after.isScratch() || after.session().containsKey(key);
        if (!isTold) {
            return;
        }
        String session = after.session().getOrDefault(key, DEFAULT_PARTITIONS);
        for (OperatorShape operator : operators()) {
            Integer from = operator.partitions();
            if (from != null
                    && session.trim().matches("\\d{1,9}")
                    && Integer.parseInt(session.trim()) != from
                    && from > 1) {
                changes.add(new PartitionsChanged(operator.operatorId(), from, Integer.parseInt(session.trim())));
            }
        }
    }

    private List<OperatorShape> operators() {
        List<OperatorShape> operators = before.shape().operators();
        return operators == null ? List.of() : operators;
    }

    private void formats(List<QueryChange> changes) {
        Integer offsets = before.offsetVersion();
        if (offsets != null && offsets > behaviour.newestOffsetVersion()) {
            changes.add(new LogFormatTooNew("offsets", offsets, behaviour.newestOffsetVersion()));
        }
        Integer commits = before.commitVersion();
        if (commits == null) {
            return;
        }
        boolean isTold = !after.isScratch() || after.session().containsKey(CHECKPOINT_FORMAT);
        int session = isTold ? sessionFormat() : commits;
        if (behaviour.commitVersions() == CommitVersions.ONE) {
            if (commits > 1) {
                changes.add(new LogFormatTooNew("commits", commits, 1));
            }
        } else if (behaviour.commitVersions() == CommitVersions.SAME_AS_SESSION && commits > 2) {
            changes.add(new LogFormatTooNew("commits", commits, 2));
        } else if (commits <= 2 && commits != session) {
            changes.add(
                    new CheckpointFormatChanged(commits, session, !operators().isEmpty()));
        }
    }

    private int sessionFormat() {
        String set = after.session().getOrDefault(CHECKPOINT_FORMAT, "1").trim();
        return set.matches("\\d{1,3}") ? Integer.parseInt(set) : 1;
    }
}
