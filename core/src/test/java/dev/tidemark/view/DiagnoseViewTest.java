package dev.tidemark.view;

import java.nio.file.Path;
import java.util.List;

import dev.tidemark.diagnosis.Diagnosis;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.StreamLab;
import dev.tidemark.diagnosis.Triage;
import dev.tidemark.report.Block;
import dev.tidemark.report.Report;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static dev.tidemark.diagnosis.StreamLab.HDFS;
import static dev.tidemark.diagnosis.StreamLab.ROCKSDB;
import static dev.tidemark.diagnosis.StreamLab.TABLE;
import static dev.tidemark.diagnosis.StreamLab.conf;
import static dev.tidemark.diagnosis.StreamLab.delta;
import static dev.tidemark.diagnosis.StreamLab.kafka;
import static org.assertj.core.api.Assertions.assertThat;

class DiagnoseViewTest {
    @TempDir
    Path directory;

    private StreamLab lab;

    @BeforeEach
    void begin() {
        lab = new StreamLab(directory);
    }

    private static Report report(Diagnosis diagnosis, DiagnoseView.Detail detail) {
        return DiagnoseView.of(diagnosis, Triage.of(diagnosis.findings(), Severity.ERROR), detail);
    }

    private static List<Block.Alert> alerts(Report report) {
        return report.blocks().stream()
                .filter(Block.Alert.class::isInstance)
                .map(Block.Alert.class::cast)
                .toList();
    }

    private static Block.Alert alert(Report report, String rule) {
        return alerts(report).stream()
                .filter(alert -> alert.label().endsWith(rule))
                .findFirst()
                .orElseThrow();
    }

    private static String lastLine(Report report) {
        return ((Block.Note) report.blocks().get(report.blocks().size() - 1)).text();
    }

    private StreamLab stateful(String provider) {
        lab.pins(conf("2", provider)).metadata();
        for (int operator = 0; operator < 2; operator++) {
            lab.operator(operator, "stateStoreSave", "k").deltas(operator, 1, 4);
        }
        for (long batchId = 0; batchId <= 3; batchId++) {
            lab.offsets(batchId, kafka("t", 10 + batchId)).commit(batchId);
        }
        return lab;
    }

    @Test
    void whatIsMerelyWorthKnowingIsToldInBriefAndOnceForARule() {
        Report report = report(stateful(HDFS).diagnose(), DiagnoseView.Detail.BRIEF);

        Block.Alert keys = alert(report, "STA-022");
        assertThat(keys.summary()).contains("Operator 0", "; Operator 1");
        assertThat(keys.where()).isEmpty();
        assertThat(keys.consequence()).isEmpty();
        assertThat(keys.remedy()).isEqualTo("Keep the key, or begin a new checkpoint");
        assertThat(alert(report, "OK-005").remedy()).startsWith("To change it").contains("Do not edit the offset file");
        assertThat(alert(report, "OK-001").consequence())
                .as("an answer is told whole")
                .contains("second driver");
        assertThat(report.document().array("findings").orElseThrow().items())
                .as("scripts get every finding")
                .hasSameSizeAs(stateful(HDFS).diagnose().findings());
    }

    @Test
    void allIsToldWholeOnRequest() {
        Report report = report(stateful(HDFS).diagnose(), DiagnoseView.Detail.FULL);

        assertThat(alerts(report)).hasSameSizeAs(stateful(HDFS).diagnose().findings());
        assertThat(alerts(report))
                .allSatisfy(alert ->
                        assertThat(alert.consequence()).as(alert.label()).isNotEmpty());
    }

    @Test
    void whatIsWrongIsNeverToldInBrief() {
        Report report = report(stateful(HDFS).without("ckpt/state/0/1/4.delta").diagnose(), DiagnoseView.Detail.BRIEF);

        assertThat(alert(report, "STA-001").consequence()).isNotEmpty();
        assertThat(alert(report, "STA-001").where()).isNotEmpty();
    }

    @Test
    void theLastLineNamesWhatWasNotLookedAt() {
        String healthy = lastLine(report(stateful(HDFS).diagnose(), DiagnoseView.Detail.BRIEF));

        assertThat(healthy)
                .startsWith("Not checked: ")
                .contains("the sink", "what Kafka's brokers still hold", "state older than batch 3's")
                .doesNotContain("the rows of operator");
        assertThat(lastLine(
                        report(stateful(HDFS).without("ckpt/state/0/1/4.delta").diagnose(), DiagnoseView.Detail.BRIEF)))
                .contains("the rows of operator 0, whose state does not load");
    }

    @Test
    void rowsInRocksDbAreReadOnRequestAlone() {
        lab.pins(conf("1", ROCKSDB)).metadata().offsets(0, kafka("t", 1)).commit(0);
        lab.file("ckpt/state/0/0/1.changelog", dev.tidemark.state.rocksdb.RocksLab.changelog());

        assertThat(lastLine(report(lab.diagnose(), DiagnoseView.Detail.BRIEF)))
                .contains("the rows of operator 0, which are in RocksDB (--read-state reads them)");
    }

    @Test
    void batchesThatWereNotFollowedAreNamed() {
        lab.metadata().offsets(0, delta(0, 0, true)).commit(0).appends("src", TABLE, 0, 9);
        String query = "sources:\n  - {format: delta, path: /lake/src, options: {maxFilesPerTrigger: \"1\"}}\n";

        assertThat(lastLine(report(lab.diagnose(query), DiagnoseView.Detail.BRIEF)))
                .contains("batches after 2 (restart --until-caught-up)", "the insides of data files");
    }
}
