package dev.tidemark.source.kafka;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.source.ReadLimit;
import dev.tidemark.source.SourceError;
import dev.tidemark.source.SourceFailureException;
import dev.tidemark.source.SourceUndecidedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** The Kafka source over declared topics. Offsets, rows and errors are those that Spark 4.1.1 gave over Kafka 3.9.1. */
class KafkaStreamSourceTest {
    private static final ReadLimit ALL = new ReadLimit.AllAvailable();
    private static final KafkaStreamSource.Rules SPARK_4_2 = new KafkaStreamSource.Rules(true, false);

    private final MemoryStorage checkpoint = new MemoryStorage();
    private final Map<String, String> options = new LinkedHashMap<>(Map.of("kafka.bootstrap.servers", "broker:9092"));
    private final NavigableMap<String, NavigableMap<Integer, PartitionBounds>> topics = new TreeMap<>();
    private KafkaStreamSource.Rules rules = SPARK_4_2;

    private KafkaStreamSourceTest topic(String name, PartitionBounds... partitions) {
        NavigableMap<Integer, PartitionBounds> bounds = new TreeMap<>();
        for (int i = 0; i < partitions.length; i++) {
            bounds.put(i, partitions[i]);
        }
        topics.put(name, bounds);
        return this;
    }

    private static PartitionBounds to(long latest) {
        return new PartitionBounds(0, latest);
    }

    private KafkaStreamSourceTest with(String key, String value) {
        options.put(key, value);
        return this;
    }

    private KafkaStreamSource source() {
        InitialOffsets initial = new InitialOffsets(
                checkpoint,
                new StoragePath("sources/0"),
                "/lake/ckpt/sources/0",
                (file, text) -> checkpoint.write(file, text.getBytes(StandardCharsets.UTF_8)));
        return new KafkaStreamSource(options, new Topics(topics), initial, rules);
    }

    private static SourceError.Cause failureOf(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        SourceFailureException failed = catchThrowableOfType(SourceFailureException.class, call);
        assertThat(failed).isNotNull();
        return failed.error().outermost();
    }

    // offsets

    @Test
    void beginsWhereItIsToldToAndRecordsIt() throws IOException {
        with("subscribe", "t1").with("startingOffsets", "earliest").topic("t1", to(10), to(5));

        assertThat(source().latestOffset(null, ALL)).isEqualTo("{\"t1\":{\"0\":10,\"1\":5}}");

        assertThat(checkpoint.readAtMost(new StoragePath("sources/0/0"), 100))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("\0v1\n{\"t1\":{\"0\":0,\"1\":0}}");
    }

    @Test
    void keepsToWhereItOnceBegan() throws IOException {
        checkpoint.with("sources/0/0", "\0v1\n{\"t1\":{\"0\":7}}");
        with("subscribe", "t1").with("startingOffsets", "earliest").topic("t1", to(10));

        assertThat(source().batch(null, "{\"t1\":{\"0\":10}}").rows()).isEqualTo(3);
    }

    @Test
    void beginsAtTheEndUnlessToldOtherwise() throws IOException {
        KafkaStreamSource source = with("subscribe", "t2").topic("t2", to(3)).source();

        assertThat(source.latestOffset(null, ALL)).isEqualTo("{\"t2\":{\"0\":3}}");
        assertThat(source.batch(null, "{\"t2\":{\"0\":3}}").rows()).isZero();
    }

    @Test
    void takesAnOffsetForEachPartition() throws IOException {
        KafkaStreamSource source = with("subscribe", "t2,t1")
                .with("startingOffsets", "{\"t2\":{\"0\":2},\"t1\":{\"0\":-2,\"1\":-1}}")
                .topic("t1", to(1), to(0))
                .topic("t2", to(6))
                .source();

        String end = source.latestOffset(null, ALL);

        assertThat(end).isEqualTo("{\"t1\":{\"0\":1,\"1\":0},\"t2\":{\"0\":6}}");
        assertThat(source.batch(null, end).rows()).isEqualTo(5);
    }

    @Test
    void readsTheTopicsThatMatchAPattern() throws IOException {
        with("subscribePattern", "^t.*").with("startingOffsets", "earliest");
        topic("t1", to(1), to(0)).topic("t2", to(9)).topic("other", to(4));

        assertThat(source().latestOffset(null, ALL)).isEqualTo("{\"t1\":{\"0\":1,\"1\":0},\"t2\":{\"0\":9}}");
    }

    @Test
    void readsThePartitionsThatAreAssigned() throws IOException {
        with("assign", "{\"t1\":[1],\"t2\":[0]}").topic("t1", to(1), to(0)).topic("t2", to(9));

        assertThat(source().latestOffset(null, ALL)).isEqualTo("{\"t1\":{\"1\":0},\"t2\":{\"0\":9}}");
    }

