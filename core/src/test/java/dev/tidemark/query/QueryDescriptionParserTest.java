package dev.tidemark.query;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.query.OperatorDescription.StoreDescription;
import dev.tidemark.query.QueryDescriptionParser.Reading;
import dev.tidemark.source.kafka.PartitionBounds;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class QueryDescriptionParserTest {
    private static final Location AT = Location.of("query.yaml");
    private static final String WHOLE = """
            spark: 4.1.3
            delta: 4.2.0
            trigger: availableNow
            confs: {spark.sql.shuffle.partitions: "3"}
            sources:
              - {format: delta, path: /lake/orders, options: {maxFilesPerTrigger: "2"}, watermark: {column: ts, delay: 10 seconds}}
            operators:
              - {operatorId: 0, name: stateStoreSave, partitions: 3, stores: {default: {key: "k bigint", value: "count bigint"}}}
            sink: {format: delta, path: /lake/out, outputMode: append, options: {}}
            """;

    private static Reading parse(String text) {
        return QueryDescriptionParser.parse(AT, text);
    }

    private static Damage damage(String text) {
        return parse(text).query().damage().orElseThrow();
    }

    @Test
    void readsWhatAClusterHolds() {
        SourceDescription source =
                parse("""
                        sources:
                          - format: kafka
                            options: {subscribe: "orders,gone"}
                            bounds:
                              orders: {0: {earliest: 3, latest: 20}, 1: 7}
                              gone: {}
                        """).query().value().orElseThrow().sources().get(0);

        assertThat(source.bounds().partitions())
                .isEqualTo(Map.of(
                        "orders",
                        Map.of(0, new PartitionBounds(3, 20), 1, new PartitionBounds(0, 7)),
                        "gone",
                        Map.of()));
    }

    @Test
    void refusesBoundsThatRunBackwards() {
        assertThat(damage("sources: [{format: kafka, bounds: {t: {0: {earliest: 3, latest: 2}}}}]")
                        .message())
                .contains("0 <= earliest <= latest");
        assertThat(damage("sources: [{format: kafka, bounds: {t: {one: 3}}}]").message())
                .contains("the number of a partition");
    }

    @Test
    void readsAWholeDescription() {
        assertThat(parse(WHOLE).query().value())
                .contains(new QueryDescription(
                        new QueryDescription.Versions("4.1.3", "4.2.0"),
                        new Trigger.AvailableNow(),
                        Map.of("spark.sql.shuffle.partitions", "3"),
                        List.of(new SourceDescription(
                                null,
                                "delta",
                                "/lake/orders",
                                null,
                                Map.of("maxFilesPerTrigger", "2"),
                                new WatermarkDescription("ts", "10 seconds"))),
                        List.of(new OperatorDescription(
                                0,
                                "stateStoreSave",
                                3,
                                Map.of("default", new StoreDescription("k bigint", "count bigint")))),
                        new SinkDescription(null, "delta", "/lake/out", "append", Map.of())));
        assertThat(parse(WHOLE).unknownKeys()).isEmpty();
    }

    @Test
    void readsJsonToo() {
        Reading reading = parse("{\"spark\": \"4.2.0\", \"sources\": [{\"format\": \"rate\"}], \"operators\": []}");

        assertThat(reading.query().value()).isPresent().get().satisfies(query -> {
            assertThat(query.versions().spark()).isEqualTo("4.2.0");
            assertThat(query.isDeclaredStateless()).isTrue();
            assertThat(query.sink()).isNull();
        });
    }

    @Test
    void keepsTheSpellingOfNumbersAndTruths() {
        QueryDescription query = parse("spark: 4.10\nconfs: {a: 010, b: true}\nsources: [{format: rate}]")
                .query()
                .value()
                .orElseThrow();

        assertThat(query.versions().spark()).isEqualTo("4.10");
        assertThat(query.confs()).isEqualTo(Map.of("a", "010", "b", "true"));
    }

    @Test
    void takesAnAbsentOperatorListForUnknownAndAnEmptyOneForStateless() {
        assertThat(parse("sources: [{format: rate}]")
                        .query()
                        .value()
                        .orElseThrow()
                        .operators())
                .isNull();
        assertThat(parse("sources: [{format: rate}]\noperators: []")
                        .query()
                        .value()
                        .orElseThrow()
                        .operators())
                .isEmpty();
    }

    @Test
    void takesASchemaThatIsWrittenOutAsJson() {
        QueryDescription query = parse(
                        "sources: [{format: json, schema: {type: struct, fields: [{name: id, nullable: true}]}}]")
                .query()
                .value()
                .orElseThrow();

        assertThat(query.sources().get(0).schema())
                .isEqualTo("{\"type\":\"struct\",\"fields\":[{\"name\":\"id\",\"nullable\":true}]}");
    }

    @Test
    void findsOptionsWhateverTheirCase() {
        QueryDescription query = parse("sources: [{format: json, options: {MaxFilesPerTrigger: 1}}]")
                .query()
                .value()
                .orElseThrow();

        assertThat(query.sources().get(0).option("maxfilespertrigger")).contains("1");
    }

    @ParameterizedTest
    @CsvSource({
        "availableNow, AvailableNow[]",
        "once, Once[]",
        "processingTime, ProcessingTime[interval=null]",
        "processingTime 0 seconds, ProcessingTime[interval=0 seconds]",
        "{processingTime: 5 seconds}, ProcessingTime[interval=5 seconds]",
        "{continuous: 1 second}, Continuous[interval=1 second]",
        "realTime, RealTime[interval=null]"
    })
    void readsTriggers(String text, String trigger) {
        QueryDescription query = parse("trigger: " + text + "\nsources: [{format: rate}]")
                .query()
                .value()
                .orElseThrow();

        assertThat(query.trigger()).hasToString(trigger);
    }

    @Test
    void reportsUnknownKeysWithTheirLineAndGoesOn() {
        Reading reading = parse("spark: 4.1.3\nsources:\n  - format: rate\n    owner: /x\n");

        assertThat(reading.query().value()).isPresent();
        assertThat(reading.unknownKeys())
                .singleElement()
                .satisfies(unknown -> assertThat(unknown.message())
                        .isEqualTo(
                                "query.yaml:4: expected one of bounds, format, name, options, path, schema, watermark, found"
                                        + " owner"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|query.yaml: expected a query description, found nothing",
                "spark: 4.1.3|query.yaml:1: expected at least one source, found none",
                "sources: 5|query.yaml:1: expected sources as a list, found 5",
                "sources: [5]|query.yaml:1: expected a source with keys and values, found 5",
                "sources: [{path: /x}]|query.yaml:1: expected format, found a source without one",
                "trigger: daily\\nsources: [{format: rate}]|query.yaml:1: expected once, availableNow, processingTime,"
                        + " continuous or realTime, found daily",
                "sources: [{format: rate}]\\nconfs: {a: {b: c}}|query.yaml:2: expected a value of a as a single value,"
                        + " found keys and values",
                "sources: [{format: rate}]\\noperators: [{name: x}]|query.yaml:2: expected operatorId, found an operator"
                        + " without one",
                "sources: [{format: rate}]\\noperators: [{operatorId: x}]|query.yaml:2: expected operatorId as a whole"
                        + " number, found x",
                "sources: [{format: rate}]\\nsink: {format: noop,\\n  outputMode: appendd}|query.yaml:3: expected append,"
                        + " update or complete, found appendd",
                "sources: [{format: rate}]\\noperators:\\n- operatorId: 0\\n- operatorId: 0|query.yaml:4: expected an"
                        + " operatorId of its own for each operator, found 0 a second time",
                "spark: 4.1.3\\nsources: [{format: rate}]\\nspark: 4.1.2|query.yaml:3: expected the key spark once, found"
                        + " it a second time",
                "sources: [{format: rate}]\\nconfs: {a: 1, a: 2}|query.yaml:2: expected the key a once, found it a second"
                        + " time",
                "sources:\\n- format: rate\\n  watermark: {column: timestamp,\\n    delay: 10 minuts}|query.yaml:4:"
                        + " expected a delay such as 10 minutes, found 10 minuts",
                "sources: [{format: rate,\\n  optoins: {}}]|query.yaml:2: expected one of bounds, format, name, options,"
                        + " path, schema, watermark, found optoins (did you mean options?)",
                "sources: [{format: rate, Options: {}}]|query.yaml:1: expected one of bounds, format, name, options, path,"
                        + " schema, watermark, found Options (did you mean options?)",
                "sources:\\n- format: dleta|query.yaml:2: expected a format, found dleta (did you mean delta?)",
                "sources: [{format: rate}]\\nsink: {format: foreachbtach}|query.yaml:2: expected a format, found"
                        + " foreachbtach (did you mean foreachBatch?)"
            })
    void saysWhereAndWhatIsWrong(String text, String message) {
        assertThat(damage(text.replace("\\n", "\n")).message()).isEqualTo(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Delta",
                "iceberg",
                "kinesis",
                "cloudFiles",
                "org.example.Source",
                "kafka2",
                "tsv",
                "hudi",
                "mqtt",
                "jdbc"
            })
    void takesAFormatThatItDoesNotKnowForAConnector(String format) {
        QueryDescription query = parse("sources: [{format: " + format + "}]\nsink: {format: " + format + "}")
                .query()
                .value()
                .orElseThrow();

        assertThat(query.sources().get(0).format()).isEqualTo(format);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10 minutes", "0 seconds", "-5 seconds", "1 day 2 hours", "interval '1:30' hour to minute"})
    void readsDelays(String delay) {
        assertThat(parse("sources: [{format: rate, watermark: {column: ts, delay: \"" + delay + "\"}}]")
                        .query()
                        .value())
                .isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"append", "Update", "COMPLETE"})
    void readsOutputModesInAnyCase(String mode) {
        assertThat(parse("sources: [{format: rate}]\nsink: {format: noop, outputMode: " + mode + "}")
                        .query()
                        .value()
                        .orElseThrow()
                        .sink()
                        .outputMode())
                .isEqualTo(mode.toLowerCase(Locale.ROOT));
    }

    @Test
    void readsEveryDescriptionOfTheCorpus() throws IOException {
        String corpus = System.getenv("TIDEMARK_CORPUS");
        Assumptions.assumeTrue(corpus != null, "no corpus");
        try (Stream<Path> cases = Files.list(Path.of(corpus, "restart"))) {
            for (Path file : cases.map(one -> one.resolve("query.yaml"))
                    .filter(Files::exists)
                    .toList()) {
                Reading reading = QueryDescriptionParser.parse(Location.of(file.toString()), Files.readString(file));

                assertThat(reading.query().damage()).as("%s", file).isEmpty();
            }
        }
    }

    @Test
    void namesTheLineOfBrokenYaml() {
        Damage damage = damage("spark: 4.1.3\nsources: [{format: rate}\nsink: }");

        assertThat(damage.kind()).isEqualTo(DamageKind.MALFORMED);
        assertThat(damage.at().line()).isEqualTo(3);
    }

    static IntStream cuts() {
        return IntStream.range(0, WHOLE.length());
    }

    @ParameterizedTest
    @MethodSource("cuts")
    void staysCalmWhereverTheTextEnds(int cut) {
        Reading reading = parse(WHOLE.substring(0, cut));

        assertThat(reading.query().value().isPresent()
                        || reading.query().damage().isPresent())
                .isTrue();
    }

    @Test
    void refusesABombOfAliases() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 12; i++) {
            bomb.append("a" + i + ": &a" + i + " [" + ("*a" + (i - 1) + ", ").repeat(9) + "*a" + (i - 1) + "]\n");
        }

        assertThat(damage(bomb.append("sources: *a11\n").toString()).kind())
                .isIn(DamageKind.TOO_LARGE, DamageKind.MALFORMED);
    }

    @Test
    void refusesNestingWithoutEnd() {
        assertThat(damage("sources: " + "[".repeat(5_000) + "]".repeat(5_000)).kind())
                .isIn(DamageKind.TOO_LARGE, DamageKind.MALFORMED);
        assertThat(damage("sources: &a [*a]").kind()).isIn(DamageKind.TOO_LARGE, DamageKind.MALFORMED);
    }

    @Test
    void makesNoObjectOfATag() {
        assertThat(damage("sources: !!java.io.File [/etc/passwd]").kind()).isEqualTo(DamageKind.MALFORMED);
    }
}
