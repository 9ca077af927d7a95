package dev.tidemark.diagnosis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Every rule there is, by id, with its page: what {@code explain} prints and the reference shows. */
public final class RuleCatalog {
    /** The pages, in the order of the reference. */
    public static final List<String> PAGES = List.of(
            "checkpoint.md",
            "confs.md",
            "sources.md",
            "state.md",
            "sinks.md",
            "table-reading.md",
            "delta-log.md",
            "copies.md",
            "compat.md",
            "trends.md",
            "audit.md",
            "outcome.md");

    private static final int MOST_NEIGHBOURS = 5;
    private static final int FARTHEST = 3;
    private static final int LONGEST_TYPED = 40;

    private static final Map<String, RulePage> BY_ID = load();

    private RuleCatalog() {}

    /** All rules, in the order of the reference. */
    public static List<RulePage> all() {
        return List.copyOf(BY_ID.values());
    }

    /** The rule of an id, in whatever case it is typed. */
    public static Optional<RulePage> find(String id) {
        return Optional.ofNullable(BY_ID.get(id.strip().toUpperCase(Locale.ROOT)));
    }

    /**
     * The rule of an id that the product itself uses.
     *
     * @throws IllegalArgumentException when it has no page
     */
    public static RulePage page(String id) {
        return find(id).orElseThrow(() -> new IllegalArgumentException("no page of rule " + id));
    }

    /** Rules whose id looks like the text, or whose title holds it; the nearest first, at most a handful. */
    public static List<RulePage> near(String text) {
        String wanted = text.strip().toUpperCase(Locale.ROOT);
        List<RulePage> byWord = BY_ID.values().stream()
                .filter(page -> wanted.length() > 2
                        && page.title().toUpperCase(Locale.ROOT).contains(wanted))
                .toList();
        int nearest = BY_ID.keySet().stream()
                .mapToInt(id -> distance(id, wanted))
                .min()
                .orElse(FARTHEST + 1);
        List<RulePage> byId = BY_ID.values().stream()
                .filter(page -> nearest <= FARTHEST && distance(page.id(), wanted) == nearest)
                .toList();
        return (byWord.isEmpty() ? byId : byWord)
                .stream().limit(MOST_NEIGHBOURS).toList();
    }

    /** The text of a page as the reference has it. */
    public static String markdown(String page) {
        try (InputStream in = RuleCatalog.class.getResourceAsStream("pages/" + page)) {
            if (in == null) {
                throw new IllegalStateException("the product lacks its page " + page);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static Map<String, RulePage> load() {
        Map<String, RulePage> byId = new LinkedHashMap<>();
        for (String name : PAGES) {
            for (RulePage page : RulePages.parse(markdown(name))) {
                if (byId.put(page.id(), page) != null) {
                    throw new IllegalStateException("two pages of rule " + page.id());
                }
            }
        }
        return Collections.unmodifiableMap(byId);
    }

    /** How many letters must be changed, added, taken away or swapped with their neighbour. */
    private static int distance(String one, String other) {
        String b = other.length() > LONGEST_TYPED ? other.substring(0, LONGEST_TYPED) : other;
        int[][] steps = new int[one.length() + 1][b.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                steps[i][j] = i == 0 || j == 0 ? i + j : fewest(steps, one, b, i, j);
            }
        }
        return steps[one.length()][b.length()];
    }

    private static int fewest(int[][] steps, String a, String b, int i, int j) {
        boolean isSame = a.charAt(i - 1) == b.charAt(j - 1);
        int fewest = Math.min(steps[i - 1][j - 1] + (isSame ? 0 : 1), 1 + Math.min(steps[i - 1][j], steps[i][j - 1]));
        boolean isSwapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return isSwapped ? Math.min(fewest, steps[i - 2][j - 2] + 1) : fewest;
    }
}
