package dev.tidemark.delta.verify;

import java.util.List;

import dev.tidemark.evidence.Location;

/**
 * One thing that is wrong with a log.
 *
 * @param subject the file or version it is about
 * @param summary what is wrong, one sentence without a full stop
 */
public record VerifyFinding(
        VerifyRule rule, VerifyRule.Weight weight, String subject, String summary, List<Location> evidence) {
    public VerifyFinding {
        evidence = List.copyOf(evidence);
    }
}
