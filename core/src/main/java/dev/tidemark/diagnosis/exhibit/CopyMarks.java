package dev.tidemark.diagnosis.exhibit;

import java.util.List;

/**
 * What tells a copy from the original.
 *
 * @param files of the logs that were looked at
 * @param isWithoutTimes whether many of them bear one modification time
 * @param markers names that stand for directories in object stores
 */
public record CopyMarks(int files, boolean isWithoutTimes, List<String> markers) {
    /** Nothing was looked at. */
    public static final CopyMarks NONE = new CopyMarks(0, false, List.of());

    public CopyMarks {
        markers = List.copyOf(markers);
    }
}
