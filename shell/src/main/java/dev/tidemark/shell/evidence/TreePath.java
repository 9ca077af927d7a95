package dev.tidemark.shell.evidence;

import java.util.ArrayList;
import java.util.List;

/** A path in the tree: names from the root down. */
public record TreePath(List<String> names) {
    /** The root. */
    public static final TreePath ROOT = new TreePath(List.of());

    public TreePath {
        names = List.copyOf(names);
    }

    /** The path of those names. */
    public static TreePath of(String... names) {
        return new TreePath(List.of(names));
    }

    /** What was typed, seen from here: absolute with a leading {@code /}; {@code ..} above the root stays there. */
    public TreePath resolve(String typed) {
        List<String> reached = new ArrayList<>(typed.startsWith("/") ? List.of() : names);
        for (String name : typed.split("/")) {
            if (name.equals("..")) {
                if (!reached.isEmpty()) {
                    reached.remove(reached.size() - 1);
                }
            } else if (!name.isEmpty() && !name.equals(".")) {
                reached.add(name);
            }
        }
        return new TreePath(reached);
    }

    /** A name below. */
    public TreePath child(String name) {
        List<String> longer = new ArrayList<>(names);
        longer.add(name);
        return new TreePath(longer);
    }

    /** The last name; empty for the root. */
    public String name() {
        return names.isEmpty() ? "" : names.get(names.size() - 1);
    }

    /** The path one up; the root's is the root. */
    public TreePath parent() {
        return names.isEmpty() ? this : new TreePath(names.subList(0, names.size() - 1));
    }

    /** Whether this is {@code above} or lies below it. */
    public boolean isBelow(TreePath above) {
        return names.size() >= above.names.size()
                && names.subList(0, above.names.size()).equals(above.names);
    }

    /** {@code /checkpoint/offsets}. */
    @Override
    public String toString() {
        return "/" + String.join("/", names);
    }
}
