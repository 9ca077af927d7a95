package dev.tidemark.engine;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.engine.Resume.Range;
import dev.tidemark.engine.SourceChecks.Data;
import dev.tidemark.engine.SourceChecks.Fault;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonTruth;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.io.Storage;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.source.delta.TableReadings;
import org.jspecify.annotations.Nullable;

/** The Delta source's reader of offsets and its check of the table. Authority: Delta 4.2 DeltaSourceOffset. */
final class DeltaSource implements SourceChecks.Source {
    private static final long NEWEST_SOURCE_VERSION = 3;
    private static final long RESERVED_SOURCE_VERSION = 2;
    private static final long BASE_INDEX_V1 = -1;

    private final SourceDescription source;
    private final Readings readings;
    private final SparkErrors errors;
    private @Nullable String glimpsed;

    DeltaSource(SourceDescription source, Readings readings, SparkErrors errors) {
        this.source = source;
        this.readings = readings;
        this.errors = errors;
    }

    @Override
    public Optional<Fault> faultOf(Range range) throws IOException {
        Optional<String> tableId = tableId();
        for (String offset : range.offsets()) {
            Optional<Fault> fault = faultOf(offset, tableId);
            if (fault.isPresent()) {
                return fault;
            }
        }
        return Optional.empty();
    }

    /** From the replay where the table is followed, else from the commits that are left. */
    private Optional<String> tableId() throws IOException {
        String path = source.path();
        if (path == null) {
            return Optional.empty();
        }
        Optional<TableReadings> read = readings.tableRead(path);
        if (read.isPresent()) {
            return read.get().tableId();
        }
        if (glimpsed == null) {
            try (Storage table = readings.places().open(path)) {
                glimpsed = DeltaGlimpse.tableId(table).orElse("");
            }
        }
        return glimpsed.isEmpty() ? Optional.empty() : Optional.of(glimpsed);
    }

    private Optional<Fault> faultOf(String offset, Optional<String> tableId) {
        Optional<JsonObject> read =
                JsonParser.parseObject(Location.of("offset"), offset).value();
        boolean isOtherJson = read.isEmpty()
                && JsonParser.parse(Location.of("offset"), offset).isIntact();
        if (isOtherJson) {
            return Optional.of(new Fault(
                    null,
                    SparkError.plain(
                            "com.fasterxml.jackson.databind.exc.MismatchedInputException",
                            "Cannot construct instance of `org.apache.spark.sql.delta.sources."
                                    + "DeltaSourceOffset$DeltaSourceOffsetForSerialization`"),
                    Advices.otherSource(offset)));
        }
        if (read.isEmpty() || !isReadable(read.get())) {
            return fault(offset, "DELTA_INVALID_SOURCE_OFFSET_FORMAT", "The stored source offset format is invalid");
        }
        JsonObject fields = read.get();
        long sourceVersion = whole(fields.find("sourceVersion")).orElse(0);
        if (sourceVersion < 1 || sourceVersion == RESERVED_SOURCE_VERSION) {
            return fault(offset, "DELTA_INVALID_SOURCE_VERSION", "sourceVersion(" + sourceVersion + ") is invalid");
        }
        if (sourceVersion > NEWEST_SOURCE_VERSION) {
            return fault(
                    offset,
                    "DELTA_INVALID_FORMAT_FROM_SOURCE_VERSION",
                    "Unsupported format. Expected version should be smaller than or equal to " + NEWEST_SOURCE_VERSION
                            + " but was " + sourceVersion
                            + ". Please upgrade to newer version of Delta.");
        }
        long index = whole(fields.find("index")).orElse(0);
        if (sourceVersion == NEWEST_SOURCE_VERSION && index == BASE_INDEX_V1) {
            return Optional.of(new Fault(
                    null,
                    SparkError.plain("java.lang.AssertionError", "assertion failed: Index should never be -1"),
                    Advices.otherSource(offset)));
        }
        String recorded = fields.text("reservoirId").orElse("null");
        if (tableId.isPresent() && !tableId.get().equals(recorded)) {
            return Optional.of(new Fault(
                    null, errors.differentTable(tableId.get(), recorded), Advices.differentTable(source.path())));
        }
        return Optional.empty();
    }

    private Optional<Fault> fault(String offset, String condition, String text) {
        return Optional.of(new Fault(
                null,
                errors.delta("DeltaIllegalStateException", condition, "XXKDS", text),
                Advices.otherSource(offset)));
    }

    private static boolean isReadable(JsonObject fields) {
        return isWhole(fields.find("sourceVersion"))
                && isWhole(fields.find("reservoirVersion"))
                && isWhole(fields.find("index"))
                && fields.find("isStartingVersion")
                        .map(JsonTruth.class::isInstance)
                        .orElse(true)
                && fields.find("reservoirId").map(JsonText.class::isInstance).orElse(true);
    }

    private static boolean isWhole(Optional<JsonValue> value) {
        return value.isEmpty() || whole(value).isPresent();
    }

    private static OptionalLong whole(Optional<JsonValue> value) {
        JsonValue found = value.orElse(null);
        @Nullable
        String text = found instanceof JsonNumber number
                ? number.digits()
                : found instanceof JsonText quoted ? quoted.value().trim() : null;
        try {
            return text == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException notWhole) {
            return OptionalLong.empty();
        }
    }

    @Override
    public Data atBeginning() throws IOException {
        boolean startsLater = source.option("startingVersion").isPresent()
                || source.option("startingTimestamp").isPresent();
        String path = source.path();
        if (startsLater || path == null) {
            return Data.UNKNOWN;
        }
        try (Storage table = readings.places().open(path)) {
            return DeltaGlimpse.hasFiles(table) ? Data.THERE : Data.UNKNOWN;
        }
    }
}
