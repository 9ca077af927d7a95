package dev.tidemark.checkpoint.survey;

import java.io.IOException;
import java.util.List;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.io.FileTooLargeException;
import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.RecordingStorage;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CheckpointSurveyorTest {
    @Test
    void readsOnlyTheNewestFilesHoweverManyThereAre() throws IOException {
        RecordingStorage recording =
                RecordingStorage.over(SmallCheckpoint.committed(500).storage());

        CheckpointSurvey survey = CheckpointSurveyor.newest(Checkpoint.in(recording));

        List<String> opened = recording.calls().stream()
                .filter(call -> call.operation() == RecordingStorage.Operation.OPEN)
                .map(call -> call.path().value())
                .toList();
        assertThat(opened)
                .contains("metadata", "offsets/500", "offsets/499", "commits/500", "commits/499")
                .hasSizeLessThan(10);
        assertThat(survey.offsets().batches().size()).isEqualTo(501);
    }

    @Test
    void readsEveryFileWhenAsked() throws IOException {
        CheckpointSurvey survey = SmallCheckpoint.committed(9).whole();

        assertThat(survey.offsets().entries()).hasSize(10);
        assertThat(survey.commits().entries()).hasSize(10);
    }

    @Test
    void batchesShareTheConfigurationsThatAreTheSame() throws IOException {
        CheckpointSurvey survey = SmallCheckpoint.committed(2).whole();

        assertThat(survey.metadata(2).orElseThrow().conf())
                .isSameAs(survey.metadata(0).orElseThrow().conf());
    }

    @Test
    void aRestartGoesOnBehindTheNewestCommit() throws IOException {
        assertThat(SmallCheckpoint.committed(3).newest().restartPoint())
                .isEqualTo(new RestartPoint(RestartPoint.Kind.NEW, 4, 4000));
    }

    @Test
    void aRestartRunsAnUncommittedBatchAgainUnderItsOwnWatermark() throws IOException {
        assertThat(SmallCheckpoint.committed(3).without("commits/3").newest().restartPoint())
                .isEqualTo(new RestartPoint(RestartPoint.Kind.RERUN, 3, 3000));
    }

    @Test
    void aDirectoryWithoutOffsetsIsAFreshStart() throws IOException {
        CheckpointSurvey survey = new SmallCheckpoint().newest();

        assertThat(survey.restartPoint().kind()).isEqualTo(RestartPoint.Kind.FRESH);
        assertThat(survey.isEmpty()).isTrue();
    }

    @Test
    void aFileThatIsTooLargeIsADamageAndIsNotKept() throws IOException {
        MemoryStorage inner = SmallCheckpoint.committed(1).storage();

        CheckpointSurvey survey = CheckpointSurveyor.newest(Checkpoint.in(new Swollen(inner, "offsets/1")));

        assertThat(survey.offsets()
                        .entry(1)
                        .orElseThrow()
                        .damage()
                        .orElseThrow()
                        .kind())
                .isEqualTo(DamageKind.TOO_LARGE);
    }

    @Test
    void countsPartitionsAndNamesStoresOfEachOperator() throws IOException {
        CheckpointSurvey survey = SmallCheckpoint.committed(0)
                .with("state/0/0/left-keyToNumValues/1.delta", "")
                .with("state/0/0/right-keyToNumValues/1.delta", "")
                .with("state/0/1/left-keyToNumValues/1.delta", "")
                .with("state/0/_metadata/metadata", "")
                .with("state/12/0/1.delta", "")
                .newest();

        assertThat(survey.state().operators())
                .containsExactly(
                        new StateOutline.Operator(0, 2, List.of("left-keyToNumValues", "right-keyToNumValues")),
                        new StateOutline.Operator(12, 1, List.of()));
    }

    /** Says that one file is too large, as a storage does of a file beyond the limit. */
    private record Swollen(Storage inner, String path) implements Storage {
        @Override
        public String location() {
            return inner.location();
        }

        @Override
        public void forEachEntry(StoragePath directory, java.util.function.Consumer<dev.tidemark.io.FileEntry> each)
                throws IOException {
            inner.forEachEntry(directory, each);
        }

        @Override
        public java.util.Optional<dev.tidemark.io.FileEntry> stat(StoragePath file) throws IOException {
            return inner.stat(file);
        }

        @Override
        public java.io.InputStream open(StoragePath file) throws IOException {
            return inner.open(file);
        }

        @Override
        public dev.tidemark.io.RandomAccess openAt(StoragePath file) throws IOException {
            return inner.openAt(file);
        }

        @Override
        public byte[] readAtMost(StoragePath file, int limitBytes) throws IOException {
            if (file.value().equals(path)) {
                throw new FileTooLargeException(path, limitBytes);
            }
            return inner.readAtMost(file, limitBytes);
        }
    }
}
