package dev.tidemark.shell.evidence;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The names in a directory in natural order, without holding more than a handful of those of a huge one: the first and the
 * last of each kind, and how many there are.
 */
public final class Listing {
    /** Names in the order a person counts: {@code 2} before {@code 10}. */
    public static final Comparator<String> NATURAL = Listing::compare;

    /** How much of a directory is looked at unless all of it is asked for. */
    public static final int MOST_LOOKED_AT = 250_000;

    private final Map<Node.Kind, Group> groups = new EnumMap<>(Node.Kind.class);
    private final int mostShown;
    private final boolean isWhole;

    private Listing(int mostShown, boolean isWhole) {
        this.mostShown = mostShown;
        this.isWhole = isWhole;
    }

    /**
     * The names of one kind.
     *
     * @param first in order
     * @param last in order, behind those left out
     * @param count of all that were looked at
     */
    public record Names(Node.Kind kind, List<Node> first, List<Node> last, long count) {
        /** How many lie between. */
        public long leftOut() {
            return count - first.size() - last.size();
        }
    }

    /** A directory as a whole, however large. */
    public static Listing all(Node directory) throws IOException {
        return read(directory, Integer.MAX_VALUE, Long.MAX_VALUE, node -> true);
    }

    /** The first and the last of each kind, {@code mostShown} of them, of those that are to be shown. */
    public static Listing outline(Node directory, int mostShown, Predicate<Node> isShown) throws IOException {
        return read(directory, mostShown, MOST_LOOKED_AT, isShown);
    }

    private static Listing read(Node directory, int mostShown, long mostLookedAt, Predicate<Node> isShown)
            throws IOException {
        Map<Node.Kind, Group> groups = new EnumMap<>(Node.Kind.class);
        long[] count = {0};
        directory.forEachChild(child -> {
            if (count[0]++ == mostLookedAt) {
                return false;
            }
            if (isShown.test(child)) {
                groups.computeIfAbsent(child.kind(), kind -> new Group(mostShown))
                        .add(child);
            }
            return true;
        });
        Listing listing = new Listing(mostShown, count[0] <= mostLookedAt);
        listing.groups.putAll(groups);
        return listing;
    }

    /** Whether the end of the directory was reached. */
    public boolean isWhole() {
        return isWhole;
    }

    /** How many names were looked at. */
    public long count() {
        return groups.values().stream().mapToLong(group -> group.count).sum();
    }

    /** The names by kind. */
    public List<Names> names() {
        List<Names> names = new ArrayList<>();
        groups.forEach((kind, group) -> names.add(group.names(kind, mostShown)));
        return names;
    }

    /** The smallest and the largest names of one kind. */
    private static final class Group {
        private static final Comparator<Node> BY_NAME =
                Comparator.comparing(Node::name, NATURAL).thenComparing(Node::name);

        private final TreeSet<Node> smallest = new TreeSet<>(BY_NAME);
        private final TreeSet<Node> largest = new TreeSet<>(BY_NAME);
        private final int most;
        private long count;

        Group(int most) {
            this.most = most;
        }

        void add(Node node) {
            count++;
            smallest.add(node);
            if (smallest.size() > most) {
                largest.add(smallest.pollLast());
                if (largest.size() > most) {
                    largest.pollFirst();
                }
            }
        }

        Names names(Node.Kind kind, int mostShown) {
            if (count <= mostShown) {
                return new Names(kind, List.copyOf(smallest), List.of(), count);
            }
            int head = Math.min(5, mostShown / 2);
            TreeSet<Node> tail = new TreeSet<>(BY_NAME);
            tail.addAll(smallest);
            tail.addAll(largest);
            List<Node> ordered = List.copyOf(tail);
            return new Names(
                    kind,
                    ordered.subList(0, head),
                    ordered.subList(ordered.size() - (mostShown - head), ordered.size()),
                    count);
        }
    }

    private static int compare(String left, String right) {
        int i = 0;
        int j = 0;
        while (i < left.length() && j < right.length()) {
            if (isDigit(left.charAt(i)) && isDigit(right.charAt(j))) {
                int leftEnd = endOfDigits(left, i);
                int rightEnd = endOfDigits(right, j);
                int order = compareDigits(left.substring(i, leftEnd), right.substring(j, rightEnd));
                if (order != 0) {
                    return order;
                }
                i = leftEnd;
                j = rightEnd;
            } else if (left.charAt(i) != right.charAt(j)) {
                return Character.compare(left.charAt(i), right.charAt(j));
            } else {
                i++;
                j++;
            }
        }
        return Integer.compare(left.length() - i, right.length() - j);
    }

    private static int compareDigits(String left, String right) {
        String a = left.replaceFirst("^0+(?=.)", "");
        String b = right.replaceFirst("^0+(?=.)", "");
        return a.length() != b.length() ? Integer.compare(a.length(), b.length()) : a.compareTo(b);
    }

    private static int endOfDigits(String text, int start) {
        int end = start;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
