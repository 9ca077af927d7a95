package dev.tidemark.compat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

import dev.tidemark.compat.QueryChange.SourceAdded;
import dev.tidemark.compat.QueryChange.SourceKindChanged;
import dev.tidemark.compat.QueryChange.SourceMoved;
import dev.tidemark.compat.QueryChange.SourceOptionChanged;
import dev.tidemark.compat.QueryChange.SourceRemoved;
import dev.tidemark.compat.QueryChange.SourcesSwapped;
import dev.tidemark.compat.QueryChange.TopicsChanged;
import dev.tidemark.compat.QueryChange.WatermarkChanged;
import dev.tidemark.compat.QueryShape.OffsetKind;
import dev.tidemark.compat.QueryShape.SourceShape;
import org.jspecify.annotations.Nullable;

/** The sources of a checkpoint against those of a query: by name where they have one, else by position. */
final class SourceComparison {
    private static final Set<String> STARTS =
            Set.of("startingversion", "startingtimestamp", "startingoffsets", "startingoffsetsbytimestamp");

    private final CheckpointShape before;
    private final @Nullable QueryShape old;
    private final NewQuery after;

    SourceComparison(CheckpointShape before, @Nullable QueryShape old, NewQuery after) {
        this.before = before;
        this.old = old;
        this.after = after;
    }

    /** Whether an option only says where a query without offsets begins. */
    static boolean isStart(String option) {
        return STARTS.contains(option.toLowerCase(java.util.Locale.ROOT));
    }

    void compare(List<QueryChange> changes, List<String> undecided, List<String> notCompared) {
        List<SourceShape> recorded = before.shape().sources();
        List<SourceShape> asked = after.shape().sources();
        if (before.isFresh()) {
            return;
        }
        if (recorded == null || asked == null) {
            undecided.add("the sources: the newest offsets of the checkpoint cannot be read");
            return;
        }
        if (before.namesSources()) {
            byName(recorded, asked, changes, undecided);
        } else if (recorded.size() == asked.size()) {
            byPosition(recorded, asked, changes);
        } else {
            aligned(recorded, asked, changes);
        }
        options(asked, changes);
        if (after.isScratch()) {
            notCompared.add("what the sources read: a checkpoint from a test reads other tables and directories");
        }
    }

    private void byName(
            List<SourceShape> recorded, List<SourceShape> asked, List<QueryChange> changes, List<String> undecided) {
        if (asked.stream().anyMatch(source -> source.name() == null)) {
            boolean canBePlaced = asked.stream().allMatch(source -> source.place() != null)
                    && recorded.stream().allMatch(source -> source.place() != null);
            if (!canBePlaced) {
                undecided.add("the sources: offsets are kept by their names, and the description does not name them");
                return;
            }
        }
        for (int i = 0; i < asked.size(); i++) {
            SourceShape source = asked.get(i);
            SourceShape match = recorded.stream()
                    .filter(known -> isSame(known, source))
                    .findFirst()
                    .orElse(null);
            if (match == null) {
                changes.add(new SourceAdded(i, source));
            } else {
                one(i, match, source, changes);
            }
        }
        for (int i = 0; i < recorded.size(); i++) {
            SourceShape known = recorded.get(i);
            if (asked.stream().noneMatch(source -> isSame(known, source))) {
                changes.add(new SourceRemoved(i, known));
            }
        }
    }

    private static boolean isSame(SourceShape known, SourceShape source) {
        return source.name() != null ? source.name().equals(known.name()) : isSamePlace(known, source);
    }

    private void byPosition(List<SourceShape> recorded, List<SourceShape> asked, List<QueryChange> changes) {
        Set<Integer> told = new LinkedHashSet<>();
        for (int i = 0; i < asked.size(); i++) {
            for (int j = i + 1; j < asked.size(); j++) {
                boolean isCross =
                        isSamePlace(recorded.get(i), asked.get(j)) && isSamePlace(recorded.get(j), asked.get(i));
                if (isCross && !isSamePlace(recorded.get(i), asked.get(i)) && !told.contains(i)) {
                    changes.add(new SourcesSwapped(i, j, asked.get(i).kind()));
                    told.add(i);
                    told.add(j);
                }
            }
        }
        for (int i = 0; i < asked.size(); i++) {
            if (!told.contains(i)) {
                one(i, recorded.get(i), asked.get(i), changes);
            }
        }
    }

