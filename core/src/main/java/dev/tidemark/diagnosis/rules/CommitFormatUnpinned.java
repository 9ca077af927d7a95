package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.checkpoint.commit.CommitEntry;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;

/** The commit log is of format 2, which no offset file pins. Authority: Spark 4.1 CommitLog, MetadataVersionUtil. */
final class CommitFormatUnpinned extends CaseRule {
    CommitFormatUnpinned() {
        super("CNF-002");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        CheckpointSurvey survey = file.checkpoint();
        long newest = survey.commits().latest().orElse(-1);
        int version = survey.commits().value(newest).map(CommitEntry::version).orElse(1);
        if (version < 2) {
            return List.of();
        }
        return List.of(finding(
                Severity.INFO,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        survey.commits().at(newest) + " is of version " + version
                                + ", and the session must say so again at every start",
                        version == 2
                                ? "spark.sql.streaming.stateStore.checkpointFormatVersion is not stored in the offsets. Spark 4.0"
                                        + " and 4.1 refuse the log under another value (INVALID_LOG_VERSION), 4.2 fails on the"
                                        + " state; 3.5 reads no such log"
                                : "Only Spark 4.2 and later read it",
                        version == 2
                                ? "Start with spark.sql.streaming.stateStore.checkpointFormatVersion=2"
                                : "Start with the Spark that wrote it, or a later one"),
                survey.commits().at(newest)));
    }
}
