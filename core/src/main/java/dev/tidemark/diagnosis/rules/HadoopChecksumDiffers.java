package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.checkpoint.log.ChecksumVerdict;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.checkpoint.survey.LogSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;

/**
 * A file that is not the one Hadoop took its checksums of: somebody edited it, or it was copied apart from them.
 */
final class HadoopChecksumDiffers implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-014";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        List<Finding> findings = new ArrayList<>();
        check(Location.of("metadata"), survey.identity().checksum(), findings);
        check(survey.offsets(), findings);
        check(survey.commits(), findings);
        return findings;
    }

    private void check(LogSurvey<?> log, List<Finding> findings) {
        log.checksums().forEach((batchId, verdict) -> check(log.at(batchId), verdict, findings));
    }

    private void check(Location file, ChecksumVerdict verdict, List<Finding> findings) {
        if (verdict != ChecksumVerdict.DIFFERS) {
            return;
        }
        String directory = file.path().substring(0, file.path().lastIndexOf('/') + 1);
        String checksums = directory + "." + file.path().substring(directory.length()) + ".crc";
        findings.add(new Finding(
                id(),
                Severity.INFO,
                Confidence.CERTAIN,
                file.path(),
                new Finding.Explanation(
                        file + " was changed after Hadoop took the checksums in " + checksums,
                        "Spark's usual file manager reads it on a local disk all the same. One that goes through Hadoop's"
                                + " FileSystem, as any copy with hadoop fs does, fails with ChecksumException",
                        "Find out who changed the file. If the change is meant, delete " + checksums),
                List.of(file, Location.of(checksums))));
    }
}