    /** Says which sources came or went where the counts differ: the longest run of the same ones stays. */
    private void aligned(List<SourceShape> recorded, List<SourceShape> asked, List<QueryChange> changes) {
        int[][] longest = new int[recorded.size() + 1][asked.size() + 1];
        for (int i = recorded.size() - 1; i >= 0; i--) {
            for (int j = asked.size() - 1; j >= 0; j--) {
                longest[i][j] = canBeSame(recorded.get(i), asked.get(j))
                        ? longest[i + 1][j + 1] + 1
                        : Math.max(longest[i + 1][j], longest[i][j + 1]);
            }
        }
        int i = 0;
        int j = 0;
        while (i < recorded.size() || j < asked.size()) {
            boolean isMatch = i < recorded.size() && j < asked.size() && canBeSame(recorded.get(i), asked.get(j));
            if (isMatch && longest[i][j] == longest[i + 1][j + 1] + 1) {
                i++;
                j++;
            } else if (j < asked.size() && (i == recorded.size() || longest[i][j + 1] >= longest[i + 1][j])) {
                changes.add(new SourceAdded(j, asked.get(j)));
                j++;
            } else {
                changes.add(new SourceRemoved(i, recorded.get(i)));
                i++;
            }
        }
    }

    private static boolean canBeSame(SourceShape known, SourceShape source) {
        boolean isKind = known.kind() == source.kind()
                || known.kind() == OffsetKind.UNKNOWN
                || source.kind() == OffsetKind.UNKNOWN;
        return isKind
                && (known.place() == null || source.place() == null || isSamePlace(known, source))
                && (known.topics() == null
                        || source.topics() == null
                        || DescribedShape.sorted(known.topics()).equals(DescribedShape.sorted(source.topics())));
    }

    private static boolean isSamePlace(SourceShape known, SourceShape source) {
        return known.place() != null
                && source.place() != null
                && isAt(DescribedShape.place(known.place()), DescribedShape.place(source.place()));
    }

    /** A recorded file lies in the directory, or in a partition below it. */
    private static boolean isAt(String known, String asked) {
        return known.equals(asked) || known.startsWith(asked + "/") || asked.contains("*");
    }

    private void one(int position, SourceShape known, SourceShape source, List<QueryChange> changes) {
        if (known.kind() != OffsetKind.UNKNOWN
                && source.kind() != OffsetKind.UNKNOWN
                && known.kind() != source.kind()) {
            changes.add(new SourceKindChanged(position, known.kind(), source.kind()));
            return;
        }
        if (after.isScratch()) {
            return;
        }
        if (known.topics() != null && source.topics() != null) {
            topics(position, known.topics(), source.topics(), changes);
        }
        if (known.place() != null && source.place() != null && !isSamePlace(known, source)) {
            changes.add(new SourceMoved(
                    position,
                    source.kind(),
                    DescribedShape.place(known.place()),
                    DescribedShape.place(source.place())));
        }
    }

    private static void topics(int position, List<String> known, List<String> asked, List<QueryChange> changes) {
        TreeSet<String> added = new TreeSet<>(asked);
        added.removeAll(known);
        TreeSet<String> removed = new TreeSet<>(known);
        removed.removeAll(asked);
        if (!added.isEmpty() || !removed.isEmpty()) {
            changes.add(new TopicsChanged(position, List.copyOf(added), List.copyOf(removed)));
        }
    }

    /** Options, paths and watermarks against the old description; where there is none, starts that count no more. */
    private void options(List<SourceShape> asked, List<QueryChange> changes) {
        List<SourceShape> described = old == null ? null : old.sources();
        for (int i = 0; i < asked.size(); i++) {
            SourceShape source = asked.get(i);
            SourceShape was = described != null && described.size() == asked.size() ? described.get(i) : null;
            if (was == null) {
                starts(i, source, changes);
                continue;
            }
            optionsOf(i, was, source, changes);
            if (!Objects.equals(was.watermark(), source.watermark())) {
                changes.add(new WatermarkChanged(i, was.watermark(), source.watermark()));
            }
            boolean isRecorded = changes.stream()
                    .anyMatch(change -> change instanceof SourceMoved || change instanceof SourcesSwapped);
            if (!isRecorded
                    && was.kind() == source.kind()
                    && was.place() != null
                    && source.place() != null
                    && !DescribedShape.place(was.place()).equals(DescribedShape.place(source.place()))) {
                changes.add(new SourceMoved(
                        i, source.kind(), DescribedShape.place(was.place()), DescribedShape.place(source.place())));
            }
        }
    }

    private static void starts(int position, SourceShape source, List<QueryChange> changes) {
        Map<String, String> options = source.options() == null ? Map.of() : source.options();
        options.forEach((option, value) -> {
            if (isStart(option)) {
                changes.add(new SourceOptionChanged(position, option, null, value));
            }
        });
    }

    private static void optionsOf(int position, SourceShape was, SourceShape source, List<QueryChange> changes) {
        Map<String, String> from = was.options() == null ? Map.of() : was.options();
        Map<String, String> to = source.options() == null ? Map.of() : source.options();
        TreeSet<String> names = new TreeSet<>(from.keySet());
        names.addAll(to.keySet());
        for (String name : new ArrayList<>(names)) {
            if (!Objects.equals(from.get(name), to.get(name)) && !name.equalsIgnoreCase("subscribe")) {
                changes.add(new SourceOptionChanged(position, name, from.get(name), to.get(name)));
            }
        }
    }
}
