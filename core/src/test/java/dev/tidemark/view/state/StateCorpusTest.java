package dev.tidemark.view.state;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonBytes;
import dev.tidemark.format.json.JsonNull;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.io.LocalStorage;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.state.operator.StateReading;
import dev.tidemark.state.operator.StateRowSink;
import dev.tidemark.state.operator.StateSelection;
import dev.tidemark.stream.CheckpointState;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Rows and change feeds of real checkpoints against what Spark's own state reader answered. */
class StateCorpusTest {
    private static final String CORPUS = "TIDEMARK_CORPUS";

    static Stream<Path> checkpoints() throws IOException {
        String corpus = System.getenv(CORPUS);
        if (corpus == null) {
            return Stream.of(Path.of("none"));
        }
        try (Stream<Path> all = Files.list(Path.of(corpus, "checkpoints"))) {
            return all.sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("checkpoints")
    void givesTheRowsThatSparkGives(Path checkpoint) throws IOException, NoSuchStateException {
        Assumptions.assumeTrue(System.getenv(CORPUS) != null, "there is no corpus");
        Path expected = checkpoint.resolve("expected");
        JsonValue index = JsonParser.parse(Location.of("index.json"), Files.readString(expected.resolve("index.json")))
                .value()
                .orElseThrow();
        for (JsonValue item : ((JsonArray) index).items()) {
            JsonObject read = (JsonObject) item;
            JsonObject options = read.object("options").orElse(JsonObject.EMPTY);
            boolean isComparable =
                    read.text("format").filter("statestore"::equals).isPresent()
                            && read.text("file").isPresent()
                            && read.text("note").isEmpty()
                            && options.text("flattenCollectionTypes").isEmpty();
            if (isComparable) {
                String file = read.text("file").orElseThrow();
                List<String> wanted = sorted(Files.readAllLines(expected.resolve(file)));

                assertThat(sorted(rows(checkpoint.resolve("ckpt"), options)))
                        .as(file)
                        .isEqualTo(wanted);
            }
        }
    }

    private static List<String> rows(Path checkpoint, JsonObject options) throws IOException, NoSuchStateException {
        CheckpointState state = CheckpointState.of(Checkpoint.in(LocalStorage.at(checkpoint)));
        boolean isFeed = options.text("readChangeFeed").isPresent();
        long last = number(options, isFeed ? "changeEndBatchId" : "batchId");
        int operatorId = (int) number(options, "operatorId");
        StateReading reading = state.reading(state.operator(operatorId, last), selection(options), last);
        StateRowJson json = StateRowJson.of(reading.shape());
        List<String> lines = new ArrayList<>();
        StateRowSink each = row -> {
            JsonBytes line = new JsonBytes(256);
            json.write(line, row);
            return lines.add(new String(line.toBytes(), StandardCharsets.UTF_8));
        };
        for (int partition : reading.partitions()) {
            if (isFeed) {
                reading.changes(partition, number(options, "changeStartBatchId"), last, each);
            } else {
                reading.rows(partition, last, each);
            }
        }
        return lines;
    }

    private static StateSelection selection(JsonObject options) {
        if (options.text("joinSide").isPresent()) {
            return new StateSelection.JoinSide(StateSelection.Side.valueOf(
                    options.text("joinSide").orElseThrow().toUpperCase(java.util.Locale.ROOT)));
        } else if (options.text("stateVarName").isPresent()) {
            return new StateSelection.Variable(options.text("stateVarName").orElseThrow());
        } else if (options.text("readRegisteredTimers").isPresent()) {
            return StateSelection.Timers.TIMERS;
        }
        return new StateSelection.Store(options.text("storeName").orElse("default"));
    }

    private static long number(JsonObject options, String name) {
        return Long.parseLong(options.text(name).orElseThrow());
    }

    private static List<String> sorted(List<String> lines) {
        return lines.stream()
                .filter(line -> !line.isBlank())
                .map(line ->
                        JsonParser.parseObject(Location.of("row"), line).value().orElseThrow())
                .map(StateCorpusTest::normalRow)
                .sorted()
                .toList();
    }

    /** Columns in any order and without notes; inside a column the order counts, as names may stand twice. */
    private static String normalRow(JsonObject row) {
        TreeMap<String, String> columns = new TreeMap<>();
        row.members().stream()
                .filter(member -> !member.name().equals("tidemark") && member.value() != JsonNull.NULL)
                .forEach(member -> columns.put(member.name(), normal(member.value())));
        return columns.toString();
    }

    private static String normal(JsonValue value) {
        if (value instanceof JsonObject object) {
            return object.members().stream()
                    .filter(member -> member.value() != JsonNull.NULL)
                    .map(member -> member.name() + ":" + normal(member.value()))
                    .toList()
                    .toString();
        } else if (value instanceof JsonArray array) {
            return array.items().stream().map(StateCorpusTest::normal).toList().toString();
        } else if (value instanceof JsonNumber number) {
            BigDecimal decimal = number.asDecimal().stripTrailingZeros();
            boolean isDouble = decimal.precision() <= 17 && decimal.scale() > 0;
            return isDouble ? Double.toString(decimal.doubleValue()) : decimal.toPlainString();
        } else if (value instanceof JsonText text) {
            return instant(text.value());
        }
        return value.toString();
    }

    private static String instant(String text) {
        if (text.length() < 19 || text.charAt(4) != '-') {
            return text;
        }
        try {
            return text.endsWith("Z")
                    ? Instant.parse(text).toString()
                    : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC).toString();
        } catch (DateTimeParseException noInstant) {
            return text;
        }
    }
}
