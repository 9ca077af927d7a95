package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;

/** The rules about a checkpoint's logs. */
public final class CheckpointRules {
    /** All of them, by id. */
    public static final List<Rule<CheckpointSurvey>> ALL = List.of(
            new QueryIdMissing(),
            new QueryIdDamaged(),
            new OffsetEntryDamaged(),
            new PreviousOffsetMissing(),
            new CommitEntryDamaged(),
            new CommitAheadOfOffsets(),
            new OffsetsGone(),
            new BatchUncommitted(),
            new SeveralBatchesUncommitted(),
            new HoleInLog(),
            new EntryMisnamed(),
            new TemporaryLeft(),
            new ForeignName(),
            new HadoopChecksumDiffers(),
            new OffsetMetadataEmpty(),
            new ConfKeyMisnamed(),
            new PinnedConfLost(),
            new PartitionsChangedUncommitted(),
            new WatermarkAheadOfClock(),
            new SourceCountChanged(),
            new SourceOffsetNotJson(),
            new SourceLogIncomplete(),
            new SourceTableReplaced(),
            new OffsetMapWithoutPartitions(),
            new SourceMovedBack(),
            new WatermarkMovedBack(),
            new FileUnreadable(),
            new LogIsNoDirectory(),
            new StateIdsMissing(),
            new SourceLogAhead());

    private CheckpointRules() {}

    /** What the rules find, the worst first. */
    public static List<Finding> check(CheckpointSurvey survey) {
        List<Finding> findings = new ArrayList<>();
        ALL.forEach(rule -> findings.addAll(rule.check(survey)));
        findings.sort(Comparator.comparing(Finding::severity).reversed());
        return List.copyOf(findings);
    }
}
