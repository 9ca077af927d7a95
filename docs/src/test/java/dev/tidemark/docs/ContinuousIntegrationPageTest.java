package dev.tidemark.docs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tidemark.fixtures.Catalogue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs the shell lines of the page, as a runner does, in a repository with a query and beside a checkpoint. */
class ContinuousIntegrationPageTest {
    private static final Path PAGE = Path.of("how-to/ci.md");
    private static final Pattern STEP = Pattern.compile("(?m)^( *)run: \\|\\n((?:\\1  .*\\n|\\n)+)");
    private static final Pattern JENKINS = Pattern.compile("sh '''\\n(.*?)'''", Pattern.DOTALL);
    private static final Pattern SHELL = Pattern.compile("```shell\\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path directory;

    private Path repository;
    private Path query;

    private record Ended(int code, String out) {}

    @BeforeEach
    void makeARepository() throws IOException {
        Catalogue.fixture("orders-crashed").unpack(directory.resolve("lake"));
        repository = Files.createDirectories(directory.resolve("repository"));
        query = Files.createDirectories(repository.resolve("jobs/orders")).resolve("query.yaml");
        Files.copy(directory.resolve("lake/query.yaml"), query);
        Path tidemark = Files.createDirectories(directory.resolve("bin")).resolve("tidemark");
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Files.writeString(
                tidemark,
                "#!/bin/sh\nexec '" + Path.of(System.getProperty("java.home"), "bin/java") + "' -cp '" + classPath
                        + "' dev.tidemark.cli.Main \"$@\"\n");
        assertThat(tidemark.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void theWorkflowPassesWhenTheQueryFits() throws Exception {
        List<String> steps = found(STEP, 2);

        assertThat(steps).hasSize(2);
        assertThat(run(steps.get(0)).code()).isZero();
        assertThat(run(steps.get(1)).code()).isZero();
        assertThat(repository.resolve("tidemark.sarif")).content().contains("\"2.1.0\"");
        assertThat(repository.resolve("summary.md")).content().contains("## tidemark check", "Compatible");
    }

    @Test
    void theWorkflowStopsAndAnnotatesTheQueryWhenItDoesNot() throws Exception {
        changeTheAggregate();
        List<String> steps = found(STEP, 2);

        Ended check = run(steps.get(0));
        Ended summary = run(steps.get(1));

        assertThat(check.code()).isEqualTo(1);
        assertThat(check.out()).contains("::error file=jobs/orders/query.yaml,line=17,title=CMP-015 FATAL::");
        assertThat(summary.code())
                .as("the summary is written whatever was found")
                .isZero();
        assertThat(repository.resolve("tidemark.sarif"))
                .content()
                .contains("CMP-015", "\"jobs/orders/query.yaml\"", "STATE_STORE_VALUE_SCHEMA_NOT_COMPATIBLE");
        assertThat(repository.resolve("summary.md")).content().contains("Incompatible");
    }

    @Test
    void jenkinsGetsItsTestCases() throws Exception {
        changeTheAggregate();

        Ended check = run(found(JENKINS, 1).get(0));

        assertThat(check.code()).isEqualTo(1);
        assertThat(repository.resolve("tidemark.xml")).content().contains("<failure type=\"fatal\"");
    }

    @Test
    void aBaselineMadeOnceLetsTheSamePass() throws Exception {
        Files.writeString(query, Files.readString(query).replace("partitions: \"2\"", "partitions: \"4\""));
        String[] lines = found(SHELL, 1).get(0).split("\n");

        assertThat(run(lines[1].replace("--baseline baseline.json", "")).code())
                .as("without a baseline")
                .isEqualTo(1);
        assertThat(run(lines[0]).code()).isZero();
        assertThat(run(lines[1]).code()).isZero();
    }

    private void changeTheAggregate() throws IOException {
        Files.writeString(query, Files.readString(query).replace("count bigint", "count int"));
    }

    private static List<String> found(Pattern pattern, int group) throws IOException {
        List<String> scripts = new ArrayList<>();
        Matcher matcher = pattern.matcher(Files.readString(PAGE));
        while (matcher.find()) {
            scripts.add(matcher.group(group));
        }
        assertThat(scripts).as("scripts of %s", PAGE).isNotEmpty();
        return scripts;
    }

    /** As GitHub's runner does: {@code bash -e}. */
    private Ended run(String script) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("bash", "-e", "-c", script)
                .directory(repository.toFile())
                .redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        environment.put("PATH", directory.resolve("bin") + ":" + environment.get("PATH"));
        environment.put("CHECKPOINT", directory.resolve("lake/ckpt").toString());
        environment.put("GITHUB_STEP_SUMMARY", repository.resolve("summary.md").toString());
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), out);
    }
}
