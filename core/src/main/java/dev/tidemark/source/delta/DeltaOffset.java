package dev.tidemark.source.delta;

import dev.tidemark.format.json.JsonObject;

/**
 * A place between two files of a table's history, as the source holds it in memory. Authority: Delta 4.0
 * DeltaSourceOffset with its Serializer and Deserializer.
 *
 * @param tableId the table's id
 * @param index the last file taken in the version, or one of the sentinels
 */
record DeltaOffset(String tableId, long version, long index, boolean isInitialSnapshot) {
    /** Before everything in a version. */
    static final long BASE = -100;

    /** At a change of the table's metadata. */
    static final long METADATA_CHANGE = -20;

    /** Past it. */
    static final long POST_METADATA_CHANGE = -19;

    /** Behind everything in a version; never written. */
    static final long END = Long.MAX_VALUE - 100;

    private static final long BASE_ON_DISK = -1;
    private static final int BARRIER_SOURCE_VERSION = 3;

    DeltaOffset {
        if (index == BASE_ON_DISK) {
            throw DeltaSourceErrors.assertion("Index should never be -1, it should be set to the BASE_INDEX instead.");
        }
    }

    /**
     * An offset from a log.
     *
     * @throws dev.tidemark.source.SourceFailureException with what Delta throws for text it cannot take
     */
    static DeltaOffset parse(String json) {
        OffsetFields fields = OffsetFields.read(json);
        long sourceVersion = fields.sourceVersion();
        long index = fields.index();
        if (sourceVersion < 1 || sourceVersion == 2) {
            throw DeltaSourceErrors.invalidSourceVersion(sourceVersion);
        }
        if (sourceVersion > BARRIER_SOURCE_VERSION) {
            throw DeltaSourceErrors.formatTooNew(sourceVersion, BARRIER_SOURCE_VERSION);
        }
        if (sourceVersion < BARRIER_SOURCE_VERSION && index == BASE_ON_DISK) {
            index = BASE;
        }
        if (index == END) {
            throw DeltaSourceErrors.assertion("Should not deserialize END_INDEX");
        }
        String tableId = fields.tableId() == null ? "null" : fields.tableId();
        return new DeltaOffset(tableId, fields.version(), index, fields.isStartingVersion());
    }

    /** The offset as a log holds it. */
    String json() {
        if (index == END) {
            throw new IllegalStateException("an END index is never an offset");
        }
        boolean isBarrier = index == METADATA_CHANGE || index == POST_METADATA_CHANGE;
        return JsonObject.builder()
                .put("sourceVersion", isBarrier ? BARRIER_SOURCE_VERSION : 1)
                .put("reservoirId", tableId)
                .put("reservoirVersion", version)
                .put("index", index == BASE ? BASE_ON_DISK : index)
                .put("isStartingVersion", isInitialSnapshot)
                .build()
                .toString();
    }

    /** The same version at another index. */
    DeltaOffset at(long newIndex) {
        return new DeltaOffset(tableId, version, newIndex, isInitialSnapshot);
    }

    /** Whether a file lies at or before this place. */
    boolean covers(IndexedFile file) {
        return file.version() < version || (file.version() == version && file.index() <= index);
    }
}
