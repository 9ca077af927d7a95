package dev.tidemark.delta.verify;

/** What verification looks for; an id never changes its meaning. */
public enum VerifyRule {
    // The files of the log.
    COMMIT_MISSING(
            "DLT-001",
            Weight.FATAL,
            "readers that need a missing commit fail; one whose checkpoint lies behind the gap does not notice",
            "restore the commit from a backup, or keep a checkpoint behind the gap"),
    COMMIT_TWICE(
            "DLT-002",
            Weight.ERROR,
            "two files claim one version and readers differ in which they take",
            "remove the one whose name is not 20 digits, after comparing them"),
    LINE_UNREADABLE(
            "DLT-003",
            Weight.FATAL,
            "every reader that needs this file fails",
            "restore the file from a backup; a checkpoint at or behind its version makes it unnecessary"),
    FOREIGN_FILE(
            "DLT-004",
            Weight.INFO,
            "no reader looks at it",
            "remove it if nobody knows it; writers that died leave some"),
    MULTIPART_INCOMPLETE(
            "DLT-005",
            Weight.WARNING,
            "readers pass over the checkpoint and need the commits before it",
            "write a new checkpoint; do not clean up the log until then"),
    SIDECAR_MISSING(
            "DLT-006",
            Weight.FATAL,
            "readers choose the checkpoint and fail on it",
            "restore the sidecar, or remove the manifest if the commits before it are there"),
    CHECKPOINT_UNREADABLE(
            "DLT-007",
            Weight.FATAL,
            "readers choose the checkpoint and fail on it; they do not fall back to the commits",
            "remove the checkpoint if the commits before it are there, and write a new one"),
    CHECKPOINT_EMPTY(
            "DLT-008", Weight.WARNING, "readers pass over a checkpoint without bytes", "remove it and write a new one"),
    HINT_DAMAGED(
            "DLT-009",
            Weight.WARNING,
            "readers do not believe it and look for checkpoints by listing, which is slower",
            "write a new checkpoint, which rewrites it"),
    HINT_TARGET_MISSING(
            "DLT-010",
            Weight.ERROR,
            "Spark finds its way by listing; Delta Kernel fails when no later checkpoint is there",
            "write a new checkpoint, which rewrites it"),
    HINT_COUNTS(
            "DLT-011",
            Weight.WARNING,
            "the hint and the checkpoint were not written together",
            "write a new checkpoint, which rewrites both"),
    FILE_UNREADABLE(
            "DLT-012", Weight.FATAL, "what it holds could not be checked", "see that it can be read, and verify again"),
    CHECKPOINT_OLDER_THAN_COMMIT(
            "DLT-013",
            Weight.INFO,
            "modification times were changed, by a copy perhaps; time travel by timestamp goes by them",
            "keep modification times when a log is copied"),
    NAME_UNUSUAL(
            "DLT-014",
            Weight.WARNING,
            "readers list by name, so a version that is not spelled in 20 digits is seen out of order or not at all",
            "rename the file to what Delta would write"),

