package dev.tidemark.io;

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ArchiveStorageTest {
    private static final long MODIFIED_AT_MS = 1_700_000_000_000L;

    @TempDir
    Path directory;

    /** The kinds of archive, each made by the library or tool most people use. */
    enum Kind {
        ZIP(".zip") {
            @Override
            void write(Map<String, byte[]> files, OutputStream to) throws IOException {
                try (ZipOutputStream zip = new ZipOutputStream(to)) {
                    for (Map.Entry<String, byte[]> file : files.entrySet()) {
                        ZipEntry entry = new ZipEntry(file.getKey());
                        entry.setTime(MODIFIED_AT_MS);
                        zip.putNextEntry(entry);
                        zip.write(file.getValue());
                        zip.closeEntry();
                    }
                }
            }
        },
        TAR(".tar") {
            @Override
            void write(Map<String, byte[]> files, OutputStream to) throws IOException {
                try (TarArchiveOutputStream tar = new TarArchiveOutputStream(to)) {
                    tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
                    for (Map.Entry<String, byte[]> file : files.entrySet()) {
                        TarArchiveEntry entry = new TarArchiveEntry(file.getKey(), true);
                        entry.setSize(file.getValue().length);
                        entry.setModTime(MODIFIED_AT_MS);
                        tar.putArchiveEntry(entry);
                        tar.write(file.getValue());
                        tar.closeArchiveEntry();
                    }
                }
            }
        },
        TAR_GZ(".tar.gz") {
            @Override
            void write(Map<String, byte[]> files, OutputStream to) throws IOException {
                try (GZIPOutputStream gzip = new GZIPOutputStream(to)) {
                    TAR.write(files, gzip);
                }
            }
        },
        TGZ(".tgz") {
            @Override
            void write(Map<String, byte[]> files, OutputStream to) throws IOException {
                TAR_GZ.write(files, to);
            }
        };

        private final String ending;

        Kind(String ending) {
            this.ending = ending;
        }

        abstract void write(Map<String, byte[]> files, OutputStream to) throws IOException;
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void readsFilesListsDirectoriesAndTellsSizesAndTimes(Kind kind) throws IOException {
        try (Storage storage = open(kind, Map.of("metadata", "{}", "offsets/0", "v1", "offsets/1", "v1\n{}"))) {
            assertThat(storage.list(StoragePath.ROOT))
                    .extracting(FileEntry::name, FileEntry::kind)
                    .containsExactly(
                            org.assertj.core.groups.Tuple.tuple("metadata", EntryKind.FILE),
                            org.assertj.core.groups.Tuple.tuple("offsets", EntryKind.DIRECTORY));
            assertThat(storage.list(new StoragePath("offsets")))
                    .containsExactly(file("offsets/0", 2), file("offsets/1", 5));
            assertThat(storage.stat(new StoragePath("offsets/1"))).contains(file("offsets/1", 5));
            assertThat(read(storage, "offsets/1")).isEqualTo("v1\n{}");
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void opensAtTheOneFolderThatHoldsEverything(Kind kind) throws IOException {
        try (Storage storage = open(kind, Map.of("lake/orders/metadata", "{}", "__MACOSX/x", ""))) {
            assertThat(read(storage, "metadata")).isEqualTo("{}");
            assertThat(storage.location()).endsWith("archive" + kind.ending + "/lake/orders");
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void doesNotMistakeTheLogOfATableForTheFolderOfOne(Kind kind) throws IOException {
        try (Storage storage = open(kind, Map.of("_delta_log/00000000000000000000.json", "{}"))) {
            assertThat(storage.list(StoragePath.ROOT))
                    .extracting(FileEntry::name)
                    .containsExactly("_delta_log");
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void opensADirectoryInsideWhenThePathNamesOne(Kind kind) throws IOException {
        Path archive = write(kind, Map.of("a/metadata", "a", "b/metadata", "b"));

        try (Storage storage = Storages.open(archive + "/b")) {
            assertThat(read(storage, "metadata")).isEqualTo("b");
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void tellsAbsentFromAFileWhereADirectoryIsExpected(Kind kind) throws IOException {
        try (Storage storage = open(kind, Map.of("metadata", "{}", "offsets/0", "v1"))) {
            assertThat(storage.stat(new StoragePath("commits"))).isEmpty();
            assertThatThrownBy(() -> storage.list(new StoragePath("commits")))
                    .isInstanceOf(FileNotFoundException.class)
                    .hasMessage("commits");
            assertThatThrownBy(() -> storage.open(new StoragePath("offsets/7")))
                    .isInstanceOf(FileNotFoundException.class)
                    .hasMessage("offsets/7");
            assertThatThrownBy(() -> storage.list(new StoragePath("metadata")))
                    .isInstanceOf(NotDirectoryException.class)
                    .hasMessage("metadata");
            assertThatThrownBy(() -> storage.open(new StoragePath("offsets")))
                    .isInstanceOf(IOException.class)
                    .hasMessage("offsets: not a regular file");
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void readsAtPositionsForwardsAndBackwardsInSmallAndLargeFiles(Kind kind) throws IOException {
        byte[] large = bytes(3 << 20);
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("before", bytes(700));
        files.put("large", large);
        files.put("small", bytes(100));
        try (Storage storage = Storages.open(writeBytes(kind, files).toString())) {
            try (RandomAccess access = storage.openAt(new StoragePath("large"))) {
                assertThat(access.sizeBytes()).isEqualTo(large.length);
                for (int position : List.of(large.length - 10, 0, 1_000_000, 999_999, 2 << 20)) {
                    byte[] part = new byte[10];
                    access.readFully(position, part, 0, 10);
                    assertThat(part).isEqualTo(Arrays.copyOfRange(large, position, position + 10));
                }
                assertThat(access.read(large.length, new byte[1], 0, 1)).isEqualTo(-1);
            }
            try (InputStream in = storage.open(new StoragePath("large"))) {
                assertThat(in.readAllBytes()).isEqualTo(large);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void refusesNamesThatLeaveTheArchive(Kind kind) throws IOException {
        for (String name : List.of("../escape", "/etc/passwd", "a/../../b")) {
            Path archive = write(kind, Map.of(name, "x"));

            assertThatThrownBy(() -> Storages.open(archive.toString()))
                    .isInstanceOf(UnreadableArchiveException.class)
                    .hasMessage(archive + ": the entry " + name + " leaves the archive");
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void refusesANameThatComesTwice(Kind kind) throws IOException {
        Path archive = write(kind, Map.of("offsets/0", "x", "./offsets//0", "y"));

        assertThatThrownBy(() -> Storages.open(archive.toString()))
                .isInstanceOf(UnreadableArchiveException.class)
                .hasMessage(archive + ": the entry offsets/0 comes twice");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void refusesWhatIsAFileAndADirectoryAtOnce(Kind kind) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("offsets", "x");
        files.put("offsets/0", "y");
        Path archive = write(kind, files);

        assertThatThrownBy(() -> Storages.open(archive.toString()))
                .isInstanceOf(UnreadableArchiveException.class)
                .hasMessage(archive + ": offsets is a file and a directory at once");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void refusesEveryTruncation(Kind kind) throws IOException {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        kind.write(encoded(Map.of("metadata", "{}", "offsets/0", "v1\n{}\n{}")), whole);
        byte[] bytes = whole.toByteArray();
        // A tar is padded behind its end mark; nothing is lost with the padding.
        int end = kind == Kind.TAR ? 2 * 1_024 : bytes.length;

        for (int length = 0; length < end; length += kind == Kind.TAR ? 61 : 1) {
            Path archive = Files.write(directory.resolve("cut" + kind.ending), Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> Storages.open(archive.toString()).close())
                    .as("cut to %d of %d bytes", length, bytes.length)
                    .isInstanceOf(UnreadableArchiveException.class)
                    .hasMessageStartingWith(archive + ": ");
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void meetsEveryChangedByteWithBytesOrAnIoException(Kind kind) throws IOException {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        kind.write(encoded(Map.of("metadata", "{}", "offsets/0", "v1\n{}\n{}")), whole);
        byte[] bytes = whole.toByteArray();
        int end = kind == Kind.TAR ? 2 * 1_024 + 600 : bytes.length;

        Random random = new Random(8_161);
        for (int at = 0; at < end; at++) {
            byte[] changed = bytes.clone();
            changed[at] = (byte) (changed[at] + 1 + random.nextInt(255));
            Path archive = Files.write(directory.resolve("changed" + kind.ending), changed);
            readEverything(archive);
        }
    }

    private static void readEverything(Path archive) {
        try (Storage storage = Storages.open(archive.toString())) {
            for (FileEntry entry : storage.list(StoragePath.ROOT)) {
                if (entry.isFile()) {
                    storage.readAtMost(entry.path(), 1 << 20);
                    storage.openAt(entry.path()).close();
                } else if (entry.isDirectory()) {
                    storage.list(entry.path());
                }
            }
        } catch (IOException told) {
            assertThat(told.getMessage()).isNotBlank();
        }
    }

    @Test
    void tellsBytesThatDoNotMatchTheChecksumOfAZip() throws IOException {
        ByteArrayOutputStream zip = new ByteArrayOutputStream();
        Kind.ZIP.write(encoded(Map.of("offsets/0", "v1\n{")), zip);
        byte[] bytes = zip.toByteArray();
        int crcInDirectory = lastIndexOf(bytes, new byte[] {'P', 'K', 1, 2}) + 16;
        bytes[crcInDirectory] ^= 1;
        Path archive = Files.write(directory.resolve("x.zip"), bytes);

        try (Storage storage = Storages.open(archive.toString())) {
            assertThatThrownBy(() -> storage.readAtMost(new StoragePath("offsets/0"), 100))
                    .isInstanceOf(UnreadableArchiveException.class)
                    .hasMessage("offsets/0: its bytes do not match the checksum in the archive");
        }
    }

    @Test
    void neverOpensALinkInATar() throws IOException {
        Path archive = directory.resolve("links.tar");
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(Files.newOutputStream(archive))) {
            for (byte type : new byte[] {TarConstants.LF_SYMLINK, TarConstants.LF_LINK}) {
                TarArchiveEntry link = new TarArchiveEntry("link-" + type, type);
                link.setLinkName("/etc/passwd");
                tar.putArchiveEntry(link);
                tar.closeArchiveEntry();
            }
            TarArchiveEntry pipe = new TarArchiveEntry("pipe", TarConstants.LF_FIFO);
            tar.putArchiveEntry(pipe);
            tar.closeArchiveEntry();
        }

        try (Storage storage = Storages.open(archive.toString())) {
            assertThat(storage.list(StoragePath.ROOT)).hasSize(3).allMatch(entry -> entry.kind() == EntryKind.OTHER);
            assertThatThrownBy(() -> storage.open(new StoragePath("pipe")))
                    .isInstanceOf(IOException.class)
                    .hasMessage("pipe: not a regular file");
        }
    }

    @Test
    void neverOpensALinkInAZip() throws IOException {
        Path archive = directory.resolve("links.zip");
        try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(archive.toFile())) {
            ZipArchiveEntry link = new ZipArchiveEntry("metadata");
            link.setUnixMode(0120777);
            zip.putArchiveEntry(link);
            zip.write("/etc/passwd".getBytes(StandardCharsets.US_ASCII));
            zip.closeArchiveEntry();
        }

        try (Storage storage = Storages.open(archive.toString())) {
            assertThat(storage.stat(new StoragePath("metadata")))
                    .get()
                    .extracting(FileEntry::kind)
                    .isEqualTo(EntryKind.OTHER);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gnu", "pax"})
    void readsNamesLongerThanAHeaderHolds(String form) throws IOException {
        Path archive = directory.resolve("long.tar");
        String name = "state/" + "é".repeat(120) + "/1.delta";
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(Files.newOutputStream(archive), "UTF-8")) {
            tar.setLongFileMode(
                    form.equals("gnu") ? TarArchiveOutputStream.LONGFILE_GNU : TarArchiveOutputStream.LONGFILE_POSIX);
            tar.setAddPaxHeadersForNonAsciiNames(form.equals("pax"));
            TarArchiveEntry entry = new TarArchiveEntry(name);
            entry.setSize(1);
            tar.putArchiveEntry(entry);
            tar.write('x');
            tar.closeArchiveEntry();
        }

        try (Storage storage = Storages.open(archive.toString())) {
            assertThat(read(storage, name)).isEqualTo("x");
        }
    }

    @Test
    void refusesAnExtendedHeaderOfAbsurdSizeBeforeReadingIt() throws IOException {
        byte[] header = new byte[512];
        header[156] = 'x';
        System.arraycopy("77777777777".getBytes(StandardCharsets.US_ASCII), 0, header, 124, 11);
        writeChecksum(header);
        Path archive = Files.write(directory.resolve("bomb.tar"), header);

        assertThatThrownBy(() -> Storages.open(archive.toString()))
                .isInstanceOf(UnreadableArchiveException.class)
                .hasMessage(archive + ": no tar: an extended header of 8589934591 bytes before byte 512");
    }

    @Test
    void stopsAtABombBeforeItIsUnpacked() throws IOException {
        ExpansionLimit limit = new ExpansionLimit("bomb.zip", 1_000);

        limit.add(ExpansionLimit.UNSUSPECTED_BYTES);

        assertThatThrownBy(() -> limit.add(1))
                .isInstanceOf(UnreadableArchiveException.class)
                .hasMessage("bomb.zip: it would unpack to more than 250 times its size");
    }

    @Test
    void believesALargeArchiveOfOrdinaryFiles() throws IOException {
        ExpansionLimit limit = new ExpansionLimit("ckpt.zip", ExpansionLimit.UNSUSPECTED_BYTES / 100);

        limit.add(ExpansionLimit.UNSUSPECTED_BYTES * 2);

        assertThat(limit).isNotNull();
    }

    @Test
    void saysWhenAnArchiveIsNoneOfItsKind() throws IOException {
        for (String name : List.of("x.zip", "x.tar", "x.tgz")) {
            Path archive = Files.writeString(directory.resolve(name), "just some text, ".repeat(100));

            assertThatThrownBy(() -> Storages.open(archive.toString()))
                    .isInstanceOf(UnreadableArchiveException.class)
                    .hasMessageStartingWith(archive + ": ");
        }
    }

    private static FileEntry file(String path, long sizeBytes) {
        return new FileEntry(new StoragePath(path), EntryKind.FILE, sizeBytes, MODIFIED_AT_MS);
    }

    private Storage open(Kind kind, Map<String, String> files) throws IOException {
        return Storages.open(write(kind, files).toString());
    }

    private Path write(Kind kind, Map<String, String> files) throws IOException {
        return writeBytes(kind, encoded(files));
    }

    private Path writeBytes(Kind kind, Map<String, byte[]> files) throws IOException {
        Path archive = directory.resolve("archive" + kind.ending);
        try (OutputStream out = Files.newOutputStream(archive)) {
            kind.write(files, out);
        }
        return archive;
    }

    private static Map<String, byte[]> encoded(Map<String, String> files) {
        Map<String, byte[]> encoded = new LinkedHashMap<>();
        files.forEach((name, text) -> encoded.put(name, text.getBytes(StandardCharsets.UTF_8)));
        return encoded;
    }

    private static String read(Storage storage, String path) throws IOException {
        return new String(storage.readAtMost(new StoragePath(path), 1 << 20), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        new Random(count).nextBytes(bytes);
        return bytes;
    }

    private static void writeChecksum(byte[] header) {
        Arrays.fill(header, 148, 156, (byte) ' ');
        int sum = IntStream.range(0, 512).map(i -> header[i] & 0xff).sum();
        System.arraycopy("%06o\0 ".formatted(sum).getBytes(StandardCharsets.US_ASCII), 0, header, 148, 8);
    }

    private static int lastIndexOf(byte[] bytes, byte[] part) {
        for (int at = bytes.length - part.length; at >= 0; at--) {
            if (Arrays.equals(bytes, at, at + part.length, part, 0, part.length)) {
                return at;
            }
        }
        throw new IllegalArgumentException("not there");
    }
}
