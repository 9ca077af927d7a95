package dev.tidemark.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.tidemark.checkpoint.offset.OffsetMetadata;

/** Sets the confs of an offsets entry in the session. Authority: OffsetSeqMetadata.setSessionConf. */
final class ConfPinning {
    private final SparkBehaviour behaviour;
    private final SessionConf session;

    ConfPinning(SparkBehaviour behaviour, SessionConf session) {
        this.behaviour = behaviour;
        this.session = session;
    }

    /** A value that the session does not take. */
    record Refusal(String key, ConfCheck.Fault fault) {}

    /** The confs of a query without offsets: the session's own. */
    List<PinnedConf> fresh() {
        List<PinnedConf> confs = new ArrayList<>();
        for (PinnedKey key : behaviour.pinnedKeys()) {
            String value = session.value(key);
            confs.add(new PinnedConf(key.recordedKey(), value, value, PinnedConf.SESSION));
        }
        return confs;
    }

    /** The confs after the entry {@code path} was taken; the first refused value, if any, goes to {@code refusals}. */
    List<PinnedConf> take(OffsetMetadata metadata, String path, List<Refusal> refusals) {
        List<PinnedConf> confs = new ArrayList<>();
        for (PinnedKey key : behaviour.pinnedKeys()) {
            String recorded = metadata.conf().get(key.recordedKey());
            if (recorded != null) {
                key.check().faultOf(recorded).ifPresent(fault -> refusals.add(new Refusal(key.sessionKey(), fault)));
            }
            confs.add(pinned(key, metadata.conf(), path));
        }
        return confs;
    }

    private PinnedConf pinned(PinnedKey key, Map<String, String> recorded, String path) {
        String inSession = session.value(key);
        String misnamed = recorded.get(PinnedKey.PRUNE_FILTERS_OF_3_5_4);
        if (key.recordedKey().equals(PinnedKey.PRUNE_FILTERS)
                && misnamed != null
                && behaviour.takesMisnamedPruneFilters()) {
            return new PinnedConf(key.recordedKey(), inSession, misnamed, path);
        }
        String value = recorded.get(key.recordedKey());
        if (value != null) {
            return new PinnedConf(key.recordedKey(), inSession, value, path);
        }
        return key.fallback() == null
                ? new PinnedConf(key.recordedKey(), inSession, inSession, PinnedConf.SESSION)
                : new PinnedConf(key.recordedKey(), inSession, key.fallback(), PinnedConf.OLDER_DEFAULT);
    }
}
