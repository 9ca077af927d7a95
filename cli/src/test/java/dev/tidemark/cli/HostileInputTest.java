package dev.tidemark.cli;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import dev.tidemark.fixtures.Catalogue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** Whatever the evidence holds, a command ends with an answer or a clear message: no stack trace, no raw escapes. */
class HostileInputTest {
    private static final int SMALL_FILE_BYTES = 4_096;
    private static final String ESCAPES = "\u001b[31m\u001b]0;owned\u0007\r\b\u202e\u2028\u009b";

    @TempDir
    Path directory;

    private int turn;

    static Stream<String> fixtures() {
        return Catalogue.names().stream();
    }

    @Test
    void saysWhatAnEmptyDirectoryIs() throws IOException {
        Evidence evidence = Evidence.at(Files.createDirectories(directory.resolve("empty")));
        Files.createDirectories(Path.of(evidence.checkpoint()));

        runAll(evidence);
    }

    @Test
    void saysWhenThereIsNothing() {
        runAll(Evidence.at(directory.resolve("absent")));
    }

    @Test
    void saysWhenAFileStandsWhereADirectoryIsExpected() throws IOException {
        Evidence evidence = Evidence.at(directory);
        Files.writeString(Path.of(evidence.checkpoint()), "I am a file");

        runAll(evidence);
    }

    @ParameterizedTest
    @ValueSource(strings = {"offsets", "commits", "sources", "state", "metadata"})
    void saysWhenAPartIsOfTheWrongKind(String part) throws IOException {
        Evidence evidence = Evidence.unpack("orders-crashed", directory);
        Path path = Path.of(evidence.checkpoint(), part);
        if (Files.isDirectory(path)) {
            Files.move(path, directory.resolve("aside"));
            Files.writeString(path, "I am a file");
        } else {
            Files.deleteIfExists(path);
            Files.createDirectory(path);
        }

        runAll(evidence);
    }

    @Test
    void saysWhenADirectoryStandsWhereAFileIsExpected() throws IOException {
        Evidence evidence = Evidence.unpack("orders-crashed", directory);
        for (String file : List.of("offsets/5", "commits/4")) {
            Path path = Path.of(evidence.checkpoint(), file);
            Files.delete(path);
            Files.createDirectory(path);
        }

        runAll(evidence);
    }

    @Test
    void readsNoMoreThanAFileOfItsKindMayHold() throws IOException {
        Evidence evidence = Evidence.unpack("orders-crashed", directory);
        for (String file : List.of("offsets/5", "commits/4", "metadata")) {
            try (RandomAccessFile sparse = new RandomAccessFile(evidence.checkpoint() + "/" + file, "rw")) {
                sparse.setLength(2L << 30);
            }
        }

        runAll(evidence);
    }

    @Test
    void listsADirectoryOfVeryManyEntries() throws IOException {
        Evidence evidence = Evidence.unpack("orders-crashed", directory);
        Path offsets = Path.of(evidence.checkpoint(), "offsets");
        for (int i = 0; i < 10_000; i++) {
            Files.createFile(offsets.resolve("not-a-batch-" + i));
        }

        runAll(evidence);
    }