    // Each commit.
    METADATA_TWICE(
            "DLT-020",
            Weight.ERROR,
            "Spark takes the last, Delta Kernel the first, and a stream from this table fails on the commit",
            "find the writer; the table's next metadata change ends the disagreement"),
    PROTOCOL_TWICE(
            "DLT-021",
            Weight.ERROR,
            "Spark takes the last, Delta Kernel the first, and a stream from this table fails on the commit",
            "find the writer; the table's next protocol change ends the disagreement"),
    ADD_TWICE(
            "DLT-022",
            Weight.ERROR,
            "Spark takes the last, Delta Kernel the first, and a stream delivers the file twice",
            "find the writer"),
    ADD_AND_REMOVE(
            "DLT-023",
            Weight.ERROR,
            "whether the file is live depends on the reader: Spark goes by the order of the lines, Delta Kernel does not",
            "find the writer; add or remove the file again in a commit of its own"),
    REMOVE_UNKNOWN(
            "DLT-024",
            Weight.WARNING,
            "readers pass over it, but counters that writers carry forward in checksums go wrong",
            "find the writer"),
    ADD_AGAIN(
            "DLT-025",
            Weight.INFO,
            "legal when only statistics or tags change; counters that writers carry forward in checksums can go wrong",
            "nothing, unless the sizes differ"),
    PATH_TWICE(
            "DLT-026",
            Weight.ERROR,
            "the rows of the file are read more than once",
            "find the writer; remove the entry with the older deletion vector"),
    TRANSACTION_BACK(
            "DLT-027",
            Weight.WARNING,
            "readers take the last, so the application may write again what it has written",
            "compare the application's own progress with the table's"),
    LINE_IRREGULAR(
            "DLT-028",
            Weight.WARNING,
            "Spark fills in or passes over what Delta Kernel refuses, or the other way round",
            "find the writer; a checkpoint behind the commit hides the line from readers"),
    PATH_MALFORMED("DLT-029", Weight.FATAL, "every reader fails on a path that is no URI", "find the writer"),

    // The protocol.
    PROTOCOL_ILLEGAL(
            "DLT-030",
            Weight.ERROR,
            "Spark refuses the table, Delta Kernel may not",
            "commit a protocol whose feature lists fit its versions"),
    PROTOCOL_LOWERED(
            "DLT-031",
            Weight.INFO,
            "dropping a feature does this; versions before it still need the higher protocol",
            "nothing, if a feature was dropped"),
    FEATURE_UNKNOWN(
            "DLT-033", Weight.FATAL, "readers without the feature refuse the table", "read it with a newer Delta"),
    FEATURE_NOT_LISTED(
            "DLT-034",
            Weight.ERROR,
            "readers that go by the protocol do not know what they must honour",
            "find the writer; add the feature to the protocol"),
    START_INCOMPLETE(
            "DLT-035",
            Weight.FATAL,
            "no reader can open a version without protocol and metadata",
            "restore the commit or the checkpoint that held them"),
    CATALOG_MANAGED(
            "DLT-036",
            Weight.INFO,
            "the catalog decides which commits are the table's; the newest may not be in the directory",
            "ask the catalog for the latest version"),

    // Time.
    TIMESTAMP_BACK(
            "DLT-040",
            Weight.ERROR,
            "time travel by timestamp can find the wrong version",
            "find the writer; in-commit timestamps must grow"),
    TIMESTAMP_MISSING("DLT-041", Weight.ERROR, "readers that need the version's time fail", "find the writer"),
    MODIFICATION_BACK(
            "DLT-042",
            Weight.INFO,
            "readers move such commits forward by a millisecond each, so time travel by timestamp shifts",
            "keep modification times when a log is copied"),

    // Checkpoints and compactions against the commits.
    CHECKPOINT_FILES(
            "DLT-050",
            Weight.ERROR,
            "readers believe the checkpoint: files it lacks are lost to them, files it has too many are read",
            "remove the checkpoint while the commits before it are there, and write a new one"),
    CHECKPOINT_HEAD(
            "DLT-051",
            Weight.ERROR,
            "readers believe the checkpoint",
            "remove the checkpoint while the commits before it are there, and write a new one"),
    CHECKPOINT_TRANSACTIONS(
            "DLT-052",
            Weight.ERROR,
            "readers believe the checkpoint; a streaming query whose transaction it lacks writes its batch again",
            "remove the checkpoint while the commits before it are there, and write a new one"),
    CHECKPOINT_TOMBSTONES(
            "DLT-053",
            Weight.INFO,
            "live files are not affected; VACUUM may delete files earlier than it should. Delta Kernel's own checkpoints"
                    + " do this",
            "nothing, if Delta Kernel wrote the checkpoint"),
    CHECKPOINT_DUPLICATE(
            "DLT-054", Weight.ERROR, "Delta Kernel reads such a file twice, Spark once", "write a new checkpoint"),
    CHECKPOINT_RECORD(
            "DLT-055",
            Weight.WARNING,
            "Spark does not look at it; Delta Kernel reads as many bytes of a sidecar as are recorded",
            "write a new checkpoint"),
    COMPACTION_DIFFERS(
            "DLT-056",
            Weight.ERROR,
            "readers that use compactions believe it and see another table than those that do not",
            "remove the compaction; it is never needed"),