    @Test
    void writesPartitionsInTheOrderOfScalasHashMap() throws IOException {
        PartitionBounds[] bounds = IntStream.range(0, 30).mapToObj(i -> to(1)).toArray(PartitionBounds[]::new);
        with("subscribe", "many").topic("many", bounds);

        assertThat(source().latestOffset(null, ALL))
                .startsWith("{\"many\":{\"0\":1,\"1\":1,\"2\":1")
                .endsWith("\"29\":1}}");
        assertThat(MutableHashOrder.of(List.of(15, 16, 31), Integer::intValue)).containsExactly(16, 15, 31);
    }

    // limits

    @Test
    void sharesTheLimitAmongThePartitions() throws IOException {
        with("subscribe", "t1").with("startingOffsets", "earliest").with("maxOffsetsPerTrigger", "4");
        KafkaStreamSource source = topic("t1", to(10), to(5)).source();
        ReadLimit limit = source.defaultReadLimit();

        assertThat(source.latestOffset(null, limit)).isEqualTo("{\"t1\":{\"0\":2,\"1\":1}}");
        assertThat(source.latestOffset("{\"t1\":{\"0\":8,\"1\":4}}", limit)).isEqualTo("{\"t1\":{\"0\":10,\"1\":5}}");
    }

    @Test
    void givesEveryPartitionARecordAtLeast() throws IOException {
        with("subscribe", "t1").with("startingOffsets", "earliest").with("maxOffsetsPerTrigger", "2");
        KafkaStreamSource source = topic("t1", to(5), to(5), to(5), to(1_000)).source();

        assertThat(source.latestOffset(null, source.defaultReadLimit()))
                .isEqualTo("{\"t1\":{\"0\":1,\"1\":1,\"2\":1,\"3\":1}}");
    }

    @Test
    void waitsForTheFewestRowsButNotAtTheFirstRequest() throws IOException {
        with("subscribe", "t2").with("startingOffsets", "earliest").with("minOffsetsPerTrigger", "4");
        KafkaStreamSource source =
                with("maxOffsetsPerTrigger", "5").topic("t2", to(8)).source();
        ReadLimit limit = source.defaultReadLimit();

        assertThat(source.latestOffset(null, limit)).isEqualTo("{\"t2\":{\"0\":5}}");
        assertThat(source.latestOffset("{\"t2\":{\"0\":5}}", limit)).isEqualTo("{\"t2\":{\"0\":5}}");
    }

    // lost data

    @Test
    void takesANewPartitionFromItsBeginning() throws IOException {
        KafkaStreamSource source =
                with("subscribe", "t1").topic("t1", to(13), to(2)).source();

        assertThat(source.batch("{\"t1\":{\"0\":13}}", "{\"t1\":{\"0\":13,\"1\":2}}")
                        .rows())
                .isEqualTo(2);
    }

    @Test
    void refusesANewPartitionThatLacksItsFirstRecords() throws IOException {
        with("subscribe", "t1").topic("t1", to(3), new PartitionBounds(2, 4));
        String end = "{\"t1\":{\"0\":3,\"1\":4}}";

        assertThat(failureOf(() -> source().batch("{\"t1\":{\"0\":3}}", end)).condition())
                .isEqualTo("KAFKA_DATA_LOSS.ADDED_PARTITION_DOES_NOT_START_FROM_OFFSET_ZERO");

        with("failOnDataLoss", "false");

        assertThat(source().batch("{\"t1\":{\"0\":3}}", end).rows()).isEqualTo(2);
    }

    @Test
    void refusesARangeWhosePartitionsAreGone() throws IOException {
        with("subscribe", "t1").topic("t1", to(1), to(0));
        String start = "{\"t1\":{\"0\":13,\"1\":5,\"2\":6}}";

        SourceError.Cause told = failureOf(() -> source().batch(start, "{\"t1\":{\"0\":1,\"1\":0}}"));

        assertThat(told.className()).isEqualTo("org.apache.spark.sql.kafka010.KafkaIllegalStateException");
        assertThat(told.condition()).isEqualTo("KAFKA_DATA_LOSS.PARTITIONS_DELETED");
        assertThat(told.sqlState()).isEqualTo("22000");
        assertThat(told.message())
                .startsWith("Some data may have been lost")
                .endsWith("Reason: Partitions Set(t1-2) have been deleted.");
    }

    @Test
    void goesBackWithATopicThatWasMadeAnewWhereLossesAreToldToPass() throws IOException {
        with("subscribe", "t1").topic("t1", to(1));
        String start = "{\"t1\":{\"0\":13}}";

        assertThat(failureOf(() -> source().batch(start, "{\"t1\":{\"0\":1}}")).message())
                .contains("Partition t1-0 offset was changed from 13 to 1.\nThis could be either");

        KafkaStreamSource lenient = with("failOnDataLoss", "false").source();

        assertThat(lenient.latestOffset(start, ALL)).isEqualTo("{\"t1\":{\"0\":1}}");
        assertThat(lenient.batch(start, "{\"t1\":{\"0\":1}}").rows()).isZero();
    }

