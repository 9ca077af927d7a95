package dev.tidemark.delta.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

import dev.tidemark.delta.DeltaBehaviour;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.DeltaTable.Engine;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.error.DeltaError;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.io.MemoryStorage;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Real tables, whole and broken, against what Spark and Kernel saw in them; needs {@code TIDEMARK_CORPUS}. */
class CorpusReplayTest {
    private static final List<String> KINDS = List.of("golden", "generated", "broken");

    static Stream<String> tables() throws IOException {
        String corpus = System.getenv("TIDEMARK_CORPUS");
        if (corpus == null) {
            return Stream.of("no corpus");
        }
        List<String> tables = new ArrayList<>();
        for (String kind : KINDS) {
            try (Stream<Path> directories = Files.list(Path.of(corpus, "delta", kind))) {
                directories
                        .map(path -> "delta/" + kind + "/" + path.getFileName())
                        .sorted()
                        .forEach(tables::add);
            }
        }
        return tables.stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("tables")
    void readsATableAsTheRealReadersDid(String table) throws IOException {
        Assumptions.assumeTrue(System.getenv("TIDEMARK_CORPUS") != null, "TIDEMARK_CORPUS is not set");
        Path directory = Path.of(System.getenv("TIDEMARK_CORPUS"), table);
        JsonObject expected = json(Files.readString(directory.resolve("expected.json")));
        Optional<MemoryStorage> storage = storage(directory, expected);
        Assumptions.assumeTrue(storage.isPresent(), "a file of the table is not as it was");

        for (JsonObject.Member version :
                expected.object("versions").orElseThrow().members()) {
            JsonObject answers = (JsonObject) version.value();
            JsonObject spark = answers.object("spark_s41")
                    .or(() -> answers.object("spark_s35"))
                    .orElse(JsonObject.EMPTY);
            JsonObject kernel = merged(answers.object("kernel").orElse(JsonObject.EMPTY), spark);
            OptionalLong asked = version.name().equals("latest")
                    ? OptionalLong.empty()
                    : OptionalLong.of(Long.parseLong(version.name()));
            check(storage.get(), Engine.SPARK, asked, spark);
            check(storage.get(), Engine.KERNEL, asked, kernel);
        }
    }

    private static void check(MemoryStorage storage, Engine engine, OptionalLong version, JsonObject expected)
            throws IOException {
        if (expected.members().isEmpty() || expected.find("harnessError").isPresent()) {
            return;
        }
        Replay replay = new DeltaTable(storage)
                .reader(engine, DeltaBehaviour.DEFAULT, ActionDetail.STATE)
                .read(version);
        String what = engine + " " + version;
        Optional<JsonObject> error = expected.object("error");
        if (error.isPresent()) {
            checkError(what, error.get(), replay.error());
            return;
        }
        assertThat(replay.error()).as(what + ": error").isNull();
        assertThat(replay.version())
                .as(what + ": version")
                .isEqualTo(expected.number("version").orElseThrow());
        assertThat(replay.state().files().sizeBytes())
                .as(what + ": size")
                .isEqualTo(expected.number("sumSize").orElseThrow());
        assertThat(files(replay)).as(what + ": files").isEqualTo(files(expected));
        assertThat(replay.state().transactions())
                .as(what + ": transactions")
                .extracting(transaction -> transaction.appId() + "=" + transaction.version())
                .containsExactlyInAnyOrderElementsOf(transactions(expected));
        if (expected.number("timestamp").isPresent()) {
            assertThat(replay.timestampMs())
                    .as(what + ": timestamp")
                    .isEqualTo(expected.number("timestamp").getAsLong());
        }
        checkHeader(what, expected, replay.state());
    }

    private static void checkHeader(String what, JsonObject expected, TableState state) {
        JsonObject protocol = expected.object("protocol").orElseThrow();
        assertThat((long) state.protocol().minReaderVersion())
                .as(what + ": reader version")
                .isEqualTo(protocol.number("minReaderVersion").orElseThrow());
        List<String> features = state.protocol().writerFeatures();
        assertThat(features == null ? new TreeSet<String>() : new TreeSet<>(features))
                .as(what + ": writer features")
                .isEqualTo(new TreeSet<>(texts(protocol, "writerFeatures")));
        JsonObject metadata = expected.object("metadata").orElseThrow();
        if (expected.number("version").orElseThrow() >= 0) {
            assertThat(state.metadata().id())
                    .as(what + ": id")
                    .isEqualTo(metadata.text("id").orElse(null));
        }
        TreeMap<String, String> configuration = new TreeMap<>();
        metadata.object("configuration")
                .orElse(JsonObject.EMPTY)
                .members()
                .forEach(member -> configuration.put(member.name(), ((JsonText) member.value()).value()));
        assertThat(new TreeMap<>(state.metadata().configuration()))
                .as(what + ": configuration")
                .isEqualTo(configuration);
    }

    private static void checkError(String what, JsonObject expected, DeltaError found) {
        assertThat(found).as(what + ": error " + expected).isNotNull();
        Optional<String> condition = expected.text("errorClass");
        if (condition.isPresent()) {
            assertThat(found.condition()).as(what + ": condition").isEqualTo(condition.get());
            return;
        }
        List<String> classes =
                new ArrayList<>(List.of(simple(expected.text("class").orElse(""))));
        for (JsonValue cause : expected.array("chain").orElse(new JsonArray(List.of())).items().stream()
                .limit(1)
                .toList()) {
            classes.add(simple(((JsonObject) cause).text("class").orElse("")));
        }
        assertThat(classes).as(what + ": class").contains(simple(found.exceptionClass()));
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    private static List<String> files(Replay replay) {
        return replay.state().files().sorted().stream()
                .map(CorpusReplayTest::text)
                .sorted()
                .toList();
    }

    private static String text(Add add) {
        String vector = add.deletionVector() == null ? "" : add.deletionVector().uniqueId();
        return add.path() + " " + vector + " " + add.sizeBytes() + " " + add.modificationTimeMs() + " "
                + new TreeMap<>(add.partitionValues().byColumn());
    }

    private static List<String> files(JsonObject expected) {
        List<String> files = new ArrayList<>();
        for (JsonValue item : expected.array("files").orElseThrow().items()) {
            JsonObject file = (JsonObject) item;
            TreeMap<String, String> partition = new TreeMap<>();
            file.object("partitionValues")
                    .orElse(JsonObject.EMPTY)
                    .members()
                    .forEach(member -> partition.put(
                            member.name(), member.value() instanceof JsonText value ? value.value() : null));
            String vector = file.object("deletionVector")
                    .map(dv -> dv.text("storageType").orElse("")
                            + dv.text("pathOrInlineDv").orElse("")
                            + (dv.number("offset").isPresent()
                                    ? "@" + dv.number("offset").getAsLong()
                                    : ""))
                    .orElse("");
            files.add(file.text("path").orElse("").replace("<ROOT>", "memory:") + " " + vector + " "
                    + file.number("size").orElse(0) + " "
                    + file.number("modificationTime").orElse(0) + " " + partition);
        }
        files.sort(null);
        return files;
    }

    private static List<String> transactions(JsonObject expected) {
        return expected.array("setTransactions").orElse(new JsonArray(List.of())).items().stream()
                .map(JsonObject.class::cast)
                .map(txn -> txn.text("appId").orElse("") + "="
                        + txn.number("version").orElse(0))
                .toList();
    }

    private static List<String> texts(JsonObject object, String name) {
        return object.array(name).orElse(new JsonArray(List.of())).items().stream()
                .map(item -> ((JsonText) item).value())
                .toList();
    }

    /** Kernel's fields that equal Spark's are only marked so. */
    private static JsonObject merged(JsonObject kernel, JsonObject spark) {
        JsonObject.Builder merged = JsonObject.builder();
        for (JsonObject.Member member : kernel.members()) {
            boolean isSame =
                    member.value() instanceof JsonText text && text.value().startsWith("=spark");
            merged.put(member.name(), isSame ? spark.find(member.name()).orElseThrow() : member.value());
        }
        return merged.build();
    }

    private static Optional<MemoryStorage> storage(Path directory, JsonObject expected) throws IOException {
        MemoryStorage storage = new MemoryStorage();
        for (JsonValue item : expected.array("log_files").orElseThrow().items()) {
            JsonObject file = (JsonObject) item;
            Path path =
                    directory.resolve("_delta_log").resolve(file.text("name").orElseThrow());
            if (!Files.isRegularFile(path)
                    || Files.size(path) != file.number("size").orElse(-1)) {
                return Optional.empty();
            }
            storage.with(
                    "_delta_log/" + file.text("name").orElseThrow(),
                    Files.readAllBytes(path),
                    file.number("mtime").orElseThrow());
        }
        return Optional.of(storage);
    }

    private static JsonObject json(String text) {
        return JsonParser.parseObject(Location.of("expected.json"), text)
                .value()
                .orElseThrow();
    }
}
