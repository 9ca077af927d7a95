package dev.tidemark.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.StreamMetadata;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.delta.history.TransactionHistory;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SinkDescription;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.stream.CheckpointState;
import dev.tidemark.stream.StatsSurvey;
import dev.tidemark.view.stream.StreamFigures;
import dev.tidemark.view.stream.StreamReport;
import org.jspecify.annotations.Nullable;

/** Reads what a checkpoint's figures need besides its logs; what cannot be read is not drawn. */
final class Surroundings {
    private static final int BATCHES_LOOKED_BACK = 200;
    private static final int COMMITS_READ = 500;

    private Surroundings() {}

    static StreamReport.Around read(
            Storage storage, CheckpointSurvey survey, Places places, @Nullable QueryDescription query) {
        return new StreamReport.Around(state(storage), sink(survey, places, query));
    }

    private static List<StatsSurvey> state(Storage storage) {
        CheckpointState state = CheckpointState.of(Checkpoint.in(storage));
        List<StatsSurvey> surveys = new ArrayList<>();
        try {
            long newest = state.newestBatch();
            int threads = Runtime.getRuntime().availableProcessors();
            for (int operatorId : state.operatorIds()) {
                surveys.add(StatsSurvey.of(state, operatorId, newest, BATCHES_LOOKED_BACK, threads));
            }
        } catch (IOException | NoSuchStateException unreadable) {
            return surveys;
        }
        return surveys;
    }

    private static List<StreamFigures.TableVersions> sink(
            CheckpointSurvey survey, Places places, @Nullable QueryDescription query) {
        SinkDescription sink = query == null ? null : query.sink();
        String path = sink == null || !sink.format().equalsIgnoreCase("delta") ? null : sink.path();
        Optional<String> queryId = survey.identity()
                .found()
                .flatMap(Parsed::value)
                .map(StreamMetadata::id)
                .map(Object::toString);
        if (sink == null || path == null || queryId.isEmpty()) {
            return List.of();
        }
        String appId = sink.option("txnAppId").orElse(queryId.get());
        try (Storage table = places.open(path)) {
            Map<Long, Long> versions =
                    TransactionHistory.newest(table, COMMITS_READ).versionByBatch(appId);
            return versions.isEmpty()
                    ? List.of()
                    : List.of(new StreamFigures.TableVersions("sink, version written", versions));
        } catch (IOException unreadable) {
            return List.of();
        }
    }
}
