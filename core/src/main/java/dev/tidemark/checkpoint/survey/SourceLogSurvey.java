package dev.tidemark.checkpoint.survey;

import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.log.CompactionRule;
import dev.tidemark.checkpoint.log.LogListing;
import dev.tidemark.evidence.Damage;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of {@code sources/<id>}, a source's own log.
 *
 * @param sourceId the directory's name
 * @param rule how it compacts
 * @param missing names of files that a reader of the whole log opens and that are not there, the first
 *     {@value #MISSING_SHOWN}
 * @param newestDamage what is wrong with the newest entry, or null
 */
public record SourceLogSurvey(
        String sourceId,
        LogListing listing,
        CompactionRule rule,
        List<String> missing,
        @Nullable Damage newestDamage) {
    static final int MISSING_SHOWN = 20;

    public SourceLogSurvey {
        missing = List.copyOf(missing);
    }

    /** Whether it is a log that grows, as the file source's, and no single file with an initial offset. */
    public boolean isFileSourceLog() {
        return listing.latest().orElse(0) > 0 || newestDamage != null;
    }

    /** What is wrong with the newest entry. */
    public Optional<Damage> damageOfNewest() {
        return Optional.ofNullable(newestDamage);
    }
}
