package dev.tidemark.io;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Where paths written in evidence are found now: evidence that was copied still names its old place. The longest rule
 * that matches whole segments wins; {@code /lake/orders} also matches {@code file:/lake/orders} and
 * {@code file:///lake/orders}, never {@code /lake/orders2}.
 */
public final class PathMapping {
    /** Every path stays as it is. */
    public static final PathMapping NONE = new PathMapping(List.of());

    private final List<Rule> rules;

    private record Rule(String from, String to) {}

    private PathMapping(List<Rule> rules) {
        this.rules = rules;
    }

    /**
     * Reads rules as a user gives them, each {@code OLD=NEW}.
     *
     * @throws IllegalArgumentException when one has no {@code =}, or an empty side
     */
    public static PathMapping parse(List<String> rules) {
        List<Rule> parsed = new ArrayList<>();
        for (String rule : rules) {
            int equals = rule.indexOf('=');
            if (equals <= 0 || equals == rule.length() - 1) {
                throw new IllegalArgumentException("expected OLD=NEW, found " + rule);
            }
            parsed.add(new Rule(
                    withoutEnd(withoutFileScheme(rule.substring(0, equals))), withoutEnd(rule.substring(equals + 1))));
        }
        parsed.sort(Comparator.comparingInt((Rule rule) -> rule.from().length()).reversed());
        return new PathMapping(List.copyOf(parsed));
    }

    /** Where a path of the evidence is now; the path itself when no rule matches. */
    public String map(String path) {
        return mapped(path).orElse(path);
    }

    /** Where a path of the evidence is now, or empty when no rule matches. */
    public Optional<String> mapped(String path) {
        String plain = withoutFileScheme(path);
        for (Rule rule : rules) {
            if (plain.equals(rule.from())) {
                return Optional.of(rule.to());
            }
            String below = rule.from().endsWith("/") ? rule.from() : rule.from() + "/";
            if (plain.startsWith(below)) {
                return Optional.of(
                        (rule.to().endsWith("/") ? rule.to() : rule.to() + "/") + plain.substring(below.length()));
            }
        }
        return Optional.empty();
    }

    /** The way back: from where things are now to what the evidence calls them. */
    public PathMapping reversed() {
        List<Rule> reversed = new ArrayList<>();
        for (Rule rule : rules) {
            reversed.add(new Rule(withoutEnd(absolute(withoutFileScheme(rule.to()))), rule.from()));
        }
        reversed.sort(
                Comparator.comparingInt((Rule rule) -> rule.from().length()).reversed());
        return new PathMapping(List.copyOf(reversed));
    }

    /** Local places as {@link LocalStorage} spells them; all others as they are. */
    private static String absolute(String place) {
        return place.matches("[A-Za-z][A-Za-z0-9+.-]+:.*")
                ? place
                : Path.of(place).toAbsolutePath().normalize().toString();
    }

    /** Whether there is no rule at all. */
    public boolean isEmpty() {
        return rules.isEmpty();
    }

    private static String withoutFileScheme(String path) {
        return path.startsWith("file:/") ? path.replaceFirst("^file:/+", "/") : path;
    }

    private static String withoutEnd(String path) {
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