    // Version checksums against the commits.
    CHECKSUM_UNREADABLE("DLT-060", Weight.INFO, "readers pass over it", "nothing; the next version writes its own"),
    CHECKSUM_COUNTS(
            "DLT-061",
            Weight.ERROR,
            "no reader notices; writers carry the error forward until Spark finds it when it writes a checkpoint",
            "remove the checksums from this version on"),
    CHECKSUM_HEAD(
            "DLT-062",
            Weight.FATAL,
            "readers believe the checksum's protocol and metadata over the commits'",
            "remove the checksum"),
    CHECKSUM_AHEAD(
            "DLT-063",
            Weight.ERROR,
            "Delta Kernel refuses the table, Spark passes over it; a commit may have been lost",
            "see whether a commit was lost, else remove the checksum"),
    CHECKSUM_DETAIL(
            "DLT-064",
            Weight.WARNING,
            "no reader notices; writers may carry the error forward",
            "remove the checksums from this version on"),

    // Deletion vectors and data files.
    VECTOR_MALFORMED("DLT-070", Weight.FATAL, "no reader can read the file", "restore the table to an earlier version"),
    VECTOR_MISSING(
            "DLT-071",
            Weight.FATAL,
            "no reader can read the file",
            "restore the deletion vector, or restore the table to an earlier version"),
    VECTOR_DAMAGED(
            "DLT-072",
            Weight.FATAL,
            "no reader can read the file, or it shows rows that were deleted",
            "restore the deletion vector, or restore the table to an earlier version"),
    VECTOR_COUNT(
            "DLT-073",
            Weight.ERROR,
            "counts from the log alone are wrong",
            "restore the table to an earlier version, or rewrite the file"),
    VECTOR_BEYOND(
            "DLT-074",
            Weight.ERROR,
            "more rows are deleted than the file has, so one of the two is wrong",
            "rewrite the file"),
    VECTOR_WITHOUT_COUNT(
            "DLT-075",
            Weight.WARNING,
            "the protocol wants numRecords in the statistics of a file with a deletion vector",
            "find the writer"),
    DATA_MISSING(
            "DLT-080",
            Weight.FATAL,
            "queries over the file fail",
            "restore the file, or run FSCK REPAIR or delete its rows from the table"),
    DATA_SIZE("DLT-081", Weight.ERROR, "the file was replaced or cut", "restore the file"),
    ORPHAN(
            "DLT-085",
            Weight.INFO,
            "takes room; no version that the log still knows needs it",
            "VACUUM removes it when old enough");

    /** How bad a finding is, the worst last. */
    public enum Weight {
        INFO,
        WARNING,
        ERROR,
        FATAL
    }

    private final String id;
    private final Weight weight;
    private final String consequence;
    private final String remedy;

    VerifyRule(String id, Weight weight, String consequence, String remedy) {
        this.id = id;
        this.weight = weight;
        this.consequence = consequence;
        this.remedy = remedy;
    }

    /** The stable id, such as {@code DLT-050}. */
    public String id() {
        return id;
    }

    /** How bad a finding of this rule is unless it says otherwise. */
    public Weight weight() {
        return weight;
    }

    /** What follows from a finding. */
    public String consequence() {
        return consequence;
    }

    /** What can be done about it. */
    public String remedy() {
        return remedy;
    }
}
