package dev.tidemark.diagnosis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.log.BatchIds;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.checkpoint.survey.CheckpointSurveyor;
import dev.tidemark.diagnosis.exhibit.CopyMarksReader;
import dev.tidemark.diagnosis.exhibit.Exhibit;
import dev.tidemark.diagnosis.exhibit.LeftoverReader;
import dev.tidemark.diagnosis.exhibit.RestartOutlook;
import dev.tidemark.diagnosis.exhibit.RowReading;
import dev.tidemark.diagnosis.exhibit.SinkExhibit;
import dev.tidemark.diagnosis.exhibit.SourceExhibit;
import dev.tidemark.diagnosis.exhibit.StateReader;
import dev.tidemark.diagnosis.exhibit.SurroundingsReader;
import dev.tidemark.engine.Failure;
import dev.tidemark.engine.Reach;
import dev.tidemark.engine.RestartEngine;
import dev.tidemark.engine.RestartPrediction;
import dev.tidemark.engine.SparkVersion;
import dev.tidemark.engine.Step;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.query.DraftQuery;
import dev.tidemark.query.QueryDescription;
import org.jspecify.annotations.Nullable;

/** Gathers what is at hand about a stream. */
public final class CaseReader {
    private static final int BATCHES_READ = 200;
    private static final int BATCHES_FOLLOWED = 2;

    private final Storage storage;
    private final Places places;
    private final @Nullable QueryDescription description;
    private final OptionalLong nowMs;

    /**
     * A reader.
     *
     * @param storage whose root is the checkpoint
     * @param description the query as its owner describes it; null when nobody did
     * @param nowMs the moment that retention is counted from, epoch milliseconds; empty when there is none
     */
    public CaseReader(Storage storage, Places places, @Nullable QueryDescription description, OptionalLong nowMs) {
        this.storage = storage;
        this.places = places;
        this.description = description;
        this.nowMs = nowMs;
    }

    /**
     * Reads the logs, the state with the rows of small stores, and what else is there.
     *
     * @throws IOException when the checkpoint cannot be listed
     */
    public CaseFile read() throws IOException {
        return read(RowReading.SMALL);
    }

    /**
     * Reads the logs, the state, and what else is there.
     *
     * @throws IOException when the checkpoint cannot be listed
     */
    public CaseFile read(RowReading rows) throws IOException {
        Checkpoint checkpoint = Checkpoint.in(storage);
        CheckpointSurvey survey = survey(checkpoint);
        QueryDescription draft = DraftQuery.of(checkpoint).query();
        try (SurroundingsReader surroundings = new SurroundingsReader(survey, storage, places, description, draft)) {
            List<SourceExhibit> sources = surroundings.sources();
            Exhibit<SinkExhibit> sink = surroundings.sink();
            return new CaseFile(
                    survey,
                    description,
                    new LeftoverReader(checkpoint).read(survey),
                    CopyMarksReader.read(storage),
                    StateReader.read(checkpoint, rows),
                    sources,
                    sink,
                    restart(surroundings.placed(sources, sink)),
                    nowMs);
        }
    }

    /** The whole logs of all but the longest-lived checkpoints, of those the newest files. */
    private static CheckpointSurvey survey(Checkpoint checkpoint) throws IOException {
        BatchIds batches = checkpoint.offsets().list().batches();
        return batches.size() <= BATCHES_READ
                ? CheckpointSurveyor.whole(checkpoint)
                : CheckpointSurveyor.of(
                        checkpoint,
                        batches.stream().skip(batches.size() - BATCHES_READ).toArray());
    }

    private Exhibit<RestartOutlook> restart(QueryDescription query) throws IOException {
        List<String> assumptions = new ArrayList<>();
        if (description == null) {
            assumptions.add("the query is as the checkpoint shows it (--query FILE describes it)");
        }
        String text = query.versions().spark();
        SparkVersion version =
                text == null ? SparkVersion.NEWEST_KNOWN : SparkVersion.of(text).orElse(SparkVersion.NEWEST_KNOWN);
        if (description == null || text == null) {
            assumptions.add("Spark " + version);
        }
        Reach reach = new Reach(BATCHES_FOLLOWED, Reach.DataFiles.LEFT_ALONE);
        RestartPrediction prediction = RestartEngine.predict(query, version, storage, places, reach);
        if (description == null && isGuessed(prediction)) {
            reach = Reach.LOGS_ALONE;
            prediction = RestartEngine.predict(query, version, storage, places, reach);
            if (isGuessed(prediction)) {
                return Exhibit.notAtHand("the restart, which depends on options that --query alone tells");
            }
        }
        return Exhibit.of(
                new RestartOutlook(prediction, query, description != null, version.toString(), reach, assumptions));
    }

    /** Whether a failure rests on more than the logs: on what an inferred query only guesses. */
    private static boolean isGuessed(RestartPrediction prediction) {
        Failure failure = prediction.failure();
        return failure != null && (failure.file() == null || failure.step().compareTo(Step.PIN_CONFS) > 0);
    }
}
