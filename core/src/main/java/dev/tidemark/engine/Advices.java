package dev.tidemark.engine;

import java.util.List;

import dev.tidemark.engine.Failure.Advice;
import dev.tidemark.evidence.Damage;
import org.jspecify.annotations.Nullable;

/** For each way in which a query dies: why, and the smallest safe thing to do about it. */
final class Advices {
    static final Advice SINK_INTERVAL = new Advice(
            "spark.sql.streaming.fileSink.log.compactInterval says after how many batches the file sink puts its log together,"
                    + " and that is 1 at least",
            "set it to a positive number, or leave it alone");
    static final Advice TABLE_IS_APPEND_ONLY = new Advice(
            "the sink table has delta.appendOnly, and output mode complete replaces all of it with every batch",
            "take delta.appendOnly off the table, or restart with output mode append");
    static final Advice OUTPUT_MODE_REFUSED = new Advice(
            "the sink does not take that output mode",
            "use output mode append, or for a Delta table complete; rows that change are written with foreachBatch and"
                    + " MERGE");
    static final Advice DELAY_REFUSED = new Advice(
            "the delay of a watermark is no length of time that can be waited for",
            "give the delay as an interval of zero or more, such as 10 minutes");
    static final Advice SINK_CANNOT_RECOVER = new Advice(
            "a memory sink in append or update mode cannot go on from a checkpoint, and this one has offsets",
            "start on a new checkpoint, or use a sink that keeps its rows");
    static final Advice RETAINS_NOTHING = new Advice(
            "spark.sql.streaming.minBatchesToRetain must be at least 1", "set it to 1 or more, or leave it at 100");
    static final Advice ASYNC_REFUSED = new Advice(
            "async progress tracking works with a processing-time trigger and a noop, console, memory or Kafka sink only",
            "change the trigger or the sink, or set asyncProgressTrackingEnabled to false");
    static final Advice ASYNC_STATEFUL = new Advice(
            "async progress tracking does not work for a query with state",
            "set asyncProgressTrackingEnabled to false; if a batch is missing before the newest entry of offsets by then, the"
                    + " query needs it on for one more start, or a new checkpoint");
    static final Advice METADATA_MISSING = new Advice(
            "the file metadata is gone while the logs have entries; a new query id would defeat the exactly-once of a"
                    + " Delta sink, so this version refuses to make one",
            "restore metadata from a copy, or write it anew with the old query id: a Delta sink's own log has it as the"
                    + " appId of its txn actions. With spark.sql.streaming.checkpoint.verifyMetadataExists.enabled=false"
                    + " the query starts under a new id, and a batch that is run again may then be doubled");
    static final Advice NAMES_REFUSED = new Advice(
            "the names of the query's sources or of its sink are not as Spark wants them",
            "with spark.sql.streaming.queryEvolution.enableSourceEvolution give every source a name of its own, of letters,"
                    + " digits and underscores; without it give none");
    static final Advice SOURCES_UNNAMED = new Advice(
            "the checkpoint knows its sources by name, and the query's sources have none",
            "give each source its old name with name(), and set"
                    + " spark.sql.streaming.queryEvolution.enableSourceEvolution to true");
    static final Advice REPARTITION_CHECK = new Advice(
            "this version compares the shuffle partitions of the unfinished batch with those of the batch before it, and"
                    + " they are not on record; an offset log of format 2 never records them in its first run",
            "set spark.sql.streaming.checkUnfinishedRepartitionOnRestart to false for this restart, and keep"
                    + " spark.sql.shuffle.partitions as it was");
    static final Advice CONTINUOUS_MAP = new Advice(
            "continuous processing cannot read an offset log of format 2",
            "go on with a micro-batch trigger, or start on a new checkpoint");

    private Advices() {}

    static Advice metadataDamaged(Damage damage) {
        return new Advice(
                "the file metadata is damaged: " + damage.message(),
                "restore it from a copy, or write it anew as {\"id\":\"<query id>\"}; the sink's own log has the id if"
                        + " it is a Delta table (appId of its txn actions). Deleting it gives the query a new id, and a"
                        + " batch that is run again may then be doubled");
    }

