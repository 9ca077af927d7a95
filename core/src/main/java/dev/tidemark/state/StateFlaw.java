package dev.tidemark.state;

import dev.tidemark.evidence.DamageCause;

/** What Spark trips over in a file of state, where it throws something else for it than for other damage of the kind. */
public enum StateFlaw implements DamageCause {
    /** The file is not the one that its side file tells of. */
    OTHER_CHECKSUM,
    /** The side file is not in UTF-8. */
    SIDE_FILE_NOT_TEXT,
    /** The side file is no JSON. */
    SIDE_FILE_NOT_JSON,
    /** The side file is JSON and tells no checksum. */
    SIDE_FILE_WITHOUT_CHECKSUM,
    /** The side file is larger than a side file can be. */
    SIDE_FILE_TOO_LARGE,
    /** A row is not the one that its checksum tells of. */
    OTHER_ROW,
    /** A key is said to have a length that none can have. */
    LENGTH_OF_KEY,
    /** A value is said to have a length that none can have. */
    LENGTH_OF_VALUE,
    /** An archive begins, and cannot be unpacked to its end. */
    NOT_UNPACKED,
    /** An archive unpacks without a word and gives no manifest. */
    NO_MANIFEST,
    /** A file that a snapshot names has another size. */
    OTHER_SIZE,
    /** A snapshot has a unique id in its name where names without one are listed. */
    IDENTIFIED_SNAPSHOT,
    /** Changes are to a column family that their snapshot does not name. */
    UNNAMED_FAMILY;

    /** Whether it is the side file itself that cannot be used. */
    public boolean isInSideFile() {
        return switch (this) {
            case SIDE_FILE_NOT_TEXT, SIDE_FILE_NOT_JSON, SIDE_FILE_WITHOUT_CHECKSUM, SIDE_FILE_TOO_LARGE -> true;
            default -> false;
        };
    }
}
