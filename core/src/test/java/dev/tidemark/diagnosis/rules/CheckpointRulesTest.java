package dev.tidemark.diagnosis.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.checkpoint.survey.CheckpointSurveyor;
import dev.tidemark.checkpoint.survey.SmallCheckpoint;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.io.LocalStorage;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CheckpointRulesTest {
    private static final String DELTA_OFFSET =
            "{\"sourceVersion\":1,\"reservoirId\":\"%s\",\"reservoirVersion\":%d,\"index\":-1,\"isStartingVersion\":false}";

    @Test
    void everyRuleHasItsOwnIdInOrder() {
        assertThat(CheckpointRules.ALL)
                .extracting(Rule::id)
                .doesNotHaveDuplicates()
                .isSorted()
                .allSatisfy(id -> assertThat(id).matches("CKP-\\d{3}"));
    }

    @Test
    void findsNothingInAHealthyCheckpoint() throws IOException {
        assertThat(CheckpointRules.check(SmallCheckpoint.committed(12).whole())).isEmpty();
        assertThat(CheckpointRules.check(SmallCheckpoint.committed(0).whole())).isEmpty();
        assertThat(CheckpointRules.check(new SmallCheckpoint().whole())).isEmpty();
    }

    @Test
    void findsAMissingQueryId() throws IOException {
        assertFinds(SmallCheckpoint.committed(3).without("metadata"), "CKP-001", Severity.ERROR, "metadata");
    }

    @Test
    void findsAQueryIdThatIsNone() throws IOException {
        for (String text : List.of("", "{", "{}", "{\"id\":\"me\"}")) {
            assertFinds(SmallCheckpoint.committed(3).with("metadata", text), "CKP-002", Severity.FATAL, "metadata");
        }
    }

    @Test
    void aDamagedOffsetFileIsFatalOnlyWhereARestartReadsIt() throws IOException {
        assertFinds(SmallCheckpoint.committed(3).with("offsets/3", ""), "CKP-003", Severity.FATAL, "offsets/3");
        assertFinds(SmallCheckpoint.committed(3).with("offsets/2", "v1"), "CKP-003", Severity.FATAL, "offsets/2");
        assertFinds(SmallCheckpoint.committed(3).with("offsets/1", "v9"), "CKP-003", Severity.WARNING, "offsets/1");
    }

    @Test
    void findsTheMissingOffsetFileBeforeTheNewest() throws IOException {
        assertFinds(SmallCheckpoint.committed(3).without("offsets/2"), "CKP-004", Severity.FATAL, "offsets/2");
        assertFinds(
                SmallCheckpoint.committed(3).without("offsets/2", "commits/3"), "CKP-004", Severity.FATAL, "offsets/2");
    }

    @Test
    void aDamagedCommitIsFatalOnlyWhereARestartReadsIt() throws IOException {
        assertFinds(SmallCheckpoint.committed(3).with("commits/3", "v1\n{"), "CKP-005", Severity.FATAL, "commits/3");
        assertFinds(SmallCheckpoint.committed(3).with("commits/1", ""), "CKP-005", Severity.WARNING, "commits/1");
    }

    @Test
    void findsACommitAheadOfTheOffsets() throws IOException {
        assertFinds(SmallCheckpoint.committed(3).commit(4), "CKP-006", Severity.FATAL, "commits/4");
        assertFinds(SmallCheckpoint.committed(3).without("offsets/3"), "CKP-006", Severity.FATAL, "commits/3");
    }

    @Test
    void findsCommitsOrStateWithoutAnyOffsets() throws IOException {
        assertFinds(SmallCheckpoint.committed(0).without("offsets/0"), "CKP-007", Severity.FATAL, "offsets");
        assertFinds(
                SmallCheckpoint.committed(0).without("offsets/0", "commits/0").with("state/0/0/1.delta", "x"),
                "CKP-007",
                Severity.FATAL,
                "offsets");
    }

    @Test
    void aCrashedBatchIsWorthKnowingAndNoMore() throws IOException {
        assertFinds(SmallCheckpoint.committed(3).without("commits/3"), "CKP-008", Severity.INFO, "offsets/3");
        assertFinds(SmallCheckpoint.committed(0).without("commits/0"), "CKP-008", Severity.INFO, "offsets/0");
    }

    @Test
    void findsBatchesThatNoRestartRunsAgain() throws IOException {
        assertFinds(
                SmallCheckpoint.committed(3).without("commits/3", "commits/2"), "CKP-009", Severity.WARNING, "commits");
    }

    @Test
    void aSparkTwoOneCheckpointHasNoCommitsAndIsWell() throws IOException {
        SmallCheckpoint old = new SmallCheckpoint()
                .with("metadata", "{\"id\":\"" + SmallCheckpoint.ID + "\"}")
                .with("offsets/0", "v1\n{\"batchWatermarkMs\":0,\"batchTimestampMs\":1}\n1")
                .with("offsets/1", "v1\n{\"batchWatermarkMs\":0,\"batchTimestampMs\":2}\n2");

        assertFinds(old, "CKP-009", Severity.INFO, "commits");
    }

    @Test
    void aHoleWhereNoRestartLooksIsWorthKnowingAndNoMore() throws IOException {
        assertFinds(SmallCheckpoint.committed(5).without("offsets/1"), "CKP-010", Severity.INFO, "offsets");
        assertFinds(SmallCheckpoint.committed(5).without("commits/4"), "CKP-010", Severity.INFO, "commits");
    }

    @Test
    void noFindingPromisesARestartWhereAHoleStopsEveryOne() throws IOException {
        SmallCheckpoint stuck =
                SmallCheckpoint.committed(6).without("commits/6", "offsets/5", "offsets/4", "commits/5", "commits/4");

        List<Finding> findings = CheckpointRules.check(stuck.whole());

        assertThat(findings).extracting(Finding::rule).contains("CKP-004", "CKP-009", "CKP-010");
        assertThat(findings)
                .filteredOn(finding -> !finding.rule().equals("CKP-004"))
                .filteredOn(finding ->
                        finding.subject().equals("offsets") || finding.rule().equals("CKP-009"))
                .allSatisfy(finding -> {
                    assertThat(finding.explanation().consequence()).contains("CKP-004");
                    assertThat(finding.explanation().remedy()).isEqualTo("See CKP-004 first");
                });
    }

    @Test
    void aMisnamedFileIsFatalOnlyAsTheNewest() throws IOException {
        assertFinds(SmallCheckpoint.committed(3).with("offsets/+4", "x"), "CKP-011", Severity.FATAL, "offsets/+4");
        assertFinds(SmallCheckpoint.committed(3).with("commits/02", "x"), "CKP-011", Severity.INFO, "commits/02");
    }

    @Test
    void tellsOfLeftoversAndForeignNames() throws IOException {
        assertFinds(
                SmallCheckpoint.committed(3).with("offsets/.4.0f2d1a4e-8a55-4a3a-9a3c-2d8f5c3b1a00.tmp", ""),
                "CKP-012",
                Severity.INFO,
                "offsets");
        assertFinds(SmallCheckpoint.committed(3).with("commits/3.bak", ""), "CKP-013", Severity.INFO, "commits");
        assertFinds(SmallCheckpoint.committed(3).with("offsets/9/x", ""), "CKP-013", Severity.WARNING, "offsets");
    }

    @Test
    void findsAFileThatWasChangedAfterItsChecksum() throws IOException {
        assertFinds(
                SmallCheckpoint.committed(3).with("commits/.3.crc", "crc\0\0\0\2\0abcd"),
                "CKP-014",
                Severity.INFO,
                "commits/3");
    }

    @Test
    void findsAnEmptyMetadataLine() throws IOException {
        assertFinds(
                SmallCheckpoint.committed(3).with("offsets/3", "v1\n\n{\"logOffset\":3}"),
                "CKP-015",
                Severity.FATAL,
                "offsets/3");
    }

    @Test
    void findsTheKeyThatOneReleaseMisnamed() throws IOException {
        String conf = "{\"spark.databricks.sql.optimizer.pruneFiltersCanPruneStreamingSubplan\":\"false\"}";
        assertFinds(
                SmallCheckpoint.committed(0).offsetsWithConf(0, conf, "{\"logOffset\":0}"),
                "CKP-016",
                Severity.WARNING,
                "offsets/0");
    }

    @Test
    void findsPinnedConfigurationsThatGotLost() throws IOException {
        assertFinds(
                SmallCheckpoint.committed(3).offsetsWithConf(3, "{}", "{\"logOffset\":3}"),
                "CKP-017",
                Severity.ERROR,
                "offsets/3");
    }

    @Test
    void findsAnotherNumberOfPartitionsInAnUncommittedBatch() throws IOException {
        assertFinds(
                SmallCheckpoint.committed(3)
                        .offsetsWithConf(3, "{\"spark.sql.shuffle.partitions\":\"9\"}", "{\"logOffset\":3}")
                        .without("commits/3"),
                "CKP-018",
                Severity.ERROR,
                "offsets/3");
    }

    @Test
    void findsAWatermarkFarAheadOfTheClock() throws IOException {
        assertFinds(
                SmallCheckpoint.committed(3).with("commits/3", "v1\n{\"nextBatchWatermarkMs\":4102444800000}"),
                "CKP-019",
                Severity.WARNING,
                "commits/3");
    }

    @Test
    void findsALostSourceLine() throws IOException {
        assertFinds(
                SmallCheckpoint.committed(3).offsets(2, "{\"logOffset\":2}", "{\"logOffset\":2}"),
                "CKP-020",
                Severity.FATAL,
                "offsets/3");
    }

    @Test
    void findsAnOffsetThatIsNoJson() throws IOException {
        assertFinds(
                SmallCheckpoint.committed(3).offsets(3, "{\"logOffset\":"), "CKP-021", Severity.ERROR, "offsets/3:3");
    }

    @Test
    void findsAFileSourceLogThatLacksWhatItsReaderOpens() throws IOException {
        String entry = "v1\n{\"path\":\"p\",\"timestamp\":1,\"batchId\":0}";
        SmallCheckpoint whole = SmallCheckpoint.committed(3)
                .with("sources/0/0", entry)
                .with("sources/0/1", entry)
                .with("sources/0/2.compact", entry)
                .with("sources/0/3", entry);

        assertThat(CheckpointRules.check(whole.whole())).isEmpty();
        assertThat(CheckpointRules.check(
                        whole.without("sources/0/0", "sources/0/1").whole()))
                .as("older than the compact file")
                .isEmpty();
        assertFinds(whole.with("sources/0/3", "v1\n{"), "CKP-022", Severity.FATAL, "sources/0/3");
        assertFinds(whole.without("sources/0/3"), "CKP-022", Severity.FATAL, "sources/0");
        assertFinds(
                whole.with("sources/0/3", entry).without("sources/0/2.compact"),
                "CKP-022",
                Severity.FATAL,
                "sources/0");
    }

    @Test
    void findsAReplacedTable() throws IOException {
        assertFinds(
                SmallCheckpoint.committed(3)
                        .offsets(2, DELTA_OFFSET.formatted("a", 2))
                        .offsets(3, DELTA_OFFSET.formatted("b", 3)),
                "CKP-023",
                Severity.ERROR,
                "offsets/3:3");
    }

    @Test
    void findsAnOffsetMapThatSparkCannotRecover() throws IOException {
        SmallCheckpoint map = SmallCheckpoint.committed(3);
        for (int id = 0; id <= 3; id++) {
            map.with(
                    "offsets/" + id,
                    "v2\n{\"batchWatermarkMs\":0,\"batchTimestampMs\":1,\"conf\":{},\"sourceMetadataInfo\":{}}\n"
                            + "orders:{\"logOffset\":" + id + "}");
        }

        assertThat(CheckpointRules.check(map.whole())).isEmpty();
        assertFinds(map.without("commits/3"), "CKP-024", Severity.FATAL, "offsets/3");
    }

    @Test
    void findsASourceThatWentBack() throws IOException {
        assertFinds(
                SmallCheckpoint.committed(3).offsets(3, "{\"logOffset\":1}"),
                "CKP-025",
                Severity.WARNING,
                "offsets/3:3");
    }

    @Test
    void findsAWatermarkThatWentBack() throws IOException {
        assertFinds(
                SmallCheckpoint.committed(3)
                        .with(
                                "offsets/3",
                                "v1\n{\"batchWatermarkMs\":1,\"batchTimestampMs\":1795990000000,"
                                        + "\"conf\":{\"spark.sql.shuffle.partitions\":\"2\"}}\n{\"logOffset\":3}"),
                "CKP-026",
                Severity.WARNING,
                "offsets/3");
    }

    @Test
    void findsAFileWhereADirectoryBelongs() throws IOException {
        SmallCheckpoint checkpoint =
                SmallCheckpoint.committed(0).without("commits/0").with("commits", "x");

        assertFinds(checkpoint, "CKP-028", Severity.FATAL, "commits");
    }

    @Test
    void findsACommitThatLostItsStateIds() throws IOException {
        String ids = "v2\n{\"nextBatchWatermarkMs\":0,\"stateUniqueIds\":{\"0\":[[\"a\"],[\"b\"]]}}";
        assertFinds(
                SmallCheckpoint.committed(3).with("commits/2", ids).with("commits/3", "v1\n{}"),
                "CKP-029",
                Severity.ERROR,
                "commits/3");
    }

    @Test
    void findsASourceLogThatOutlivedItsOffsets() throws IOException {
        assertFinds(
                SmallCheckpoint.committed(0)
                        .without("offsets/0", "commits/0")
                        .with("sources/0/0", "v1")
                        .with("sources/0/1", "v1"),
                "CKP-030",
                Severity.WARNING,
                "sources/0");
    }

    @Test
    void findsNothingAboveInfoInCheckpointsThatRealSparkLeftUntouched() throws IOException {
        Optional<Path> corpus =
                Optional.ofNullable(System.getenv("TIDEMARK_CORPUS")).map(Path::of);
        Assumptions.assumeTrue(corpus.isPresent());
        try (Stream<Path> untouched = Stream.concat(
                Files.list(corpus.get().resolve("checkpoints")).map(path -> path.resolve("ckpt")),
                Files.list(corpus.get().resolve("restart"))
                        .filter(path -> path.getFileName().toString().endsWith("--control"))
                        .map(path -> path.resolve("before/ckpt")))) {
            List<Path> checkpoints = untouched.filter(Files::isDirectory).toList();
            assertThat(checkpoints).hasSizeGreaterThan(50);
            for (Path checkpoint : checkpoints) {
                CheckpointSurvey survey = CheckpointSurveyor.whole(Checkpoint.in(LocalStorage.at(checkpoint)));
                assertThat(CheckpointRules.check(survey))
                        .as(checkpoint.toString())
                        .allMatch(finding -> finding.severity() == Severity.INFO);
            }
        }
    }

    private static void assertFinds(SmallCheckpoint checkpoint, String rule, Severity severity, String subject)
            throws IOException {
        List<Finding> findings = CheckpointRules.check(checkpoint.whole());
        assertThat(findings)
                .as("findings")
                .anySatisfy(finding -> assertThat(Map.of(
                                "rule", finding.rule(), "severity", finding.severity(), "subject", finding.subject()))
                        .isEqualTo(Map.of("rule", rule, "severity", severity, "subject", subject)));
        assertThat(findings).allSatisfy(finding -> {
            assertThat(finding.explanation().summary()).isNotBlank().doesNotEndWith(".");
            assertThat(finding.explanation().consequence()).isNotBlank().doesNotEndWith(".");
            assertThat(finding.explanation().remedy()).isNotBlank().doesNotEndWith(".");
            assertThat(finding.evidence()).isNotEmpty();
        });
    }
}
