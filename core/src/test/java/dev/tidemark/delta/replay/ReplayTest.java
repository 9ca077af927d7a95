package dev.tidemark.delta.replay;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

import dev.tidemark.delta.DeltaTable.Engine;
import dev.tidemark.delta.LogBuilder;
import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.Remove;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.delta.error.DeltaError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.tidemark.delta.LogBuilder.METADATA;
import static dev.tidemark.delta.LogBuilder.PROTOCOL;
import static dev.tidemark.delta.LogBuilder.add;
import static dev.tidemark.delta.LogBuilder.remove;
import static org.assertj.core.api.Assertions.assertThat;

class ReplayTest {
    private static List<String> paths(Replay replay) {
        assertThat(replay.error()).as("error").isNull();
        return replay.state().files().sorted().stream().map(Add::path).toList();
    }

    @Test
    void addsAndRemovesFilesOverVersions() {
        LogBuilder log = LogBuilder.table().commit(add("a", 1), add("b", 2)).commit(remove("a"), add("c", 3));

        assertThat(paths(log.spark())).containsExactly("b", "c");
        assertThat(paths(log.kernel())).containsExactly("b", "c");
        assertThat(log.spark().state().files().sizeBytes()).isEqualTo(5);
        assertThat(log.spark().state().tombstonesByPath())
                .extracting(Remove::path)
                .containsExactly("a");
    }

    @Test
    void readsAnEarlierVersion() {
        LogBuilder log = LogBuilder.table().commit(add("a", 1)).commit(remove("a"));

        assertThat(paths(log.read(Engine.SPARK, OptionalLong.of(1)))).containsExactly("a");
        assertThat(paths(log.read(Engine.KERNEL, OptionalLong.of(1)))).containsExactly("a");
        assertThat(paths(log.spark())).isEmpty();
    }

    @Test
    void letsTheLastOfTwoActionsInOneCommitWinForSparkAndTheRemoveForKernel() {
        LogBuilder log = LogBuilder.table().commit(remove("a"), add("a", 1));

        assertThat(paths(log.spark())).containsExactly("a");
        assertThat(paths(log.kernel())).isEmpty();
    }

    @Test
    void takesTheSecondOfTwoAddsForSparkAndTheFirstForKernel() {
        LogBuilder log = LogBuilder.table().commit(add("a", 1), add("a", 2));

        assertThat(log.spark().state().files().sizeBytes()).isEqualTo(2);
        assertThat(log.kernel().state().files().sizeBytes()).isEqualTo(1);
    }

    @Test
    void letsATransactionGoBackwards() {
        String high = "{\"txn\":{\"appId\":\"q\",\"version\":9}}";
        String low = "{\"txn\":{\"appId\":\"q\",\"version\":3}}";
        LogBuilder log = LogBuilder.table().commit(high).commit(low);

        assertThat(log.spark().state().transactions()).containsExactly(new SetTransaction("q", 3, null));
        assertThat(log.kernel().state().transactions()).containsExactly(new SetTransaction("q", 3, null));
    }

    @Test
    void keepsADeletionVectorWithOffsetZeroApartFromOneWithout() {
        String vector = "\"deletionVector\":{\"storageType\":\"u\",\"pathOrInlineDv\":\"ab\",%s\"sizeInBytes\":1,"
                + "\"cardinality\":1}";
        String add = "{\"add\":{\"path\":\"a\",\"partitionValues\":{},\"size\":1,\"modificationTime\":1,"
                + "\"dataChange\":true," + String.format(vector, "\"offset\":0,") + "}}";
        String remove = "{\"remove\":{\"path\":\"a\"," + String.format(vector, "") + "}}";
        LogBuilder log = LogBuilder.table().commit(add).commit(remove);

        assertThat(paths(log.spark())).containsExactly("a");
        assertThat(paths(log.kernel())).containsExactly("a");
    }

    @Test
    void leavesTwoTombstonesOfAFileThatWasRemovedTwice() {
        LogBuilder log =
                LogBuilder.table().commit(add("a", 1)).commit(remove("a")).commit(remove("a"));

        assertThat(log.spark().state().tombstonesByPath())
                .extracting(Remove::path)
                .containsExactly("a", "a");
    }

