package dev.tidemark.engine;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A version of Spark, such as 4.1.3. */
public record SparkVersion(int major, int minor, int patch) implements Comparable<SparkVersion> {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,3})\\.(\\d{1,3})(?:\\.(\\d{1,3}))?(?:[.-].*)?");

    /** The newest version whose rules are known here. */
    public static final SparkVersion NEWEST_KNOWN = new SparkVersion(4, 2, 0);

    /** The oldest version whose rules are known here. */
    public static final SparkVersion OLDEST_KNOWN = new SparkVersion(3, 5, 0);

    /** Reads {@code 4.1}, {@code 4.1.3}, {@code 4.1.3-amzn-0}; a patch that is not given is the newest there can be. */
    public static Optional<SparkVersion> of(String text) {
        Matcher parts = TEXT.matcher(text.trim());
        if (!parts.matches()) {
            return Optional.empty();
        }
        int patch = parts.group(3) == null ? 999 : Integer.parseInt(parts.group(3));
        return Optional.of(new SparkVersion(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)), patch));
    }

    /** Whether this is that version or a later one. */
    public boolean isAtLeast(int sinceMajor, int sinceMinor) {
        return major > sinceMajor || (major == sinceMajor && minor >= sinceMinor);
    }

    /** Whether predictions know the rules of this version. */
    public boolean isKnown() {
        return compareTo(OLDEST_KNOWN) >= 0 && !isAtLeast(NEWEST_KNOWN.major(), NEWEST_KNOWN.minor() + 1);
    }

    @Override
    public int compareTo(SparkVersion other) {
        int byMajor = Integer.compare(major, other.major);
        int byMinor = Integer.compare(minor, other.minor);
        return byMajor != 0 ? byMajor : byMinor != 0 ? byMinor : Integer.compare(patch, other.patch);
    }

    @Override
    public String toString() {
        return patch == 999 ? major + "." + minor : major + "." + minor + "." + patch;
    }
}
