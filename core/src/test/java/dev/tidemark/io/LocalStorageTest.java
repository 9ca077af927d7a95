package dev.tidemark.io;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

class LocalStorageTest {
    @TempDir
    Path directory;

    private Path root;
    private LocalStorage storage;

    @BeforeEach
    void checkpoint() throws IOException {
        root = Files.createDirectories(directory.resolve("ckpt"));
        Files.createDirectory(root.resolve("offsets"));
        Files.writeString(root.resolve("offsets/0"), "v1\n{}\n{}");
        storage = LocalStorage.at(root);
    }

    @Test
    void readsAFileFromItsStartAndAtPositions() throws IOException {
        assertThat(new String(storage.readAtMost(new StoragePath("offsets/0"), 100), StandardCharsets.UTF_8))
                .isEqualTo("v1\n{}\n{}");
        try (RandomAccess access = storage.openAt(new StoragePath("offsets/0"))) {
            byte[] last = new byte[2];
            access.readFully(6, last, 0, 2);
            assertThat(last).containsExactly('{', '}');
            assertThat(access.read(8, last, 0, 2)).isEqualTo(-1);
        }
    }

    @Test
    void tellsAbsentFromAFileWhereADirectoryIsExpected() throws IOException {
        assertThat(storage.stat(new StoragePath("commits"))).isEmpty();
        assertThat(storage.stat(new StoragePath("offsets/0/below"))).isEmpty();
        assertThatThrownBy(() -> storage.list(new StoragePath("commits")))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessage("commits");
        assertThatThrownBy(() -> storage.list(new StoragePath("offsets/0")))
                .isInstanceOf(NotDirectoryException.class)
                .hasMessage("offsets/0");
        assertThatThrownBy(() -> storage.open(new StoragePath("offsets")))
                .isInstanceOf(IOException.class)
                .hasMessage("offsets: not a regular file");
    }

    @Test
    void namesTheWholePathWhenTheRootItselfIsWrong() throws IOException {
        Path absent = directory.resolve("absent");
        assertThatThrownBy(() -> LocalStorage.at(absent).list(StoragePath.ROOT))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessage(absent.toString());
        Path file = root.resolve("offsets/0");
        assertThatThrownBy(() -> LocalStorage.at(file).list(StoragePath.ROOT))
                .isInstanceOf(NotDirectoryException.class)
                .hasMessage(file.toString());
    }

    @Test
    void followsLinksThatStayInside() throws IOException {
        Files.createSymbolicLink(root.resolve("again"), Path.of("offsets"));
        Files.createSymbolicLink(root.resolve("newest"), Path.of("offsets/0"));

        assertThat(storage.list(new StoragePath("again")))
                .extracting(FileEntry::path)
                .containsExactly(new StoragePath("again/0"));
        assertThat(storage.stat(new StoragePath("newest"))).get().matches(FileEntry::isFile);
        assertThat(storage.readAtMost(new StoragePath("newest"), 100)).hasSize(8);
    }

