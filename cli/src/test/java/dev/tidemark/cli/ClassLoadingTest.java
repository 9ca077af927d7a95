package dev.tidemark.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** An answer about the logs of a local checkpoint starts fast because nothing heavy is loaded for it. */
class ClassLoadingTest {
    private static final List<String> HEAVY = List.of(
            "java.util.Formatter",
            "org.apache.hadoop.",
            "org.apache.parquet.",
            "org.apache.commons.",
            "org.rocksdb.",
            "org.roaringbitmap.",
            "org.jline.",
            "com.github.luben.",
            "net.jpountz.");
    private static final Set<String> LIGHT_COMMANDS = Set.of("show", "batches", "batch", "diff", "describe");

    @TempDir
    Path directory;

    @Test
    void loadsNothingHeavyForTheLogsOfALocalCheckpoint() throws Exception {
        Evidence evidence = Evidence.unpack("orders-crashed", directory);
        for (List<String> line : CommandLines.on(evidence)) {
            if (LIGHT_COMMANDS.contains(line.get(0))) {
                List<String> loaded = classesLoadedBy(line);

                assertThat(loaded).as("what %s loads", line).contains("dev.tidemark.cli.Main");
                assertThat(loaded)
                        .as("what %s loads", line)
                        .noneMatch(name -> HEAVY.stream().anyMatch(name::startsWith));
            }
        }
    }

    @Test
    void loadsNoTerminalForAScript() throws Exception {
        Evidence evidence = Evidence.unpack("orders-crashed", directory);
        Path script = Files.writeString(directory.resolve("look"), "ls offsets\ncat offsets/5\nstat offsets/5\n");

        List<String> loaded = classesLoadedBy(List.of("shell", evidence.checkpoint(), "--script", script.toString()));

        assertThat(loaded).contains("dev.tidemark.shell.run.Script");
        assertThat(loaded).noneMatch(name -> HEAVY.stream().anyMatch(name::startsWith));
    }

    private List<String> classesLoadedBy(List<String> line) throws Exception {
        Path log = directory.resolve("classes.log");
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xlog:class+load=info:file=" + log,
                "-cp",
                System.getProperty("java.class.path"),
                "dev.tidemark.cli.Main"));
        words.addAll(line);
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("out").toFile())
                .start();
        process.waitFor();
        return namesIn(log);
    }

    private static List<String> namesIn(Path log) throws IOException {
        try (Stream<String> lines = Files.lines(log, StandardCharsets.UTF_8)) {
            return lines.map(line -> line.replaceFirst("^(\\[[^]]*])+ ", "").split(" ")[0])
                    .toList();
        }
    }
}
