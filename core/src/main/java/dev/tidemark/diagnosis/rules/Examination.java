package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.delta.verify.Verification;
import dev.tidemark.delta.verify.VerifyRule;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Diagnosis;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SinkExhibit;
import dev.tidemark.diagnosis.exhibit.StateExhibit;
import dev.tidemark.diagnosis.exhibit.TableExhibit;
import dev.tidemark.evidence.Location;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SinkDescription;

/** Lets every rule look at what is at hand. Pure: the same evidence gives the same diagnosis. */
public final class Examination {
    /** The rules about a whole case, in the order of the reference. */
    public static final List<Rule<CaseFile>> CASE_RULES = List.of(
            new TwoDrivers(),
            new WatermarkFrozen(),
            new LogNotPurged(),
            new SessionConfIgnored(),
            new CommitFormatUnpinned(),
            new ConfValueIllegal(),
            new PinnedConfChanged(),
            new FoldersBeyondPartitions(),
            new SourceCountDiffersFromQuery(),
            new SameSourceSeveralTimes(),
            new SourceKindDiffers(),
            new WatermarkOvertookSnapshot(),
            new SourceLogCleaned(),
            new SourceTableUnreadable(),
            new SourceTableRecreated(),
            new ChangeCommitsAhead(),
            new SchemaChangeAhead(),
            new MetadataRewritten(),
            new StartOptionIgnored(),
            new StreamBeganAtVersion(),
            new UnreadFilesVacuumed(),
            new UnreadFilesLost(),
            new PlannedInputMissing(),
            new InputDirectoryMoved(),
            new RetentionHeadroom(),
            new OffsetBeyondTable(),
            new DeltaIndexIllegal(),
            new LogHoleAhead(),
            new KafkaWentBack(),
            new KafkaPartitionsVanished(),
            new KafkaOffsetNegative(),
            new KafkaOutOfRange(),
            new KafkaUnsubscribed(),
            new KafkaTopicHasNoIdentity(),
            new KafkaInitialOffsetsLost(),
            new NotReplayable(),
            new StateGone(),
            new StateKeyedBy(),
            new StateOfOldSpark(),
            new ProvidersMixed(),
            new PartitionMissing(),
            new OperatorForsaken(),
            new StateSchemaDamaged(),
            new StateAheadOfLogs(),
            new SnapshotContradictsChanges(),
            new MisfitRows(),
            new QueryIdKnownBySink(),
            new ApplicationIdReused(),
            new SinkAhead(),
            new OutputOfAnEarlierQuery(),
            new SkippedReplayStuck(),
            new SinkBehind(),
            new SinkKnowsNoSuchQuery(),
            new PendingBatchInSink(),
            new SinkRestored(),
            new SinkLogIncomplete(),
            new OutputFilesLost(),
            new SinkLogDamaged(),
            new OutputMoved(),
            new DeliveredTwice(),
            new CopiedWithoutTimes(),
            new EmptyStateFiles(),
            new SchemaPathsElsewhere(),
            new FolderMarkers(),
            new CrashOfFormatTwo(),
            new IdleFileSource(),
            new CaughtUp(),
            new PartitionsAgree(),
            new WatermarkFollowsSlowest());

    /** The rules about a Delta table by itself. */
    public static final List<Rule<TableExhibit>> TABLE_RULES = List.of(
            new CommitsLost(),
            new HintUseless(),
            new IncompleteCheckpointsUnneeded(),
            new VersionsNotReconstructible(),
            new FilesOfAnOverwrittenCommit(),
            new BrokenCheckpointUnneeded(),
            new CommitWithoutBytes(),
            new CommitChangedByHand());

    /** Which a query with asynchronous progress tracking leaves by design. */
    private static final String HOLE_BELOW_NEWEST = "CKP-004";

    private static final String DATA_FILES = "dataFiles";

    private static final RestartFails RESTART_FAILS = new RestartFails();

    private Examination() {}