    @Test
    void followsTheLinkThatTheRootIs() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), root);

        LocalStorage linked = LocalStorage.at(link);

        assertThat(linked.readAtMost(new StoragePath("offsets/0"), 100)).hasSize(8);
        assertThat(linked.list(StoragePath.ROOT)).extracting(FileEntry::name).containsExactly("offsets");
    }

    @Test
    void neverFollowsALinkOutOfTheRoot() throws IOException {
        Path outside = Files.createDirectory(directory.resolve("outside"));
        Files.writeString(outside.resolve("secret"), "secret");
        Files.createSymbolicLink(root.resolve("directory"), outside);
        Files.createSymbolicLink(root.resolve("file"), outside.resolve("secret"));

        assertThat(storage.list(StoragePath.ROOT))
                .filteredOn(entry -> !entry.name().equals("offsets"))
                .hasSize(2)
                .allMatch(entry -> entry.kind() == EntryKind.OTHER);
        assertThatThrownBy(() -> storage.open(new StoragePath("file")))
                .isInstanceOf(IOException.class)
                .hasMessage("file: not a regular file");
        assertThatThrownBy(() -> storage.open(new StoragePath("directory/secret")))
                .isInstanceOf(IOException.class)
                .hasMessage("directory/secret: behind a link that leaves " + root);
        assertThatThrownBy(() -> storage.openAt(new StoragePath("directory/secret")))
                .isInstanceOf(IOException.class)
                .hasMessage("directory/secret: behind a link that leaves " + root);
        assertThatThrownBy(() -> storage.list(new StoragePath("directory")))
                .isInstanceOf(IOException.class)
                .hasMessage("directory: behind a link that leaves " + root);
        assertThat(storage.stat(new StoragePath("directory/secret")))
                .get()
                .extracting(FileEntry::kind)
                .isEqualTo(EntryKind.OTHER);
    }

    @Test
    void showsLinksThatDangleOrLoopAndOpensNone() throws IOException {
        Files.createSymbolicLink(root.resolve("dangling"), Path.of("nowhere"));
        Files.createSymbolicLink(root.resolve("loop"), Path.of("loop"));

        assertThat(storage.list(StoragePath.ROOT))
                .filteredOn(entry -> !entry.name().equals("offsets"))
                .hasSize(2)
                .allMatch(entry -> entry.kind() == EntryKind.OTHER);
        assertThatThrownBy(() -> storage.open(new StoragePath("loop")))
                .isInstanceOf(IOException.class)
                .hasMessage("loop: not a regular file");
    }

    @Test
    void neverOpensAPipe() throws Exception {
        Path pipe = root.resolve("offsets/1");
        Process made = new ProcessBuilder("mkfifo", pipe.toString()).start();
        assumeThat(made.waitFor()).as("mkfifo").isZero();

        assertThat(storage.stat(new StoragePath("offsets/1")))
                .get()
                .extracting(FileEntry::kind)
                .isEqualTo(EntryKind.OTHER);
        assertThatThrownBy(() -> storage.open(new StoragePath("offsets/1")))
                .isInstanceOf(IOException.class)
                .hasMessage("offsets/1: not a regular file");
    }

    @Test
    void showsANameThatIsNoTextAndOpensNone() throws Exception {
        Process made = new ProcessBuilder("sh", "-c", "printf x > \"$1/offsets/$(printf 'a\\377b')\"", "sh", root + "")
                .start();
        assumeThat(made.waitFor()).as("a file system that takes any bytes").isZero();

        List<FileEntry> entries = storage.list(new StoragePath("offsets"));

        assertThat(entries).hasSize(2);
        assertThat(entries.get(1).kind()).isEqualTo(EntryKind.OTHER);
        assertThatThrownBy(() -> storage.open(entries.get(1).path())).isInstanceOf(IOException.class);
    }

    @Test
    void saysWhatMayNotBeRead() throws IOException {
        assumeThat(System.getProperty("user.name"))
                .as("root may read everything")
                .isNotEqualTo("root");
        Files.setPosixFilePermissions(root.resolve("offsets/0"), PosixFilePermissions.fromString("---------"));
        Path closed = Files.createDirectory(root.resolve("commits"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));

        assertThatThrownBy(() -> storage.open(new StoragePath("offsets/0")))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessage("offsets/0: permission denied");
        assertThatThrownBy(() -> storage.list(new StoragePath("commits")))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessage("commits: permission denied");
        assertThatThrownBy(() -> storage.stat(new StoragePath("commits/0")))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessage("commits/0: permission denied");
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void treatsANameThatNoFileCanHaveAsAbsent() throws IOException {
        String tooLong = "x".repeat(5_000);

        assertThatThrownBy(() -> storage.open(new StoragePath(tooLong))).isInstanceOf(IOException.class);
    }
}