    @ParameterizedTest(name = "{0} removed as {1}: Spark {2}, Kernel {3}")
    @CsvSource({
        "e, ./e, gone, stays",
        "f/g, f//g, gone, stays",
        "/x/y, file:/x/y, gone, stays",
        "x%2fy, x%2Fy, gone, gone",
        "a%41, aA, stays, stays",
        "p+q, p%2Bq, stays, stays",
        "k, /table/k, stays, stays"
    })
    void knowsWhenTwoSpellingsAreOnePath(String added, String removed, String spark, String kernel) {
        LogBuilder log = LogBuilder.table().commit(add(added, 1)).commit(remove(removed));

        assertThat(paths(log.spark())).as("Spark").hasSize(spark.equals("gone") ? 0 : 1);
        assertThat(paths(log.kernel())).as("Kernel").hasSize(kernel.equals("gone") ? 0 : 1);
    }

    @Test
    void failsOnAPathThatIsNoUriAndTellsTheRest() {
        Replay replay =
                LogBuilder.table().commit(add("good", 1)).commit(add("a b", 2)).spark();

        assertThat(replay.error()).extracting(DeltaError::condition).isEqualTo("FAILED_EXECUTE_UDF");
        assertThat(replay.state().files().sorted()).extracting(Add::path).containsExactly("good");
        assertThat(replay.faults()).extracting(LogFault::kind).containsExactly(LogFault.Kind.BAD_PATH);
    }

    @Test
    void failsOnATornLastLineAndKeepsWhatStoodBefore() {
        LogBuilder log = LogBuilder.table().commit(add("a", 1)).commit(add("b", 1), "{\"add\":{\"path\":\"c");

        assertThat(log.spark().error()).extracting(DeltaError::condition).isEqualTo("FAILED_READ_FILE.NO_HINT");
        assertThat(log.kernel().error())
                .extracting(DeltaError::exceptionClass)
                .isEqualTo("io.delta.kernel.exceptions.KernelEngineException");
        assertThat(log.spark().state().files().count()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "  ", "{}", "{\"add\":null}", "{\"martian\":{\"a\":1}}"})
    void passesOverLinesWithoutAnActionAsSparkDoes(String line) {
        assertThat(paths(LogBuilder.table().commit(line, add("a", 1)).spark())).containsExactly("a");
    }

    @Test
    void takesDefaultsForMissingFieldsAsSparkDoesAndFailsAsKernelDoes() {
        LogBuilder log = LogBuilder.table().commit("{\"add\":{\"path\":\"a\"}}");

        assertThat(paths(log.spark())).containsExactly("a");
        assertThat(log.kernel().error())
                .isEqualTo(new DeltaError(
                        "java.lang.RuntimeException",
                        null,
                        "Root node at key partitionValues is null but field isn't nullable"));
    }

    @Test
    void readsOnlyTheFirstOfSeveralActionsInALineAsSparkDoes() {
        String both = "{\"remove\":{\"path\":\"a\"},\"add\":{\"path\":\"b\",\"partitionValues\":{},\"size\":1,"
                + "\"modificationTime\":1,\"dataChange\":true}}";
        LogBuilder log = LogBuilder.table().commit(add("a", 1)).commit(both);

        assertThat(paths(log.spark())).containsExactly("a", "b");
        assertThat(paths(log.kernel())).containsExactly("b");
    }

    @Test
    void saysWhichVersionsAreMissing() {
        Replay spark =
                LogBuilder.table().commit(add("a", 1)).gap().commit(add("b", 1)).spark();

        assertThat(spark.error())
                .isEqualTo(new DeltaError(
                        "org.apache.spark.sql.delta.DeltaIllegalStateException",
                        "DELTA_VERSIONS_NOT_CONTIGUOUS",
                        "[DELTA_VERSIONS_NOT_CONTIGUOUS] Versions (0, 1, 3) are not contiguous. \nA gap in the delta"
                                + " log between versions 0 and 3 was detected while trying to load version -1."));
        assertThat(spark.state().files().count()).as("what is left").isEqualTo(2);
    }

    @Test
    void takesAnEmptyLogForVersionMinusOneAsSparkDoesAndForNoTableAsKernelDoes() {
        LogBuilder log = new LogBuilder().file("foreign.txt", "x");

        assertThat(log.spark().version()).isEqualTo(-1);
        assertThat(log.spark().error()).isNull();
        assertThat(log.kernel().error())
                .extracting(DeltaError::exceptionClass)
                .isEqualTo("io.delta.kernel.exceptions.TableNotFoundException");
    }

