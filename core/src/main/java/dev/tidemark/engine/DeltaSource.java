package dev.tidemark.engine;

import java.io.IOException;
import java.util.Optional;

import dev.tidemark.engine.Resume.Range;
import dev.tidemark.engine.SourceChecks.Data;
import dev.tidemark.engine.SourceChecks.Fault;
import dev.tidemark.engine.SourceChecks.Match;
import dev.tidemark.io.Storage;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.source.SourceFailureException;
import dev.tidemark.source.delta.OffsetFields;
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

    @Override
    public Match matches(String name, @Nullable String offset) throws IOException {
        Optional<String> tableId = tableId();
        boolean isOwn = offset != null
                && tableId.isPresent()
                && faultOf(offset, tableId).isEmpty();
        return isOwn ? Match.YES : Match.UNTOLD;
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
        OffsetFields fields;
        try {
            fields = OffsetFields.read(offset);
        } catch (SourceFailureException refused) {
            return Optional.of(new Fault(null, LiveSource.errorOf(refused.error()), Advices.otherSource(offset)));
        }
        long sourceVersion = fields.sourceVersion();
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
        if (sourceVersion == NEWEST_SOURCE_VERSION && fields.index() == BASE_INDEX_V1) {
            return Optional.of(new Fault(
                    null,
                    SparkError.plain(
                            "java.lang.AssertionError",
                            "assertion failed: Index should never be -1, it should be set to the BASE_INDEX instead."),
                    Advices.otherSource(offset)));
        }
        String recorded = String.valueOf(fields.tableId());
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
