package dev.tidemark.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.io.LocalStorage;
import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.PathMapping;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class DiscoveryTest {
    @TempDir
    Path directory;

    @Test
    void findsEachKindInTheOrderOfNames() throws IOException {
        MemoryStorage lake = new MemoryStorage()
                .with("z/orders/_delta_log/0.json", "")
                .with("a/out/_spark_metadata/0", "v1")
                .with("b/ckpt/offsets/0", "v1")
                .with("b/ckpt/commits/0", "v1")
                .with("b/fresh/metadata", "{}")
                .with("c/readme.txt", "");

        assertThat(found(lake))
                .containsExactly(
                        "FILE_SINK_OUTPUT a/out", "CHECKPOINT b/ckpt", "CHECKPOINT b/fresh", "DELTA_TABLE z/orders");
    }

    @Test
    void theRootItselfMayBeOne() throws IOException {
        assertThat(found(new MemoryStorage().with("offsets/0", "v1"))).containsExactly("CHECKPOINT ");
    }

    @Test
    void doesNotGoIntoWhatItFinds() throws IOException {
        MemoryStorage lake = new MemoryStorage()
                .with("t/_delta_log/0.json", "")
                .with("t/data/_delta_log/0.json", "")
                .with("t/_checkpoints/q1/offsets/0", "v1")
                .with("ckpt/commits/0", "v1")
                .with("ckpt/state/offsets/0", "v1")
                .with("plain/day=1/t/_delta_log/0.json", "");

        assertThat(found(lake))
                .as("but for checkpoints that are kept inside their table")
                .containsExactly("CHECKPOINT ckpt", "DELTA_TABLE t", "CHECKPOINT t/_checkpoints/q1");
    }

    @Test
    void aFileNamedMetadataAmongOthersIsNoCheckpoint() throws IOException {
        MemoryStorage lake = new MemoryStorage().with("a/metadata", "x").with("a/notes.txt", "y");

        assertThat(found(lake)).isEmpty();
    }

    @Test
    void goesNoDeeperThanTold() throws IOException {
        MemoryStorage lake = new MemoryStorage().with("a/b/c/offsets/0", "v1");

        assertThat(found(lake, 2)).isEmpty();
        assertThat(found(lake, 3)).containsExactly("CHECKPOINT a/b/c");
    }

    @Test
    void followsNoLinks() throws IOException {
        Files.createDirectories(directory.resolve("real/ckpt/offsets"));
        Files.createSymbolicLink(directory.resolve("real/loop"), directory.resolve("real"));
        Files.createSymbolicLink(directory.resolve("again"), directory.resolve("real/ckpt"));

        assertThat(found(LocalStorage.at(directory))).containsExactly("CHECKPOINT real/ckpt");
    }

    @Test
    void saysWhatItCouldNotList() throws IOException {
        List<String> refused = new ArrayList<>();
        Discovery.walk(LocalStorage.at(directory.resolve("absent")), 3, new Discovery.Sink() {
            @Override
            public void found(ItemKind kind, StoragePath path) {}

            @Override
            public void refused(StoragePath path, IOException reason) {
                refused.add(path.value() + ": " + reason.getClass().getSimpleName());
            }
        });

        assertThat(refused).containsExactly(": FileNotFoundException");
    }

    @Test
    void aPatternStandsForTheDirectoriesThatMatchIt() throws IOException {
        for (String name : List.of("lake/a/ckpt", "lake/b/ckpt", "lake/c/other", "lake/.hidden/ckpt")) {
            Files.createDirectories(directory.resolve(name));
        }
        Files.writeString(directory.resolve("lake/file"), "");
        Places places = Places.of(PathMapping.NONE, place -> LocalStorage.at(Path.of(place)));
        String lake = directory + "/lake/";

        assertThat(RootPattern.expand(lake + "*/ckpt", places))
                .containsExactly(lake + ".hidden/ckpt", lake + "a/ckpt", lake + "b/ckpt");
        assertThat(RootPattern.expand(lake + "{a,c}/*", places)).containsExactly(lake + "a/ckpt", lake + "c/other");
        assertThat(RootPattern.expand(lake + "nothing*", places)).isEmpty();
    }

    private static List<String> found(Storage root) throws IOException {
        return found(root, Discovery.DEFAULT_DEPTH);
    }

    private static List<String> found(Storage root, int depth) throws IOException {
        List<String> found = new ArrayList<>();
        Discovery.walk(root, depth, new Discovery.Sink() {
            @Override
            public void found(ItemKind kind, StoragePath path) {
                found.add(kind + " " + path.value());
            }

            @Override
            public void refused(StoragePath path, IOException reason) {
                throw new AssertionError(path.value(), reason);
            }
        });
        return found;
    }
}
