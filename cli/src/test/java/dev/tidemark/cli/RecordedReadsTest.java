package dev.tidemark.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.survey.CheckpointSurveyor;
import dev.tidemark.engine.Reach;
import dev.tidemark.engine.RestartEngine;
import dev.tidemark.engine.SparkVersion;
import dev.tidemark.evidence.Location;
import dev.tidemark.io.PathMapping;
import dev.tidemark.io.Places;
import dev.tidemark.io.RecordingStorage;
import dev.tidemark.io.RecordingStorage.Operation;
import dev.tidemark.io.StoragePath;
import dev.tidemark.io.Storages;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.QueryDescriptionParser;
import dev.tidemark.view.PlaceKind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What commands ask of a storage: nothing stays open, and an answer about the logs reads the logs. */
class RecordedReadsTest {
    @TempDir
    Path directory;

    private Evidence evidence;
    private RecordingStorage checkpoint;

    @BeforeEach
    void unpack() throws IOException {
        evidence = Evidence.unpack("orders-crashed", directory);
        checkpoint = RecordingStorage.over(Storages.open(evidence.checkpoint()));
    }

    @Test
    void showReadsTheLogsAndNoState() throws IOException {
        PlaceKind.of(checkpoint).show(checkpoint, dev.tidemark.diagnosis.Severity.ERROR);

        assertThat(checkpoint.stillOpen()).isZero();
        assertThat(opened())
                .isNotEmpty()
                .allSatisfy(path -> assertThat(path.value())
                        .matches("\\.?metadata(\\.crc)?|(offsets|commits|sources)/.*|state/\\d+/_metadata/.*"));
    }

    @Test
    void batchesReadsTheLogsAndNoState() throws IOException {
        CheckpointSurveyor.whole(Checkpoint.in(checkpoint));

        assertThat(checkpoint.stillOpen()).isZero();
        assertThat(opened()).contains(new StoragePath("offsets/5"), new StoragePath("commits/4"));
        assertThat(opened()).allMatch(path -> !path.value().matches("state/\\d+/\\d+/.*"));
    }

    @Test
    void restartLeavesNothingOpenInTheCheckpointAndTheTables() throws IOException {
        List<RecordingStorage> others = new ArrayList<>();
        Places places = Places.of(PathMapping.parse(List.of(evidence.map())), place -> {
            RecordingStorage other = RecordingStorage.over(Storages.open(place));
            others.add(other);
            return other;
        });

        RestartEngine.predict(
                query(), SparkVersion.NEWEST_KNOWN, checkpoint, places, new Reach(null, Reach.DataFiles.LEFT_ALONE));

        assertThat(checkpoint.stillOpen()).isZero();
        assertThat(opened()).contains(new StoragePath("offsets/5"));
        assertThat(others).allSatisfy(other -> {
            assertThat(other.stillOpen()).isZero();
            assertThat(other.location()).startsWith("file:" + evidence.root());
        });
    }

    private QueryDescription query() throws IOException {
        String text = Files.readString(Path.of(evidence.query()), StandardCharsets.UTF_8);
        return QueryDescriptionParser.parse(Location.of("query.yaml"), text)
                .query()
                .value()
                .orElseThrow();
    }

    private List<StoragePath> opened() {
        return checkpoint.calls().stream()
                .filter(call -> call.operation() == Operation.OPEN || call.operation() == Operation.OPEN_AT)
                .map(RecordingStorage.Call::path)
                .distinct()
                .toList();
    }
}