    @Test
    void believesProtocolAndMetadataOfTheChecksum() {
        String checksum = "{\"tableSizeBytes\":0,\"numFiles\":0,\"numMetadata\":1,\"numProtocol\":1,\"protocol\":"
                + "{\"minReaderVersion\":1,\"minWriterVersion\":2},"
                + METADATA.substring(1, METADATA.length() - 1)
                        .replace("metaData", "metadata")
                        .replace("\"id\":\"t\"", "\"id\":\"other\"")
                + "}";
        LogBuilder log = LogBuilder.table().file("00000000000000000000.crc", checksum);

        assertThat(log.spark().state().metadata().id()).isEqualTo("other");
        assertThat(log.kernel().state().metadata().id()).isEqualTo("other");
    }

    @Test
    void refusesAReaderFeatureThatNobodyKnows() {
        String martian =
                "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,\"readerFeatures\":[\"martian\"],"
                        + "\"writerFeatures\":[\"martian\"]}}";
        LogBuilder log = LogBuilder.table().commit(martian);

        assertThat(log.spark().error())
                .extracting(DeltaError::condition)
                .isEqualTo("DELTA_UNSUPPORTED_FEATURES_FOR_READ");
        assertThat(log.kernel().error().message()).contains("\"martian\"");
    }

    @Test
    void failsWithoutProtocolOrMetadata() {
        assertThat(new LogBuilder().commit(METADATA).spark().error().message())
                .contains("The protocol of your Delta table could not be recovered");
        assertThat(new LogBuilder().commit(PROTOCOL).spark().error().message())
                .contains("The metadata of your Delta table could not be recovered");
        assertThat(new LogBuilder().commit(PROTOCOL).kernel().error().message())
                .isEqualTo("No metadata found at version 0");
    }

    @Test
    void prefersTheShortestCompactionAsSparkDoesAndTheWidestAsKernelDoes() {
        LogBuilder log =
                LogBuilder.table().commit(add("a", 1)).commit(add("b", 1)).commit(add("c", 1));
        log.file("00000000000000000001.00000000000000000002.compacted.json", add("short", 1));
        log.file("00000000000000000001.00000000000000000003.compacted.json", add("wide", 1));

        assertThat(paths(log.spark())).containsExactly("c", "short");
        assertThat(paths(log.kernel())).containsExactly("wide");
    }

    @Test
    void tellsTheStateAfterRetention() {
        Replay replay =
                LogBuilder.table().commit(add("a", 1)).commit(remove("a")).spark();

        long week = 7 * 86_400_000L;
        assertThat(replay.retainedAt(week + 6).state().tombstones()).hasSize(1);
        assertThat(replay.retainedAt(week + 7).state().tombstones()).isEmpty();
    }

    static IntStream cuts() {
        return IntStream.range(1, add("a", 1).length());
    }

    @ParameterizedTest(name = "cut at {0}")
    @MethodSource("cuts")
    void failsOnEveryTruncationOfALineAndNeverThrows(int cut) {
        LogBuilder log = LogBuilder.table().commit(add("a", 1).substring(0, cut));

        assertThat(log.spark().error()).as("Spark").isNotNull();
        assertThat(log.kernel().error()).as("Kernel").isNotNull();
    }

    @ParameterizedTest(name = "flip at {0}")
    @MethodSource("cuts")
    void givesAnAnswerForEveryFlippedByte(int at) {
        byte[] line = add("a", 1).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        for (int bit = 0; bit < 8; bit++) {
            byte[] flipped = line.clone();
            flipped[at] ^= (byte) (1 << bit);
            LogBuilder log = LogBuilder.table().file("00000000000000000001.json", flipped);

            Replay spark = log.spark();
            Replay kernel = log.kernel();
            assertThat(spark.version()).as("Spark, bit " + bit).isEqualTo(1);
            assertThat(kernel.version()).as("Kernel, bit " + bit).isEqualTo(1);
        }
    }

    @Test
    void saysThatACatalogMayKnowMoreThanTheDirectory() {
        String catalog = "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,\"readerFeatures\":"
                + "[\"catalogManaged\",\"vacuumProtocolCheck\"],\"writerFeatures\":[\"catalogManaged\","
                + "\"vacuumProtocolCheck\",\"inCommitTimestamp\"]}}";
        LogBuilder log = LogBuilder.table().commit(catalog);

        assertThat(log.spark().error())
                .extracting(DeltaError::condition)
                .isEqualTo("DELTA_PATH_BASED_ACCESS_TO_CATALOG_MANAGED_TABLE_BLOCKED");
        assertThat(log.kernel().error()).isNull();
        assertThat(log.kernel().faults()).extracting(LogFault::kind).containsExactly(LogFault.Kind.POSSIBLY_INCOMPLETE);
    }
}
