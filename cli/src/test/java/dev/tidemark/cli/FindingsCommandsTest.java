package dev.tidemark.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Every command with findings, in every format, with every verdict. */
class FindingsCommandsTest {
    @TempDir
    static Path directory;

    private static Evidence evidence;

    /** What standard output begins with. */
    private static final Map<String, String> BEGINNINGS = Map.of(
            "json", "{",
            "ndjson", "{",
            "sarif", "{\n  \"$schema\"",
            "junit", "<?xml",
            "github", "",
            "markdown", "## tidemark ",
            "html", "<!",
            "text", "");

    @BeforeAll
    static void unpack() throws IOException {
        evidence = Evidence.unpack("orders-crashed", directory);
        String query = Files.readString(Path.of(evidence.query()));
        Files.writeString(directory.resolve("changed.yaml"), query.replace("count bigint", "count int"));
        Files.writeString(directory.resolve("silent.yaml"), query.replaceAll("(?s)operators:.*?sink:", "sink:"));
        Files.writeString(
                directory.resolve("partitions.yaml"), query.replace("partitions: \"2\"", "partitions: \"9\""));
        Evidence torn = Evidence.unpack("orders-state-lost", directory);
        Files.writeString(Path.of(torn.checkpoint(), "offsets", "6"), "");
        Path table = directory.resolve("table/_delta_log");
        Files.createDirectories(table);
        Files.writeString(table.resolve("00000000000000000000.json"), "{\"commitInfo\":{}}\n{broken\n");
    }

    private static List<String> check(String query) {
        return List.of("check", evidence.checkpoint(), "--query", query, "--map", evidence.map());
    }

    private static List<String> check(Path query) {
        return check(query.toString());
    }

    static Stream<Arguments> verdicts() {
        return Stream.of(
                Arguments.of(ExitCode.FINE, check(evidence.query())),
                Arguments.of(ExitCode.WRONG, check(directory.resolve("changed.yaml"))),
                Arguments.of(ExitCode.UNKNOWN, check(directory.resolve("silent.yaml"))),
                Arguments.of(
                        ExitCode.FINE,
                        List.of(
                                "diagnose",
                                directory.resolve("orders-crashed/ckpt").toString())),
                Arguments.of(
                        ExitCode.WRONG,
                        List.of(
                                "diagnose",
                                directory.resolve("orders-state-lost/ckpt").toString())),
                Arguments.of(ExitCode.FINE, List.of("table", "verify", evidence.table())),
                Arguments.of(
                        ExitCode.WRONG,
                        List.of("table", "verify", directory.resolve("table").toString())),
                Arguments.of(
                        ExitCode.UNKNOWN,
                        List.of("table", "verify", directory.resolve("nothing").toString())));
    }

