package dev.tidemark.view;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Many files of a checkpoint in a few words: {@code offsets/6-9, commits/6-8}. */
final class FileSummary {
    private static final int SHOWN = 6;

    private FileSummary() {}

    /** The files in words; files of a batch each are put together by directory. */
    static String of(Collection<String> paths) {
        Map<String, TreeSet<Long>> numbered = new LinkedHashMap<>();
        List<String> others = new ArrayList<>();
        for (String path : paths) {
            int slash = path.lastIndexOf('/');
            String name = path.substring(slash + 1);
            if (slash > 0 && name.matches("\\d{1,18}")) {
                numbered.computeIfAbsent(path.substring(0, slash), absent -> new TreeSet<>())
                        .add(Long.parseLong(name));
            } else {
                others.add(path);
            }
        }
        List<String> parts = new ArrayList<>();
        numbered.forEach((directory, ids) -> parts.addAll(ranges(directory, ids)));
        parts.addAll(others);
        return parts.size() <= SHOWN
                ? String.join(", ", parts)
                : String.join(", ", parts.subList(0, SHOWN)) + " and more (" + paths.size() + " files)";
    }

    private static List<String> ranges(String directory, TreeSet<Long> ids) {
        List<String> ranges = new ArrayList<>();
        long first = ids.first();
        long last = first;
        for (long id : ids) {
            if (id > last + 1) {
                ranges.add(range(directory, first, last));
                first = id;
            }
            last = id;
        }
        ranges.add(range(directory, first, last));
        return ranges;
    }

    private static String range(String directory, long first, long last) {
        return directory + "/" + first + (first == last ? "" : "-" + last);
    }
}
