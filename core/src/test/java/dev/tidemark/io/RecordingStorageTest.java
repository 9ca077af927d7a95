package dev.tidemark.io;

import java.io.IOException;
import java.io.InputStream;

import dev.tidemark.io.RecordingStorage.Call;
import dev.tidemark.io.RecordingStorage.Operation;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RecordingStorageTest {
    private final RecordingStorage recording = RecordingStorage.over(new MemoryStorage().with("offsets/0", "v1\n{}"));
    private final StoragePath file = new StoragePath("offsets/0");

    @Test
    void remembersEveryCallInOrder() throws IOException {
        recording.list(new StoragePath("offsets"));
        recording.stat(file);
        recording.readAtMost(file, 100);
        recording.openAt(file).close();

        assertThat(recording.calls())
                .containsExactly(
                        new Call(Operation.LIST, new StoragePath("offsets")),
                        new Call(Operation.STAT, file),
                        new Call(Operation.OPEN, file),
                        new Call(Operation.OPEN_AT, file));
    }

    @Test
    void countsWhatWasOpenedAndNotClosed() throws IOException {
        InputStream stream = recording.open(file);
        RandomAccess access = recording.openAt(file);
        assertThat(recording.stillOpen()).isEqualTo(2);

        stream.close();
        stream.close();
        access.close();

        assertThat(recording.stillOpen()).isZero();
    }
}
