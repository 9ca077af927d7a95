package dev.tidemark.checkpoint.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

import dev.tidemark.checkpoint.log.LogListing.Presence;
import dev.tidemark.io.EntryKind;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.LocalStorage;
import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class LogListingTest {
    private static final StoragePath OFFSETS = new StoragePath("offsets");

    @Test
    void sortsNamesByWhatTheyAre() throws IOException {
        LogListing listing = list(new MemoryStorage()
                .with("offsets/10", "x")
                .with("offsets/9", "")
                .with("offsets/+11", "x")
                .with("offsets/.9.crc", "x")
                .with("offsets/9.crc", "x")
                .with("offsets/.12.0f2d1a4e-8a55-4a3a-9a3c-2d8f5c3b1a00.tmp", "x")
                .with("offsets/notes.txt", "x")
                .with("offsets/13/inside", "x"));

        assertThat(listing.batches()).isEqualTo(BatchIds.of(9, 10));
        assertThat(listing.emptyFiles()).isEqualTo(BatchIds.of(9));
        assertThat(listing.misnamed()).containsOnlyKeys(11L);
        assertThat(listing.others().temporaries().count()).isEqualTo(1);
        assertThat(listing.others().hadoopChecksums().count()).isEqualTo(1);
        assertThat(listing.others().sparkChecksums().count()).isEqualTo(1);
        assertThat(listing.others().foreign().some()).containsExactly("13/", "notes.txt");
        assertThat(listing.latest()).hasValue(11);
    }

    /** Spark lists it; that it is not read here must not make it absent. */
    @Test
    void countsALinkThatLeavesTheCheckpointAsTheBatchOfItsName(@TempDir Path directory) throws IOException {
        Path offsets = Files.createDirectories(directory.resolve("ckpt/offsets"));
        Files.writeString(offsets.resolve("3"), "v1");
        Path elsewhere = Files.writeString(directory.resolve("4"), "v1");
        Files.createSymbolicLink(offsets.resolve("4"), elsewhere);

        LogListing listing = LogListing.of(LocalStorage.at(directory.resolve("ckpt")), OFFSETS, EntryName.Kind.PLAIN);

        assertThat(listing.batches()).isEqualTo(BatchIds.of(3, 4));
    }

    @Test
    void tellsAbsentFromEmptyFromNoDirectory() throws IOException {
        assertThat(list(new MemoryStorage()).presence()).isEqualTo(Presence.ABSENT);
        assertThat(list(new MemoryStorage().with("offsets", "x")).presence()).isEqualTo(Presence.NOT_A_DIRECTORY);
        assertThat(list(new MemoryStorage().with("offsets/.keep", "x")).presence())
                .isEqualTo(Presence.DIRECTORY);
    }

    @Test
    void aMillionStrangeNamesAreCountedAndNotKept() throws IOException {
        LogListing listing = LogListing.of(new Crowd(1_000_000), OFFSETS, EntryName.Kind.PLAIN);

        assertThat(listing.others().foreign().count()).isEqualTo(1_000_000);
        assertThat(listing.others().foreign().some()).hasSize(NameTally.SHOWN);
    }

    private static LogListing list(MemoryStorage storage) throws IOException {
        return LogListing.of(storage, OFFSETS, EntryName.Kind.PLAIN);
    }

    /** A directory of very many names. */
    private record Crowd(int size) implements Storage {
        @Override
        public String location() {
            return "memory:";
        }

        @Override
        public void forEachEntry(StoragePath directory, Consumer<FileEntry> each) {
            for (int i = 0; i < size; i++) {
                each.accept(new FileEntry(directory.child("x" + i), EntryKind.FILE, 1, 0));
            }
        }

        @Override
        public java.util.Optional<FileEntry> stat(StoragePath path) {
            return java.util.Optional.empty();
        }

        @Override
        public java.io.InputStream open(StoragePath path) throws IOException {
            throw new java.io.FileNotFoundException(path.value());
        }

        @Override
        public dev.tidemark.io.RandomAccess openAt(StoragePath path) throws IOException {
            throw new java.io.FileNotFoundException(path.value());
        }
    }
}