    static Advice offsetsDamaged(String path, Damage damage) {
        return new Advice(
                "the newest offsets must be readable, and this entry is not: " + damage.message(),
                "restore " + path + " from a copy. Without one: if commits has no entry for it, delete " + path
                        + ", and the batch is planned anew; a sink that has it already then skips or doubles rows");
    }

    static Advice commitDamaged(String path, Damage damage) {
        return new Advice(
                "the newest commit must be readable, and this entry is not: " + damage.message(),
                "delete " + path + ": the batch is run again, which an idempotent sink skips and another doubles; the"
                        + " watermark may fall back by a batch");
    }

    static Advice commitSaysNull(String path) {
        return new Advice(
                "the newest commit must be readable, and this entry says null",
                "delete " + path + ": the batch is run again, which an idempotent sink skips and another doubles; the"
                        + " watermark may fall back by a batch");
    }

    static Advice tooNew(String path, int version) {
        return new Advice(
                path + " is of version " + version + ", which this Spark does not read",
                "restart with the Spark that wrote it, or a later one");
    }

    static Advice commitVersion(int version, int wanted) {
        return new Advice(
                "commits are of version " + version + " and the session asks for version " + wanted
                        + "; this conf is not pinned by the checkpoint",
                "set spark.sql.streaming.stateStore.checkpointFormatVersion to " + version);
    }

    static Advice strayName(String path) {
        return new Advice(
                "a file whose name counts as that batch is listed, and Spark then opens " + path
                        + ", which is not there",
                "rename or remove the stray file (a name such as +5 or 007)");
    }

    /** The entry before the newest is gone. */
    static Advice previousMissing(String path, String remedy) {
        return new Advice("Spark reads the newest two offsets entries, and " + path + " is gone", remedy);
    }

    static Advice unfinishedRepartition(String path, int before, int now) {
        return new Advice(
                path + " is not committed and records " + now + " shuffle partitions, the batch before it " + before,
                "finish the repartitioning first; if there was none, set"
                        + " spark.sql.streaming.checkUnfinishedRepartitionOnRestart to false");
    }

    static Advice commitsWithoutOffsets(long newest) {
        return new Advice(
                "commits has entries up to " + newest + " and offsets has none",
                "restore offsets from a copy, or start on a new checkpoint; a sink that keeps batch ids skips the first"
                        + " batches of a start on this one");
    }

    static Advice checkpointNotEmpty(String directory) {
        return new Advice(
                "there are no offsets, so this is a fresh start, and " + directory + " is not empty",
                "start on a new checkpoint, or restore offsets from a copy. To begin anew here, delete offsets, commits"
                        + " and state together; the sink may then skip or double the first batches");
    }

    static Advice confRefused(String path, String key) {
        return new Advice(
                path + " records a value of " + key + " that this version refuses",
                "restart with the Spark that wrote it; a state format cannot be changed by editing the log");
    }

    static Advice sourceCount(int recorded, int asked) {
        return new Advice(
                "the offsets have " + recorded + " " + (recorded == 1 ? "line" : "lines")
                        + " of sources, the query has " + asked,
                "restart with the same sources in the same order; another set of sources needs a new checkpoint");
    }

    static Advice metadataLineEmpty(String path) {
        return new Advice(
                "the second line of " + path + " is empty, so that the watermark is never set up",
                "restore the line from a copy, or from the entry before it: it has the same confs, an older watermark"
                        + " and an older time");
    }

    static Advice epochWithoutOffsets(long epoch) {
        return new Advice(
                "epoch " + epoch + " is committed and its offsets are gone",
                "delete commits/" + epoch + " and later: the query goes on from the newest epoch that has both");
    }

    /** Commits beyond the newest offsets; the one of the batch that is run again stands in the way. */
    static Advice commitsAhead(long batchId, List<Long> beyond) {
        String next = "offsets/" + (batchId + 1);
        return new Advice(
                "commits is ahead of offsets: batch " + batchId
                        + " is run again because it is the newest in offsets, and"
                        + " its commit is there already. Each such start sends the batch to the sink before it fails",
                "restore " + next + " if it was lost. Else delete " + commits(beyond) + " and keep commits/" + batchId
                        + ": the query goes on with a new batch " + (batchId + 1)
                        + ". A Delta or file sink that has a batch "
                        + (batchId + 1)
                        + " already skips it, and what is new in it is lost; another sink gets the rows of"
                        + " the lost batch again");
    }