    @Test
    void saysWhatMayNotBeRead() throws IOException {
        assumeThat(System.getProperty("user.name"))
                .as("root may read everything")
                .isNotEqualTo("root");
        Evidence evidence = Evidence.unpack("orders-crashed", directory);
        Files.setPosixFilePermissions(
                Path.of(evidence.checkpoint(), "offsets/5"), PosixFilePermissions.fromString("---------"));
        Path commits = Path.of(evidence.checkpoint(), "commits");
        Files.setPosixFilePermissions(commits, PosixFilePermissions.fromString("---------"));
        try {
            runAll(evidence);
        } finally {
            Files.setPosixFilePermissions(commits, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    @Test
    void showsNamesAndTextsWithEscapesInsteadOfSendingThem() throws IOException {
        Evidence evidence = Evidence.unpack("orders-crashed", directory);
        Path checkpoint = Path.of(evidence.checkpoint());
        String name = "\u001b[2J\nforged: all is well\r\u0007";
        Files.writeString(checkpoint.resolve(name), "x");
        Files.writeString(checkpoint.resolve("offsets").resolve("9" + name), "x");
        Files.writeString(checkpoint.resolve("commits").resolve(name), "x");
        Files.writeString(checkpoint.resolve("metadata"), "{\"id\":\"" + ESCAPES + "\"}" + ESCAPES);
        replace(checkpoint.resolve("offsets/5"), "HDFSBackedStateStoreProvider", ESCAPES);
        replace(checkpoint.resolve("offsets/5"), "\"reservoirId\":\"", "\"reservoirId\":\"" + ESCAPES);
        replace(checkpoint.resolve("offsets/4"), "v1\n", "v1" + ESCAPES + "\n");
        replace(checkpoint.resolve("commits/4"), "v1\n", ESCAPES + "\n");

        runAll(evidence);
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void survivesTruncationsOfEverySmallFile(String fixture) throws IOException {
        Evidence evidence = Evidence.unpack(fixture, directory);
        for (Path file : smallFiles(Path.of(evidence.checkpoint()))) {
            byte[] whole = Files.readAllBytes(file);
            for (int length : new int[] {0, 1, 2, whole.length / 3, whole.length / 2, whole.length - 1}) {
                Files.write(file, Arrays.copyOf(whole, Math.max(0, length)));
                runNext(evidence, file + " cut to " + length + " bytes");
            }
            Files.write(file, whole);
        }
    }

    @ParameterizedTest(name = "{0}, seed 8161")
    @MethodSource("fixtures")
    void survivesChangedBytesInEverySmallFile(String fixture) throws IOException {
        Evidence evidence = Evidence.unpack(fixture, directory);
        Random random = new Random(8_161);
        for (Path file : smallFiles(Path.of(evidence.checkpoint()))) {
            byte[] whole = Files.readAllBytes(file);
            for (int round = 0; round < 8 && whole.length > 0; round++) {
                byte[] changed = whole.clone();
                int changes = 1 << random.nextInt(4);
                for (int change = 0; change < changes; change++) {
                    changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
                }
                Files.write(file, changed);
                runNext(evidence, file + " changed, round " + round);
            }
            Files.write(file, whole);
        }
    }

    /** Of many small variations each meets one command in one form; over all of them every command meets every file. */
    private void runNext(Evidence evidence, String circumstance) {
        List<List<String>> lines = Stream.concat(
                        CommandLines.on(evidence).stream(), CommandLines.asJson(evidence).stream())
                .toList();
        requireClean(CommandRun.of(lines.get(turn++ % lines.size())), circumstance);
    }

    private static void runAll(Evidence evidence) {
        for (List<String> line : CommandLines.on(evidence)) {
            requireClean(CommandRun.of(line), evidence.name());
        }
        for (List<String> line : CommandLines.asJson(evidence)) {
            requireClean(CommandRun.of(line), evidence.name());
        }
    }

    private static void requireClean(CommandRun run, String circumstance) {
        String about = circumstance + "\n" + run;
        assertThat(run.code()).as(about).isIn(ExitCode.FINE, ExitCode.WRONG, ExitCode.USAGE, ExitCode.UNKNOWN);
        assertThat(run.err()).as(about).doesNotContain("\tat ");
        assertThat(run.out() + run.err()).as(about).isNotBlank();
        assertThat(controlCharacters(run.out() + run.err())).as(about).isEmpty();
    }

    /** What a terminal would obey; a line feed is how our own lines end. */
    private static List<String> controlCharacters(String text) {
        return text.codePoints()
                .filter(c -> c != '\n'
                        && (Character.getType(c) == Character.CONTROL
                                || Character.getType(c) == Character.FORMAT
                                || Character.getType(c) == Character.LINE_SEPARATOR
                                || Character.getType(c) == Character.PARAGRAPH_SEPARATOR))
                .mapToObj("U+%04X"::formatted)
                .toList();
    }

    private static void replace(Path file, String what, String with) throws IOException {
        String text = Files.readString(file, StandardCharsets.UTF_8);
        assertThat(text).contains(what);
        Files.writeString(file, text.replace(what, with));
    }

    private static List<Path> smallFiles(Path root) throws IOException {
        try (Stream<Path> paths = Files.walk(root)) {
            return paths.filter(Files::isRegularFile)
                    .filter(path -> path.toFile().length() <= SMALL_FILE_BYTES)
                    .filter(path -> !path.getFileName().toString().endsWith(".crc"))
                    .sorted()
                    .toList();
        }
    }
}
