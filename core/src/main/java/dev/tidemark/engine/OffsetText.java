package dev.tidemark.engine;

import java.util.List;

import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.format.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Entries of the logs as Spark writes them. Authority: Spark 4.2 OffsetSeqLog.serialize, CommitLog.serialize. */
final class OffsetText {
    private OffsetText() {}

    /**
     * What an offsets entry of format 1 or 2 says beside the offsets.
     *
     * @param timestampMs when the batch was planned, epoch milliseconds; a simulation has no clock
     */
    record Head(int version, long watermarkMs, long timestampMs, List<PinnedConf> confs) {}

    /** An entry. */
    static String entry(Head head, List<String> sourceIds, List<@Nullable String> offsets) {
        JsonObject.Builder conf = JsonObject.builder();
        head.confs().forEach(pinned -> conf.put(pinned.key(), pinned.used()));
        JsonObject.Builder metadata = JsonObject.builder()
                .put("batchWatermarkMs", head.watermarkMs())
                .put("batchTimestampMs", head.timestampMs())
                .put("conf", conf.build());
        boolean isMap = head.version() == OffsetEntry.MAP;
        if (isMap) {
            metadata.put("sourceMetadataInfo", JsonObject.EMPTY);
        }
        StringBuilder text =
                new StringBuilder("v").append(head.version()).append('\n').append(metadata.build());
        if (isMap) {
            for (String id : ScalaHashOrder.of(sourceIds)) {
                String offset = offsets.get(sourceIds.indexOf(id));
                text.append(offset == null ? "" : "\n" + id + ":" + offset);
            }
        } else {
            offsets.forEach(offset -> text.append('\n').append(offset == null ? "-" : offset));
        }
        return text.toString();
    }

    /** A commit of format 1. */
    static String commit(long nextWatermarkMs) {
        return "v1\n"
                + JsonObject.builder()
                        .put("nextBatchWatermarkMs", nextWatermarkMs)
                        .build();
    }

    /** A commit of format 2 of a query without state. */
    static String statelessCommit(long nextWatermarkMs) {
        return "v2\n"
                + JsonObject.builder()
                        .put("nextBatchWatermarkMs", nextWatermarkMs)
                        .put("stateUniqueIds", JsonObject.EMPTY)
                        .build();
    }
}