    @ParameterizedTest
    @MethodSource("verdicts")
    void endsWithTheSameCodeInEveryFormat(int code, List<String> line) {
        for (FindingsOutputMixin.Format format : FindingsOutputMixin.Format.values()) {
            String name = format.name().toLowerCase(java.util.Locale.ROOT);
            CommandRun run = with(line, "--format", name);

            assertThat(run.code()).as("%s", run).isEqualTo(code);
            if (!run.out().isEmpty()) {
                assertThat(run.out()).startsWith(BEGINNINGS.get(name)).endsWith("\n");
            } else {
                assertThat(run.err()).as("%s", run).isNotEmpty();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(FindingsOutputMixin.Format.class)
    void everyFormatTellsWhatIsWrongAndThatItCouldNotBeTold(FindingsOutputMixin.Format format) {
        String name = format.name().toLowerCase(java.util.Locale.ROOT);

        assertThat(with(check(directory.resolve("changed.yaml")), "--format", name)
                        .out())
                .contains("CMP-015");
        assertThat(with(check(directory.resolve("silent.yaml")), "--format", name)
                        .out()
                        .toLowerCase(java.util.Locale.ROOT))
                .containsAnyOf("unknown", "cannot be told");
    }

    @Test
    void exitZeroIsZeroWhateverIsFound() {
        assertThat(with(check(directory.resolve("changed.yaml")), "--exit-zero").code())
                .isZero();
        assertThat(with(check(directory.resolve("silent.yaml")), "--exit-zero").code())
                .isZero();
    }

    @Test
    void failOnDecidesWhichSeverityMatters() {
        List<String> line = check(directory.resolve("partitions.yaml"));

        assertThat(with(line).code()).as("a warning").isZero();
        assertThat(with(line, "--fail-on", "warning").code()).isEqualTo(ExitCode.WRONG);
        assertThat(with(line, "--fail-on", "nothing").code()).isEqualTo(ExitCode.USAGE);
        assertThat(with(List.of("show", evidence.checkpoint()), "--fail-on", "info")
                        .code())
                .as("batch 5 is not committed: an info")
                .isEqualTo(ExitCode.WRONG);
        assertThat(with(List.of("diff", evidence.checkpoint()), "--fail-on", "info")
                        .code())
                .isEqualTo(ExitCode.WRONG);
        assertThat(with(List.of("show", evidence.checkpoint())).code()).isZero();
    }

    @Test
    void aBaselineAcceptsWhatIsNotFatal() throws IOException {
        Path baseline = directory.resolve("baseline.json");
        List<String> line = check(directory.resolve("partitions.yaml"));
        with(line, "--write-baseline", baseline.toString());

        CommandRun accepted = with(line, "--fail-on", "info", "--baseline", baseline.toString());
        CommandRun json = with(line, "--format", "json", "--baseline", baseline.toString());
        CommandRun fatal = with(
                check(directory.resolve("changed.yaml")),
                "--baseline",
                baseline.toString(),
                "--write-baseline",
                baseline.toString());

        assertThat(accepted.code()).as("%s", accepted).isZero();
        assertThat(accepted.out()).contains("Baseline: 2 accepted").doesNotContain("CMP-020");
        assertThat(json.out()).contains("\"unchanged\"", "CMP-020:spark.sql.shuffle.partitions");
        assertThat(fatal.code()).isEqualTo(ExitCode.WRONG);
        assertThat(fatal.err()).contains("1 fatal, not written");
        assertThat(Files.readString(baseline)).doesNotContain("CMP-015");
    }

    @Test
    void aBaselineThatIsNoneIsWrongUsage() throws IOException {
        Path broken = Files.writeString(directory.resolve("broken.json"), "{\"entries\": [");

        assertThat(with(check(evidence.query()), "--baseline", broken.toString())
                        .code())
                .isEqualTo(ExitCode.USAGE);
        assertThat(with(
                                check(evidence.query()),
                                "--baseline",
                                directory.resolve("none").toString())
                        .code())
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void aCheckNeedsOneNewQuery() {
        assertThat(CommandRun.of(List.of("check", evidence.checkpoint())).code())
                .isEqualTo(ExitCode.USAGE);
        assertThat(with(check(evidence.query()), "--against", evidence.checkpoint())
                        .code())
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void aTestsCheckpointCanStandForTheNewQuery() {
        CommandRun same = CommandRun.of(
                List.of("check", evidence.checkpoint(), "--against", evidence.checkpoint(), "--map", evidence.map()));

        assertThat(same.code()).as("%s", same).isZero();
        assertThat(same.out()).startsWith("Compatible");
    }

    @Test
    void versionsThatRunBackwardsAreWrongUsage() {
        assertThat(CommandRun.of(List.of("table", "diff", evidence.table(), "2", "0"))
                        .code())
                .isEqualTo(ExitCode.USAGE);
        assertThat(CommandRun.of(List.of("table", "log", evidence.table(), "--from", "2", "--to", "1"))
                        .code())
                .isEqualTo(ExitCode.USAGE);
    }

    private static CommandRun with(List<String> line, String... more) {
        List<String> all = new ArrayList<>(line);
        all.addAll(List.of(more));
        return CommandRun.of(all);
    }
}
