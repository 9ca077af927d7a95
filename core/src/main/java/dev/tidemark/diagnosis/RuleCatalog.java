package dev.tidemark.diagnosis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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

    /** How many letters must be changed, added or taken away. */
    private static int distance(String one, String other) {
        int most = 40;
        String b = other.length() > most ? other.substring(0, most) : other;
        List<Integer> row = new ArrayList<>();
        for (int j = 0; j <= b.length(); j++) {
            row.add(j);
        }
        for (int i = 1; i <= one.length(); i++) {
            List<Integer> next = new ArrayList<>();
            next.add(i);
            for (int j = 1; j <= b.length(); j++) {
                int change = row.get(j - 1) + (one.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                next.add(Math.min(change, 1 + Math.min(next.get(j - 1), row.get(j))));
            }
            row = next;
        }
        return row.get(b.length());
    }
}