    /** A plain file where a directory belongs. */
    static Advice fileInTheWay(String path) {
        return new Advice(
                path + " is a file, and a directory belongs there",
                "move the file away. If a directory of that name was lost, restore it from a copy first: without it the"
                        + " query does not know what was done");
    }

    /** A directory where a file belongs. */
    static Advice directoryInTheWay(String path) {
        return new Advice(
                path + " is a directory, and a file belongs there", "move it away, and restore the file from a copy");
    }

    /** A fresh start that meets the commit of its own first batch. */
    static Advice commitsWithoutOffsetsLate(List<Long> commits) {
        return new Advice(
                "offsets has no entry, so that the query starts afresh, and the commit of batch 0 is there already",
                "restore offsets from a copy, or start on a new checkpoint. After this start has failed once, offsets/0 is"
                        + " there and batch 0 is run again at each start; deleting " + commits(commits)
                        + " lets it go on, and a sink that keeps batch ids skips what it has");
    }

    static Advice otherSource(String offset) {
        String shown = offset.length() <= 60 ? offset : offset.substring(0, 57) + "...";
        return new Advice(
                "the source cannot read the offset " + shown + ": another kind of source wrote it, or it is damaged",
                "restart with the sources in the old order; if the source was replaced, start on a new checkpoint");
    }

    static Advice differentTable(@Nullable String path) {
        return new Advice(
                "the table at " + path
                        + " is not the one that the offsets are about: sources were swapped, the path was"
                        + " changed, or the table was made anew",
                "restart with the old table in this place; to go on with the new one, start on a new checkpoint");
    }

    static Advice otherDirectory(String path, String file) {
        return new Advice(
                "the file source's log names " + file + ", which is not under " + path
                        + ": sources were swapped, or the directory was changed",
                "restart with the old directory in this place; to read another one, start on a new checkpoint");
    }

    static Advice offsetsBackwards() {
        return new Advice(
                "the newest offset of a source lies behind the one before it",
                "restore the newest offsets entry from a copy");
    }

    static Advice dataFileUnreadable(String file) {
        return new Advice(
                file + " is no Parquet file: it was cut short, or something else was written in its place",
                "restore the file, or, if its rows can be done without, set spark.sql.files.ignoreCorruptFiles for the"
                        + " restart");
    }

    static Advice dataFileMissing(String file) {
        return new Advice(
                "the batch must read " + file + ", which is gone; VACUUM removes files that the table dropped long ago",
                "restore the file, or start on a new checkpoint. spark.sql.files.ignoreMissingFiles=true goes on without"
                        + " its rows");
    }

    static Advice sinkEntryMissing(String path) {
        return new Advice(
                "the file sink compacts its log with this batch, and " + path + " is gone",
                "restore _spark_metadata from a copy, or write to a new output directory with a new checkpoint");
    }

    static Advice sourceEntryMissing(String path) {
        return new Advice(
                "the offsets point to an entry of the file source's own log that is gone, " + path,
                "restore " + path
                        + " from a copy; without one its files are not known any more, and the way out is a new"
                        + " checkpoint");
    }

    static Advice sinkEntryDamaged(String path, Damage damage) {
        return new Advice(
                "the file sink puts the entries of its log together in this batch, and one is damaged: "
                        + damage.message(),
                "restore " + path + " from a copy, or write it anew from the files that the batch left in the output");
    }

    static Advice sourceEntryDamaged(String path, Damage damage) {
        return new Advice(
                "the file source reads its own log at the start, and this entry is damaged: " + damage.message(),
                "restore " + path
                        + " from a copy; if no offsets entry points to it yet, it can be deleted, and its files"
                        + " are found again");
    }

    private static String commits(List<Long> ids) {
        List<String> files = ids.stream().map(id -> "commits/" + id).toList();
        return files.size() <= 4
                ? String.join(", ", files)
                : files.get(0) + " to " + files.get(files.size() - 1) + " (" + files.size() + " files)";
    }
}
