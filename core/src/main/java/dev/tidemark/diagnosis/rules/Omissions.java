package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;

import dev.tidemark.checkpoint.log.BatchIds;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.exhibit.RestartOutlook;
import dev.tidemark.diagnosis.exhibit.SourceExhibit;
import dev.tidemark.diagnosis.exhibit.SourceTable;
import dev.tidemark.diagnosis.exhibit.StateExhibit;
import dev.tidemark.engine.EngineEvent;
import dev.tidemark.engine.Reach;
import dev.tidemark.engine.RestartPrediction;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.source.SourceOffset;
import dev.tidemark.stream.LoadSurvey;

/** What an examination of a checkpoint did not look at, a clause each: what is not looked at is not fine, but unknown. */
final class Omissions {
    private final CaseFile file;
    private final List<String> clauses;

    private Omissions(CaseFile file) {
        this.file = file;
        this.clauses = new ArrayList<>(file.notAtHand());
    }

    /** The clauses, the weightiest first. */
    static List<String> of(CaseFile file) {
        Omissions omissions = new Omissions(file);
        file.restart().found().ifPresent(omissions::restart);
        omissions.strangers();
        omissions.brokers();
        omissions.commitsAhead();
        omissions.olderBatches();
        file.state().found().ifPresent(omissions::olderState);
        omissions.dataFiles();
        return List.copyOf(omissions.clauses);
    }

    private void restart(RestartOutlook outlook) {
        RestartPrediction prediction = outlook.prediction();
        if (!prediction.unknown().isEmpty()) {
            clauses.add("how a restart goes on (its verdict says why)");
        }
        if (prediction.verdict() != RestartPrediction.Verdict.RUNS) {
            return;
        }
        boolean isCaughtUp =
                prediction.trace().stream().anyMatch(entry -> entry.event() instanceof EngineEvent.CaughtUp);
        if (!outlook.reach().followsBatches()) {
            clauses.add("what the batches of a restart do");
        } else if (!isCaughtUp) {
            clauses.add(
                    prediction.batches().stream().mapToLong(RestartPrediction.PredictedBatch::batchId).max().stream()
                            .mapToObj(last -> "batches after " + last + " (restart --until-caught-up)")
                            .findFirst()
                            .orElse("batches to come (restart --until-caught-up)"));
        }
    }

    private void strangers() {
        for (SourceExhibit source : file.sources()) {
            boolean isOpaque = source.newest()
                    .filter(position -> position.offset() instanceof SourceOffset.Opaque)
                    .isPresent();
            if (isOpaque) {
                clauses.add("source " + source.sourceId()
                        + ", of a kind that is not known here: neither its offsets nor a log of its own were judged");
            }
        }
    }

    private void commitsAhead() {
        for (SourceExhibit source : file.sources()) {
            source.table()
                    .found()
                    .filter(SourceTable::isCutShort)
                    .ifPresent(table -> clauses.add("commits of the table of"
                            + " source " + source.sourceId() + " after the first "
                            + table.ahead().size()
                            + " that the stream has not read"));
        }
    }

    private void brokers() {
        boolean areAsked = file.sources().stream()
                .filter(source -> source.newest()
                        .filter(position -> position.offset() instanceof SourceOffset.Kafka)
                        .isPresent())
                .anyMatch(source ->
                        source.described().map(SourceDescription::bounds).isEmpty());
        if (areAsked) {
            clauses.add("what Kafka's brokers still hold (--query declares it)");
        }
    }

    private void olderBatches() {
        BatchIds planned = file.checkpoint().offsets().batches();
        NavigableMap<Long, ?> read = file.checkpoint().offsets().entries();
        if (!read.isEmpty() && planned.before(read.firstKey()).isPresent()) {
            clauses.add("the insides of log files before batch " + read.firstKey());
        }
    }

    private void olderState(StateExhibit state) {
        List<LoadSurvey.BatchLoads> looked = state.loads().batches();
        if (!looked.isEmpty()) {
            long oldest = looked.get(looked.size() - 1).batchId();
            boolean isAll = file.checkpoint().commits().batches().before(oldest).isEmpty();
            if (!isAll) {
                clauses.add("state older than batch " + oldest + "'s (state loadable)");
            }
        }
    }

    private void dataFiles() {
        boolean wereLeftAlone = file.restart()
                .map(outlook -> outlook.reach().dataFiles() == Reach.DataFiles.LEFT_ALONE)
                .orElse(true);
        boolean areThere = file.sources().stream().anyMatch(Omissions::readsFiles)
                || file.sink().found().isPresent();
        if (wereLeftAlone && areThere) {
            clauses.add("the insides of data files");
        }
    }

    private static boolean readsFiles(SourceExhibit source) {
        return source.table().found().isPresent() || source.input().found().isPresent();
    }
}