    /** What a checkpoint and all around it come to. */
    public static Diagnosis of(CaseFile file) {
        List<Finding> findings = new ArrayList<>(CheckpointRules.check(file.checkpoint()));
        findings.removeIf(
                finding -> tracksAsynchronously(file) && finding.rule().equals(HOLE_BELOW_NEWEST));
        file.state().found().ifPresent(state -> {
            findings.addAll(StateLoadFindings.of(state.loads()));
            state.rows()
                    .surveys()
                    .forEach(survey -> findings.addAll(StateRowFindings.of(survey, eviction(file, state))));
        });
        CASE_RULES.forEach(rule -> findings.addAll(rule.check(file)));
        if (!has(findings, Severity.ERROR)) {
            findings.addAll(RESTART_FAILS.check(file));
        }
        boolean hasBatches = file.checkpoint().offsets().latest().isPresent();
        if (hasBatches && !has(findings, Severity.WARNING)) {
            findings.add(healthy(file));
        }
        return new Diagnosis(
                Diagnosis.Kind.CHECKPOINT,
                file.checkpoint().location(),
                file.restart().value(),
                findings,
                Omissions.of(file));
    }

    /** What a Delta table comes to. */
    public static Diagnosis of(TableExhibit table) {
        List<Finding> findings = new ArrayList<>(TableFindings.of(table.verification()));
        TABLE_RULES.forEach(rule -> findings.addAll(rule.check(table)));
        List<String> notChecked = new ArrayList<>(table.verification().notChecked());
        if (findings.removeIf(finding -> finding.rule().equals(VerifyRule.DATA_MISSING.id())
                && finding.subject().equals(Verification.WHOLE_TABLE))) {
            findings.removeIf(finding -> finding.rule().equals(VerifyRule.VECTOR_MISSING.id()));
            notChecked.add("the data files, none of which is here");
        } else if (table.verification().checked().containsKey(DATA_FILES)) {
            notChecked.add("the insides of data files");
        }
        if (!table.isReadable()) {
            findings.removeIf(finding -> finding.rule().equals(VerifyRule.ORPHAN.id()));
        }
        return new Diagnosis(Diagnosis.Kind.DELTA_TABLE, table.location(), null, findings, notChecked);
    }

    /** What the output of a file sink comes to. */
    public static Diagnosis of(SinkExhibit.FileSink output) {
        List<Finding> findings = new ArrayList<>();
        new SinkLogIncomplete().check(output).ifPresent(findings::add);
        new OutputFilesLost().check(output).ifPresent(findings::add);
        findings.addAll(new SinkLogDamaged().check(output));
        new OutputMoved().check(output).ifPresent(findings::add);
        List<String> notChecked = new ArrayList<>();
        if (!output.lost().whyNot().isEmpty()) {
            notChecked.add(output.lost().whyNot());
        }
        notChecked.add("the checkpoint of the query that writes here");
        return new Diagnosis(Diagnosis.Kind.FILE_SINK_OUTPUT, output.location(), null, findings, notChecked);
    }

    private static boolean tracksAsynchronously(CaseFile file) {
        return file.query()
                .map(QueryDescription::sink)
                .flatMap(sink -> sink.option("asyncProgressTrackingEnabled"))
                .filter("true"::equalsIgnoreCase)
                .isPresent();
    }

    private static StateRowFindings.Eviction eviction(CaseFile file, StateExhibit state) {
        Optional<String> outputMode = file.query().map(QueryDescription::sink).map(SinkDescription::outputMode);
        if (outputMode.filter("complete"::equalsIgnoreCase).isPresent()) {
            return StateRowFindings.Eviction.NONE;
        }
        return outputMode.isPresent() && state.operators().size() == 1
                ? StateRowFindings.Eviction.EXPECTED
                : StateRowFindings.Eviction.UNKNOWN;
    }

    private static boolean has(List<Finding> findings, Severity least) {
        return findings.stream().anyMatch(finding -> finding.severity().compareTo(least) >= 0);
    }

    private static Finding healthy(CaseFile file) {
        long newest = file.checkpoint().offsets().latest().orElseThrow();
        boolean isRerun = file.checkpoint().restartPoint().batchId() == newest;
        return new Finding(
                "OK-001",
                Severity.INFO,
                Confidence.CERTAIN,
                "checkpoint",
                new Finding.Explanation(
                        "Nothing in these files explains a failure: the logs agree"
                                + (file.state().found().isPresent() ? " and the state loads" : ""),
                        "What fails nevertheless fails for a cause outside: CONCURRENT_STREAM_LOG_UPDATE or 'multiple streaming"
                                + " queries' means a second driver or an overlapping retry; else the sink, user code, or an error"
                                + " of the Spark version",
                        "See whether another run is alive before any file is touched"
                                + (isRerun ? "; do not delete offsets/" + newest + ", which a restart needs" : "")),
                List.of(Location.of("offsets/" + newest)));
    }
}
