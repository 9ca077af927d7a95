package dev.tidemark.report;

import java.util.List;

/**
 * A finding as a report carries it to formats that other programs read.
 *
 * @param rule what was found wrong
 * @param level how bad it is
 * @param standing what it does to the outcome
 * @param words what to tell
 * @param spots where it shows, the best first
 * @param fingerprint the same for the same trouble in the same place
 */
public record Concern(Rule rule, Level level, Standing standing, Words words, List<Spot> spots, String fingerprint) {
    /** How bad, the worst last. */
    public enum Level {
        INFO,
        WARNING,
        ERROR,
        FATAL
    }

    /** What a concern does to the outcome. */
    public enum Standing {
        /** It makes the outcome wrong. */
        COUNTS,
        /** It is told and makes nothing wrong. */
        NOTED,
        /** A baseline knows it; it makes nothing wrong. */
        MUTED
    }

    /**
     * A rule by name.
     *
     * @param title what it looks for; may be empty
     */
    public record Rule(String id, String title) {}

    /**
     * What to tell.
     *
     * @param subject what it is about
     * @param summary what is wrong
     * @param consequence what follows; may be empty
     * @param remedy what to do; may be empty
     * @param confidence how sure it is
     */
    public record Words(String subject, String summary, String consequence, String remedy, String confidence) {
        /** All sentences, one after the other. */
        public String sentences() {
            StringBuilder text = new StringBuilder(ended(summary));
            for (String more : List.of(consequence, remedy)) {
                if (!more.isEmpty()) {
                    text.append(' ').append(ended(more));
                }
            }
            return text.toString();
        }

        private static String ended(String sentence) {
            if (sentence.isEmpty()) {
                return sentence;
            }
            String first = sentence.substring(0, Math.max(1, sentence.indexOf(' ')));
            boolean isWord = first.matches("[a-z]+[:,]?");
            String begun = isWord ? Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1) : sentence;
            return begun.endsWith(".") ? begun : begun + ".";
        }
    }

    /**
     * A place in a file.
     *
     * @param root what the path is relative to; empty where the path stands for itself
     * @param line 1-based, 0 when unknown
     * @param byteOffset 0-based, -1 when unknown
     */
    public record Spot(String root, String path, int line, long byteOffset) {
        /** The path with its root before it. */
        public String wholePath() {
            if (root.isEmpty() || path.startsWith("/") || path.matches("[A-Za-z][A-Za-z0-9+.-]*:/.*")) {
                return path;
            }
            String base = root.endsWith("/") ? root : root + "/";
            return path.isEmpty() || path.equals(".") ? base.substring(0, base.length() - 1) : base + path;
        }
    }

    public Concern {
        spots = List.copyOf(spots);
    }
}
