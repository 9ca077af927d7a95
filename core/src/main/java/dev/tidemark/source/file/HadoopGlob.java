package dev.tidemark.source.file;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

import dev.tidemark.source.SourceUndecidedException;

/** Patterns of paths as Hadoop matches them, a component at a time. Authority: Hadoop 3.4 GlobExpander, GlobPattern. */
final class HadoopGlob {
    private static final String SPECIAL = "{}[]*?\\";
    private static final int MOST_EXPANSIONS = 10_000;

    private HadoopGlob() {}

    /** Whether a path is a pattern. */
    static boolean isGlob(String path) {
        return path.chars().anyMatch(character -> SPECIAL.indexOf(character) >= 0);
    }

    /** The part of a path above its first component that is a pattern. */
    static String base(String path) {
        int end = 0;
        while (end < path.length() && SPECIAL.indexOf(path.charAt(end)) < 0) {
            end++;
        }
        return end == path.length() ? path : path.substring(0, Math.max(0, path.lastIndexOf('/', end)));
    }

    /** Matches one component. */
    static Pattern component(String glob) {
        StringBuilder regex = new StringBuilder();
        int braces = 0;
        boolean isInSet = false;
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            if (c == '\\' && i + 1 < glob.length()) {
                regex.append(Pattern.quote(glob.substring(i + 1, i + 2)));
                i++;
            } else if (isInSet) {
                isInSet = c != ']';
                regex.append(c == '!' && regex.charAt(regex.length() - 1) == '[' ? '^' : c);
            } else if (c == '[') {
                isInSet = true;
                regex.append(c);
            } else if (c == '{') {
                braces++;
                regex.append("(?:");
            } else if (c == '}' && braces > 0) {
                braces--;
                regex.append(')');
            } else if (c == ',' && braces > 0) {
                regex.append('|');
            } else if (c == '*') {
                regex.append(".*");
            } else if (c == '?') {
                regex.append('.');
            } else {
                regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        try {
            return Pattern.compile(regex.toString());
        } catch (PatternSyntaxException odd) {
            throw new SourceUndecidedException("the pattern " + glob + " cannot be read");
        }
    }

    /** A pattern without braces that span components: each way to read them. */
    static List<String> expanded(String path) {
        List<String> patterns = new ArrayList<>(List.of(path));
        for (int i = 0; i < patterns.size(); i++) {
            int[] braces = spanning(patterns.get(i));
            if (braces.length == 0) {
                continue;
            }
            String pattern = patterns.remove(i);
            String before = pattern.substring(0, braces[0]);
            String behind = pattern.substring(braces[1] + 1);
            int at = i;
            for (String choice : choices(pattern.substring(braces[0] + 1, braces[1]))) {
                patterns.add(at++, before + choice + behind);
            }
            if (patterns.size() > MOST_EXPANSIONS) {
                throw new SourceUndecidedException("the pattern " + path + " stands for too many");
            }
            i--;
        }
        return patterns;
    }

    /** The first pair of outer braces with a slash between them; empty when there is none. */
    private static int[] spanning(String pattern) {
        int depth = 0;
        int open = -1;
        boolean hasSlash = false;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '{') {
                if (depth++ == 0) {
                    open = i;
                    hasSlash = false;
                }
            } else if (c == '/') {
                hasSlash = true;
            } else if (c == '}' && depth > 0 && --depth == 0 && hasSlash) {
                return new int[] {open, i};
            }
        }
        return new int[0];
    }

    private static List<String> choices(String inside) {
        List<String> choices = new ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int i = 0; i < inside.length(); i++) {
            char c = inside.charAt(i);
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (c == ',' && depth == 0) {
                choices.add(inside.substring(from, i));
                from = i + 1;
            }
        }
        choices.add(inside.substring(from));
        return choices;
    }
}
