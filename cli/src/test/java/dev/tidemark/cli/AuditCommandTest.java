package dev.tidemark.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class AuditCommandTest {
    @TempDir
    Path directory;

    private Path lake;

    @BeforeEach
    void unpack() throws IOException {
        lake = directory.resolve("lake");
        Evidence.unpack("orders-crashed", lake);
        Evidence.unpack("files-crashed", lake);
    }

    @Test
    void findsAndExaminesEverythingBelowARoot() {
        CommandRun run = run("audit", lake.toString(), "--format", "json");

        JsonObject document = parse(run.out());
        assertThat(document.array("items").orElseThrow().items())
                .extracting(item -> ((JsonObject) item)
                        .text("path")
                        .orElseThrow()
                        .substring(lake.toString().length()))
                .as(run.toString())
                .contains(
                        "/orders-crashed/ckpt",
                        "/orders-crashed/orders",
                        "/orders-crashed/revenue",
                        "/files-crashed/ckpt");
        JsonObject summary = document.object("summary").orElseThrow();
        assertThat(summary.number("items"))
                .hasValue(document.array("items").orElseThrow().items().size());
        assertThat(summary.object("findings").orElseThrow().number("warning")).hasValue(0);
        assertThat(document.array("relations").map(JsonArray::items).orElseThrow())
                .isEmpty();
        assertThat(run.code()).isEqualTo(ExitCode.FINE);
    }

    @Test
    void aLineForEachItemWithoutAnEndOfItsOwn() {
        CommandRun run = run("audit", lake.toString(), "--format", "ndjson");

        List<String> lines = run.out().lines().toList();
        assertThat(lines.get(0)).startsWith("{\"tidemark\":");
        assertThat(lines.get(lines.size() - 1)).startsWith("{\"summary\":");
        assertThat(lines).allSatisfy(line -> parse(line));
    }

    @Test
    void saysTheSameWhateverTheJobs() {
        assertThat(run("audit", lake.toString(), "--jobs", "1").out())
                .isEqualTo(run("audit", lake.toString(), "--jobs", "8").out())
                .contains("checkpoints")
                .endsWith("well\n");
    }

    @Test
    void aBrokenItemIsToldAndTheWorstCounts() throws IOException {
        Files.writeString(lake.resolve("orders-crashed/ckpt/offsets/5"), "");

        CommandRun run = run("audit", lake.toString());

        assertThat(run.code()).as(run.toString()).isEqualTo(ExitCode.WRONG);
        assertThat(run.out())
                .contains("wrong   checkpoint " + lake + "/orders-crashed/ckpt")
                .contains("CKP-003");
        assertThat(run("audit", lake.toString(), lake + "/nothing*").code())
                .as("what could not be told is worse than what is wrong")
                .isEqualTo(ExitCode.UNKNOWN);
    }

    @Test
    void aRootThatLeadsToNothingIsAnError() throws IOException {
        Files.createDirectories(directory.resolve("empty"));

        for (String root : List.of("empty", "absent", "lake/*/nothing", "[")) {
            CommandRun run = run("audit", directory.resolve(root).toString(), lake.toString());

            assertThat(run.code()).as(run.toString()).isEqualTo(ExitCode.UNKNOWN);
            assertThat(run.out()).as("the rest is examined").contains("orders-crashed/revenue");
            assertThat(run.out()).contains("unknown place");
        }
        assertThat(run("audit").code()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void rootsComeFromAFileToo() throws IOException {
        Path roots = Files.writeString(
                directory.resolve("roots.txt"), "# ours\n\n" + lake + "/orders-*\n  " + lake + "/files-crashed\n");

        assertThat(run("audit", "--from", roots.toString()).out())
                .isEqualTo(run("audit", lake + "/orders-crashed", lake + "/files-crashed")
                        .out());
    }

    @Test
    void tellsCopiesWithOneQueryId() throws IOException {
        Evidence.unpack("orders-crashed", lake.resolve("copy"));

        CommandRun run = run("audit", lake.toString(), "--format", "json", "--fail-on", "info");

        assertThat(run.out()).contains("AUD-001").contains("copies of one another");
        assertThat(run.code()).isEqualTo(ExitCode.WRONG);
    }

    @Test
    void goesOnWhereARunWasInterrupted() throws IOException {
        Path file = directory.resolve("run.ndjson");
        CommandRun whole = run("audit", lake.toString(), "--resume", file.toString());
        List<String> lines = Files.readAllLines(file);
        String torn =
                String.join("\n", lines.subList(0, 3)) + "\n" + lines.get(3).substring(0, 40);
        Files.writeString(file, torn);

        CommandRun resumed = run("audit", lake.toString(), "--resume", file.toString());

        assertThat(resumed.code()).as(resumed.toString()).isEqualTo(whole.code());
        assertThat(Files.readAllLines(file))
                .as("as if it had never been interrupted")
                .isEqualTo(lines);
        run("audit", lake.toString(), "--resume", file.toString());
        assertThat(Files.readAllLines(file))
                .as("a finished run has nothing to do")
                .isEqualTo(lines);
    }

    @Test
    void whatCouldNotBeToldIsExaminedAgain() throws IOException {
        Path file = directory.resolve("run.ndjson");
        Files.writeString(
                file,
                "{\"tidemark\":{}}\n{\"item\":\"checkpoint\",\"path\":\"" + lake
                        + "/orders-crashed/ckpt\",\"verdict\":\"unknown\",\"findings\":[],\"keys\":{}}\n");

        CommandRun run = run("audit", lake.toString(), "--resume", file.toString());

        assertThat(run.code()).as(run.toString()).isEqualTo(ExitCode.FINE);
        assertThat(Files.readString(file)).contains("orders-crashed/ckpt\",\"verdict\":\"well\"");
    }

    @Test
    void hostileNamesAreShownAndNotObeyed() throws IOException {
        Path hostile = lake.resolve("a\u001b[31m\u202eb\n");
        Files.createDirectories(hostile.resolve("offsets"));

        CommandRun run = run("audit", lake.toString());

        assertThat(run.out()).doesNotContain("\u001b", "\u202e").contains("\\u001b[31m\\u202eb\\n");
    }

    private static CommandRun run(String... arguments) {
        return CommandRun.of(new ArrayList<>(List.of(arguments)));
    }

    private static JsonObject parse(String text) {
        assertThat(text.getBytes(StandardCharsets.UTF_8)).isNotEmpty();
        return JsonParser.parseObject(Location.of("out"), text).value().orElseThrow();
    }
}
