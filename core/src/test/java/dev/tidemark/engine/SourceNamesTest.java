package dev.tidemark.engine;

import java.io.IOException;
import java.util.List;

import dev.tidemark.engine.RestartPrediction.LogChanges.Written;
import dev.tidemark.engine.RestartPrediction.Verdict;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Named sources (Spark 4.2) of which the description gives no names. */
class SourceNamesTest {
    private static final String EVOLUTION = "spark.sql.streaming.queryEvolution.enableSourceEvolution";

    /** Two directories of which one file each was read in batch 0, and one more has come since. */
    private static HandMadeCheckpoint twoDirectories(String conf) {
        return HandMadeCheckpoint.started()
                .conf(EVOLUTION, "true")
                .conf("spark.sql.streaming.offsetLog.formatVersion", "2")
                .source("text", "/lake/orders")
                .source("text", "/lake/payments")
                .beside("/lake/orders", "a.txt", "1\n")
                .beside("/lake/orders", "b.txt", "2\n")
                .beside("/lake/payments", "a.txt", "3\n")
                .beside("/lake/payments", "b.txt", "4\n")
                .file("sources/sold/0", entry("/lake/orders/a.txt"))
                .file("sources/paid/0", entry("/lake/payments/a.txt"))
                .file("offsets/0", offsets(conf, "paid:{\"logOffset\":0}", "sold:{\"logOffset\":0}"))
                .file("commits/0", "v1\n{\"nextBatchWatermarkMs\":0}");
    }

    private static String offsets(String conf, String... lines) {
        return "v2\n{\"batchWatermarkMs\":0,\"batchTimestampMs\":7,\"conf\":" + conf + ",\"sourceMetadataInfo\":{}}\n"
                + String.join("\n", lines);
    }

    private static String entry(String path) {
        return "v1\n{\"path\":\"file://" + path + "\",\"timestamp\":0,\"batchId\":0}";
    }

    private static List<String> sourceLogsWritten(RestartPrediction prediction) {
        return prediction.changes().written().stream()
                .map(Written::path)
                .filter(path -> path.startsWith("sources/"))
                .sorted()
                .toList();
    }

    private static final String BY_NAME = "{\"" + EVOLUTION + "\":\"true\"}";

    @Test
    void areKnownByTheDirectoriesThatTheirLogsName() throws IOException {
        RestartPrediction prediction = twoDirectories(BY_NAME).follow("4.2.0");

        assertThat(prediction.verdict()).as("%s", prediction.unknown()).isEqualTo(Verdict.RUNS);
        assertThat(sourceLogsWritten(prediction)).containsExactly("sources/paid/1", "sources/sold/1");
    }

    @Test
    void areKnownByAnOlderEntryWhereTheNewestIsDamagedAndDieOfIt() throws IOException {
        RestartPrediction prediction = twoDirectories(BY_NAME)
                .file("sources/sold/1", "v1\n{\"path\":\"file:///lake/or")
                .follow("4.2.0");

        assertThat(prediction.verdict()).isEqualTo(Verdict.FAILS);
        assertThat(prediction.failure().file()).isEqualTo("sources/sold/1");
    }

    @Test
    void areKnownByTheirDirectoryWhereTheOffsetsDoNotNameThem() throws IOException {
        RestartPrediction prediction = twoDirectories(BY_NAME)
                .file("offsets/0", offsets(BY_NAME, "paid:{\"logOffset\":0}"))
                .follow("4.2.0");

        assertThat(prediction.verdict()).as("%s", prediction.unknown()).isEqualTo(Verdict.RUNS);
        assertThat(sourceLogsWritten(prediction)).containsExactly("sources/paid/1", "sources/sold/1");
        assertThat(prediction.batches().get(0).sources().get(0).read().rows())
                .as("a source without an offset reads all that its log knows")
                .isEqualTo(2);
    }

    @Test
    void keepTheirLogsUnderTheirNamesWhereTheOffsetsGoByPosition() throws IOException {
        RestartPrediction prediction = twoDirectories("{}").follow("4.2.0");

        assertThat(sourceLogsWritten(prediction)).containsExactly("sources/paid/1", "sources/sold/1");
        assertThat(prediction.batches())
                .singleElement()
                .satisfies(batch -> assertThat(batch.sources())
                        .allSatisfy(source -> assertThat(source.start()).isNull()));
    }

    @Test
    void areKnownByWhatIsLeftOver() throws IOException {
        RestartPrediction prediction = twoDirectories(BY_NAME)
                .without("sources/sold/0")
                .file("sources/sold/0", "v1")
                .follow("4.2.0");

        assertThat(prediction.verdict()).as("%s", prediction.unknown()).isEqualTo(Verdict.RUNS);
        assertThat(sourceLogsWritten(prediction)).containsExactly("sources/paid/1", "sources/sold/1");
    }

    @Test
    void areNotGuessedWhereASourceIsNewOrAnotherOne() throws IOException {
        RestartPrediction prediction = twoDirectories(BY_NAME)
                .file("sources/sold/0", entry("/lake/elsewhere/a.txt"))
                .follow("4.2.0");

        assertThat(prediction.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(prediction.unknown())
                .singleElement()
                .asString()
                .contains("which of the named sources of the checkpoint source 0 is");
    }

    @Test
    void areNewWhereEveryNameIsTaken() throws IOException {
        RestartPrediction prediction = twoDirectories(BY_NAME)
                .source("text", "/lake/refunds")
                .beside("/lake/refunds", "a.txt", "5\n")
                .follow("4.2.0");

        assertThat(prediction.verdict()).isEqualTo(Verdict.RUNS);
        assertThat(prediction.unknown()).singleElement().asString().startsWith("source 2 has no name");
    }
}
