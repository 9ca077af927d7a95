package dev.tidemark.engine;

import dev.tidemark.engine.Failure.Advice;

/** What to do about what sources throw, by error condition. */
final class SourceAdvices {
    private SourceAdvices() {}

    static Advice of(SparkError.Cause cause) {
        String condition = cause.condition() == null ? cause.simpleName() : cause.condition();
        return switch (condition) {
            case "DELTA_SOURCE_IGNORE_DELETE" ->
                new Advice(
                        "a commit that the stream has not read yet deletes data, and no option lets it pass",
                        "set skipChangeCommits to true: the stream passes over commits that change data, and the deleted"
                                + " rows stay where it wrote them. ignoreDeletes is enough while whole files are deleted");
            case "DELTA_SOURCE_TABLE_IGNORE_CHANGES" ->
                new Advice(
                        "a commit that the stream has not read yet rewrites data (UPDATE, DELETE, MERGE or an overwrite)",
                        "set skipChangeCommits to true to pass over such commits whole, inserts in them too; ignoreChanges"
                                + " delivers the rewritten files again, with duplicates; a change feed reads the change"
                                + " itself");
            case "DELTA_MISSING_FILES_UNEXPECTED_VERSION" ->
                new Advice(
                        "commits of the table that the stream still needs are gone; log cleanup removes them after"
                                + " delta.logRetentionDuration",
                        "restore the commits from a copy. With failOnDataLoss=false the stream jumps over the hole, and"
                                + " its rows are lost to it; a new checkpoint reads the table from its present state");
            case "DELTA_STREAMING_TRAILING_COMMIT_MISSING" ->
                new Advice(
                        "the offsets reach further than the table: its last commits are gone, as after a rollback by hand or"
                                + " a copy that was older than the checkpoint",
                        "restore the commits from a copy; failOnDataLoss=false does not help. With"
                                + " spark.databricks.delta.streaming.trailingCommitValidation.enabled set to false the batch"
                                + " is read without them");
            case "DELTA_LOG_FILE_NOT_FOUND_FOR_STREAMING_SOURCE" ->
                new Advice(
                        "the table version in which the stream's first snapshot lies cannot be rebuilt any more",
                        "restore that version's log files, or start on a new checkpoint; failOnDataLoss does not help"
                                + " here");
            case "DELTA_SCHEMA_CHANGED_WITH_VERSION", "DELTA_SCHEMA_CHANGED_WITH_STARTING_OPTIONS" ->
                new Advice(
                        "the schema of a version that is to be read does not fit the schema the stream was planned with",
                        "restart once more: an added column is then known. If it fails at the same version again, start on"
                                + " a new checkpoint behind that version");
            case "DELTA_SCHEMA_NOT_SET" ->
                new Advice(
                        "no Delta table with a schema is at the path of the source any more",
                        "bring the table back, or correct the path; a table that is made anew under the same path has"
                                + " another id and is refused as well");
            case "PATH_NOT_FOUND" ->
                new Advice(
                        "the directory that the source reads is not there any more",
                        "bring the directory back, if need be an empty one, or correct the path; files that batches have"
                                + " read already are not needed again");
            case "DELTA_STREAMING_METADATA_EVOLUTION" ->
                new Advice(
                        "the table's schema changed and the stream has noted it; it must be planned anew",
                        "start the query again");
            default ->
                new Advice(
                        "the source itself refuses: " + condition,
                        "see the message; nothing in the checkpoint needs to be changed before its cause is understood");
        };
    }
}