    @Test
    void refusesRecordsThatAgedOutInTheTask() throws IOException {
        with("subscribe", "t1").topic("t1", new PartitionBounds(4, 6));

        SourceFailureException failed = catchThrowableOfType(
                SourceFailureException.class, () -> source().batch("{\"t1\":{\"0\":2}}", "{\"t1\":{\"0\":6}}"));

        assertThat(failed.error().causes())
                .extracting(SourceError.Cause::condition)
                .containsExactly("KAFKA_DATA_LOSS.COULD_NOT_READ_OFFSET_RANGE", null);
        assertThat(failed.error().causes().get(1).className()).endsWith("OffsetOutOfRangeException");

        with("failOnDataLoss", "false");

        assertThat(source().batch("{\"t1\":{\"0\":2}}", "{\"t1\":{\"0\":6}}").rows())
                .isEqualTo(2);
    }

    @Test
    void tellsLossesInWordsBeforeSpark4() {
        rules = new KafkaStreamSource.Rules(false, false);
        with("subscribe", "t1").topic("t1", to(1));

        SourceError.Cause told = failureOf(() -> source().batch("{\"t1\":{\"0\":13}}", "{\"t1\":{\"0\":1}}"));

        assertThat(told.className()).isEqualTo("java.lang.IllegalStateException");
        assertThat(told.condition()).isNull();
        assertThat(told.message())
                .startsWith("Partition t1-0's offset was changed from 13 to 1, some data may have been missed. ");
    }

    @Test
    void cannotFindATopicThatDoesNotExist() {
        with("subscribe", "t1").topic("t1");

        SourceFailureException failed =
                catchThrowableOfType(SourceFailureException.class, () -> source().latestOffset("{}", ALL));

        assertThat(failed.error().causes())
                .extracting(SourceError.Cause::className)
                .containsExactly(
                        "java.util.concurrent.ExecutionException",
                        "org.apache.kafka.common.errors.UnknownTopicOrPartitionException");
    }

    @Test
    void knowsNothingOfATopicThatIsNotDeclared() {
        with("subscribe", "t1,t2").topic("t1", to(1));

        assertThatThrownBy(() -> source().latestOffset("{}", ALL))
                .isInstanceOf(SourceUndecidedException.class)
                .hasMessageContaining("topic t2");
    }

    @Test
    void cannotTellWhatAStartingTimestampChooses() {
        with("subscribe", "t1").with("startingTimestamp", "1700000000000").topic("t1", to(1));

        assertThatThrownBy(() -> source().latestOffset(null, ALL)).isInstanceOf(SourceUndecidedException.class);
    }

    @Test
    void diesOfItsProgressWhenABatchRanUnasked() throws IOException {
        rules = new KafkaStreamSource.Rules(true, true);
        KafkaStreamSource source = with("subscribe", "t1").topic("t1", to(1)).source();
        source.batch("{\"t1\":{\"0\":0}}", "{\"t1\":{\"0\":1}}");

        assertThat(failureOf(source::reportProgress).className()).isEqualTo("java.lang.NullPointerException");

        source.latestOffset("{\"t1\":{\"0\":1}}", ALL);
        source.reportProgress();
    }

    // options

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    endingOffsets        | latest  | ending offset not valid in streaming queries
                    subscribePattern     | t.*     | Only one of the following options can be specified for Kafka source: subscribe, subscribepattern, assign. See the docs for more details.
                    minPartitions        | 0       | minPartitions must be positive
                    minOffsetsPerTrigger | 14      | The value of minOffsetPerTrigger(14) is higher than the maxOffsetsPerTrigger(5).
                    """)
    void refusesOptionsBeforeTheQueryRuns(String key, String value, String message) {
        with("subscribe", "t1").with("maxOffsetsPerTrigger", "5").with(key, value);

        assertThat(failureOf(() -> KafkaStreamSource.validate(options)))
                .isEqualTo(new SourceError.Cause("java.lang.IllegalArgumentException", null, null, message));
    }

    @ParameterizedTest
    @CsvSource({
        "startingOffsets,whenever,java.lang.IllegalArgumentException",
        "maxOffsetsPerTrigger,x,java.lang.NumberFormatException",
        "failOnDataLoss,x,java.lang.IllegalArgumentException"
    })
    void refusesOptionsWhenItIsMade(String key, String value, String className) {
        with("subscribe", "t1").with(key, value);

        assertThat(failureOf(this::source).className()).isEqualTo(className);
    }

    @Test
    void wantsAllPartitionsWhereOffsetsAreGiven() {
        with("subscribe", "t2")
                .with("startingOffsets", "{\"t2\":{\"0\":2,\"1\":0}}")
                .topic("t2", to(6));

        assertThat(failureOf(() -> source().latestOffset(null, ALL)).message())
                .endsWith("Specified: Set(t2-0, t2-1) Assigned: Set(t2-0)");
    }

    @Test
    void refusesAnInitialOffsetWithoutText() {
        checkpoint.with("sources/0/0", "");
        with("subscribe", "t1").topic("t1", to(1));

        assertThat(failureOf(() -> source().latestOffset(null, ALL)).message()).isEqualTo("requirement failed");
    }
}
