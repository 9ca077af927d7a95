package dev.tidemark.diagnosis.rules;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tidemark.delta.verify.VerifyFinding;
import dev.tidemark.delta.verify.VerifyRule;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.TableExhibit;

/** A checkpoint that cannot be read, and that the commits make unnecessary. */
final class BrokenCheckpointUnneeded extends TableRule {
    private static final Pattern VERSION = Pattern.compile(".*?(\\d{20})\\.checkpoint\\..*");

    BrokenCheckpointUnneeded() {
        super("TBL-025");
    }

    @Override
    void check(TableExhibit table, List<Finding> findings) {
        Set<Long> told = new HashSet<>();
        for (VerifyFinding broken : found(table, VerifyRule.CHECKPOINT_UNREADABLE, VerifyRule.SIDECAR_MISSING)) {
            Matcher name = VERSION.matcher(broken.subject());
            if (!name.matches()) {
                continue;
            }
            long version = Long.parseLong(name.group(1));
            if (told.add(version) && table.hasCommits(0, version)) {
                findings.add(finding(
                        Severity.ERROR,
                        Confidence.CERTAIN,
                        new Finding.Explanation(
                                "The checkpoint of version " + version + " cannot be read, and commits 0 to " + version
                                        + " are all there",
                                "Readers that choose the checkpoint fail; Spark falls back while it makes the snapshot and not"
                                        + " when it scans it later",
                                "Delete the checkpoint's files and _last_checkpoint: nothing is lost. Then write a new"
                                        + " checkpoint"),
                        broken.evidence()));
            }
        }
    }
}
