package dev.tidemark.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ObservedStorageTest {
    private static final StoragePath LOG = new StoragePath("offsets");

    @TempDir
    Path directory;

    @Test
    void whatStoodStillDidNotChange() throws IOException {
        Files.createDirectories(directory.resolve("offsets"));
        Files.writeString(directory.resolve("offsets/0"), "a");
        ObservedStorage observed = ObservedStorage.over(LocalStorage.at(directory));

        observed.list(LOG);
        observed.list(StoragePath.ROOT);

        assertThat(observed.changes()).isEmpty();
    }

    @Test
    void seesWhatCameWentAndGrew() throws IOException {
        MemoryStorage inner = new MemoryStorage()
                .with("offsets/0", "a")
                .with("commits/0", "b")
                .with("sources/0/0", "c");
        ObservedStorage observed = ObservedStorage.over(inner);
        for (String watched : List.of("offsets", "commits", "sources/0", "")) {
            observed.list(new StoragePath(watched));
        }

        inner.with("offsets/1", "a");
        inner.delete(new StoragePath("commits/0"));
        inner.with("sources/0/0", "longer");

        assertThat(observed.changes()).extracting(StoragePath::value).contains("offsets", "commits", "sources/0");
    }

    @Test
    void seesADirectoryThatAppears() throws IOException {
        MemoryStorage inner = new MemoryStorage().with("metadata", "x");
        ObservedStorage observed = ObservedStorage.over(inner);
        try {
            observed.list(LOG);
        } catch (java.io.FileNotFoundException expected) {
            assertThat(observed.changes()).isEmpty();
        }

        inner.with("offsets/0", "a");

        assertThat(observed.changes()).containsExactly(LOG);
    }

    @Test
    void rememberWhatChangedBetweenTwoListings() throws IOException {
        MemoryStorage inner = new MemoryStorage().with("offsets/0", "a");
        ObservedStorage observed = ObservedStorage.over(inner);
        observed.list(LOG);
        inner.with("offsets/1", "a");
        observed.list(LOG);
        inner.delete(new StoragePath("offsets/1"));

        assertThat(observed.changes())
                .as("it is as it was, and was otherwise meanwhile")
                .containsExactly(LOG);
    }

    @Test
    void whatNobodyListedIsNotWatched() throws IOException {
        MemoryStorage inner = new MemoryStorage().with("offsets/0", "a").with("state/0/0/1.delta", "b");
        ObservedStorage observed = ObservedStorage.over(inner);
        observed.list(LOG);

        inner.with("state/0/0/2.delta", "b");

        assertThat(observed.changes()).isEmpty();
    }

    @Test
    void aRevokedStorageFailsInTheMiddleOfAFile() throws IOException {
        RevocableStorage.Switch power = new RevocableStorage.Switch();
        RevocableStorage storage = new RevocableStorage(new MemoryStorage().with("offsets/0", "abc"), power);
        try (java.io.InputStream in = storage.open(new StoragePath("offsets/0"))) {
            assertThat(in.read()).isEqualTo('a');

            power.revoke();

            org.assertj.core.api.Assertions.assertThatThrownBy(in::read)
                    .isInstanceOf(java.io.InterruptedIOException.class);
        }
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> storage.list(LOG))
                .isInstanceOf(java.io.InterruptedIOException.class)
                .hasMessage("its time was up");
    }

    @Test
    void aRevokedStorageTellsWhereAFileLiesUntilItsTimeIsUp(@TempDir java.nio.file.Path directory) throws IOException {
        java.nio.file.Files.writeString(directory.resolve("000008.sst"), "abc");
        RevocableStorage.Switch power = new RevocableStorage.Switch();
        RevocableStorage storage = new RevocableStorage(LocalStorage.at(directory), power);
        StoragePath table = new StoragePath("000008.sst");

        assertThat(storage.localFile(table)).as("no copy is needed").isPresent();

        power.revoke();
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> storage.localFile(table))
                .isInstanceOf(java.io.InterruptedIOException.class);
    }
}
