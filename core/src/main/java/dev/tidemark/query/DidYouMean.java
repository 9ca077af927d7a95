package dev.tidemark.query;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The known names that a mistyped one is close to. */
public final class DidYouMean {
    private static final int MOST = 3;
    private static final int MOST_SLIPS = 2;
    private static final int LONGEST_SLIP = 100;

    private DidYouMean() {}

    /**
     * The known name from which one or two letters differ, few enough for its length; none for a known name itself,
     * whatever its case.
     */
    static Optional<String> slipOf(String typed, Collection<String> known) {
        String word = typed.toLowerCase(Locale.ROOT);
        int allowed = Math.min(MOST_SLIPS, Math.max(1, word.length() / 3));
        if (word.length() > LONGEST_SLIP || known.stream().anyMatch(word::equalsIgnoreCase)) {
            return Optional.empty();
        }
        return known.stream()
                .map(name -> new Near(name, distance(word, name.toLowerCase(Locale.ROOT))))
                .filter(near -> near.distance() <= allowed)
                .min(Comparator.comparingInt(Near::distance).thenComparing(Near::name))
                .map(Near::name);
    }

    private record Near(String name, int distance) {}

    /** At most three, the nearest first; none when nothing is near. */
    public static List<String> of(String typed, Collection<String> known) {
        String word = typed.toLowerCase(Locale.ROOT);
        int allowed = Math.max(1, word.length() / 3);
        return known.stream()
                .map(name -> new Near(name, distance(word, name.toLowerCase(Locale.ROOT))))
                .filter(near -> near.distance() <= allowed
                        || (word.length() >= 3
                                && near.name().toLowerCase(Locale.ROOT).startsWith(word)))
                .sorted(Comparator.comparingInt(Near::distance).thenComparing(Near::name))
                .limit(MOST)
                .map(Near::name)
                .toList();
    }

    /** Letters to insert, remove, replace or swap with their neighbour. */
    private static int distance(String from, String to) {
        int[][] cost = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(from, to, cost, i, j);
            }
        }
        return cost[from.length()][to.length()];
    }

    private static int cheapest(String from, String to, int[][] cost, int i, int j) {
        int replaced = cost[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        int best = Math.min(replaced, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
        boolean areSwapped =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return areSwapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
