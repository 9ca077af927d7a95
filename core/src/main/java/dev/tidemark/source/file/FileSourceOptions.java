package dev.tidemark.source.file;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tidemark.source.ReadLimit;
import dev.tidemark.source.SourceError;
import dev.tidemark.source.SourceFailureException;
import org.jspecify.annotations.Nullable;

/** The options of the file source, checked as Spark checks them. Authority: Spark 4.1 FileStreamOptions. */
final class FileSourceOptions {
    private static final Pattern TIME = Pattern.compile("(-?[0-9]+)([a-z]+)?");
    private static final Set<String> CLEANING_MODES = Set.of("ARCHIVE", "DELETE", "OFF");

    private final Map<String, String> options = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final @Nullable Integer maxFiles;
    private final @Nullable Long maxBytes;
    private final long maxFileAgeMs;
    private final boolean latestFirst;
    private final boolean fileNameOnly;
    private final int maxCachedFiles;
    private final float discardCachedInputRatio;

    /**
     * Checks all options, in Spark's order.
     *
     * @throws SourceFailureException for the first one that is refused
     */
    FileSourceOptions(Map<String, String> given) {
        options.putAll(given);
        for (String refused : new String[] {"modifiedBefore", "modifiedAfter"}) {
            if (options.containsKey(refused)) {
                throw refusal(
                        "option '" + refused.toLowerCase(Locale.ROOT) + "' is not allowed in file stream sources");
            }
        }
        Long files = positive("maxFilesPerTrigger", Integer.MAX_VALUE);
        maxFiles = files == null ? null : Integer.valueOf(files.intValue());
        maxBytes = positive("maxBytesPerTrigger", Long.MAX_VALUE);
        if (maxFiles != null && maxBytes != null) {
            throw refusal("Options 'maxFilesPerTrigger' and 'maxBytesPerTrigger' can't be both set at the same time");
        }
        maxFileAgeMs = timeMs(options.getOrDefault("maxFileAge", "7d"));
        latestFirst = truth("latestFirst");
        fileNameOnly = truth("fileNameOnly");
        requireCleaning();
        maxCachedFiles = cacheSize();
        discardCachedInputRatio = ratio();
    }

    private @Nullable Long positive(String key, long most) {
        String text = options.get(key);
        if (text == null) {
            return null;
        }
        try {
            long value = Long.parseLong(text);
            if (value > 0 && value <= most) {
                return value;
            }
        } catch (NumberFormatException refused) {
            throw notPositive(key, text);
        }
        throw notPositive(key, text);
    }

    private static SourceFailureException notPositive(String key, String text) {
        return refusal("Invalid value '" + text + "' for option '" + key + "', must be a positive integer");
    }

    private boolean truth(String key) {
        String text = options.get(key);
        if (text == null || text.equalsIgnoreCase("false")) {
            return false;
        }
        if (text.equalsIgnoreCase("true")) {
            return true;
        }
        throw refusal("Invalid value '" + text + "' for option '" + key + "', must be 'true' or 'false'");
    }

    private void requireCleaning() {
        String mode = options.getOrDefault("cleanSource", "OFF").toUpperCase(Locale.ROOT);
        if (!CLEANING_MODES.contains(mode)) {
            throw refusal("Invalid mode for clean source option Some(" + options.get("cleanSource")
                    + "). Must be one of ARCHIVE,DELETE,OFF");
        }
        if (mode.equals("ARCHIVE") && !options.containsKey("sourceArchiveDir")) {
            throw refusal("Archive mode must be used with 'sourceArchiveDir' option.");
        }
    }

    private int cacheSize() {
        String text = options.getOrDefault("maxCachedFiles", "10000");
        try {
            int files = Integer.parseInt(text);
            if (files >= 0) {
                return files;
            }
        } catch (NumberFormatException refused) {
            throw badCache(text);
        }
        throw badCache(text);
    }

    private static SourceFailureException badCache(String text) {
        return refusal("Invalid value '" + text
                + "' for option 'maxCachedFiles', must be an integer greater than or equal to 0");
    }

    private float ratio() {
        String text = options.getOrDefault("discardCachedInputRatio", "0.2");
        try {
            float ratio = Float.parseFloat(text);
            if (ratio >= 0 && ratio <= 1) {
                return ratio;
            }
        } catch (NumberFormatException refused) {
            throw badRatio(text);
        }
        throw badRatio(text);
    }

    private static SourceFailureException badRatio(String text) {
        return refusal("Invalid value '" + text
                + "' for option 'discardCachedInputRatio', must be a positive float between 0 and 1");
    }

    /** A time as Spark writes it: digits and a unit. Authority: JavaUtils.timeStringAs. */
    static long timeMs(String text) {
        Matcher time = TIME.matcher(text.toLowerCase(Locale.ROOT).trim());
        try {
            if (!time.matches()) {
                throw new NumberFormatException("Failed to parse time string: " + text);
            }
            long value = Long.parseLong(time.group(1));
            return TimeUnit.MILLISECONDS.convert(value, unit(time.group(2)));
        } catch (NumberFormatException refused) {
            throw new SourceFailureException(SourceError.plain(
                    "java.lang.NumberFormatException",
                    "Time must be specified as seconds (s), milliseconds (ms), microseconds (us), minutes (m or min),"
                            + " hour (h), or day (d). E.g. 50s, 100ms, or 250us.\n" + refused.getMessage()));
        }
    }

    private static TimeUnit unit(@Nullable String suffix) {
        return switch (suffix == null ? "ms" : suffix) {
            case "us" -> TimeUnit.MICROSECONDS;
            case "ms" -> TimeUnit.MILLISECONDS;
            case "s" -> TimeUnit.SECONDS;
            case "m", "min" -> TimeUnit.MINUTES;
            case "h" -> TimeUnit.HOURS;
            case "d" -> TimeUnit.DAYS;
            default -> throw new NumberFormatException("Invalid suffix: \"" + suffix + "\"");
        };
    }

    private static SourceFailureException refusal(String message) {
        return new SourceFailureException(SourceError.plain("java.lang.IllegalArgumentException", message));
    }

    ReadLimit defaultReadLimit() {
        if (maxFiles != null) {
            return new ReadLimit.MaxFiles(maxFiles);
        }
        return maxBytes == null ? new ReadLimit.AllAvailable() : new ReadLimit.MaxBytes(maxBytes);
    }

    /** How much older than the newest file a file may be and still be new. */
    long maxFileAgeMs() {
        return latestFirst && (maxFiles != null || maxBytes != null) ? Long.MAX_VALUE : maxFileAgeMs;
    }

    boolean takesLatestFirst() {
        return latestFirst;
    }

    boolean comparesNamesOnly() {
        return fileNameOnly;
    }

    int maxCachedFiles() {
        return maxCachedFiles;
    }

    float discardCachedInputRatio() {
        return discardCachedInputRatio;
    }

    /** Whether files that were read are moved away or deleted. */
    boolean cleans() {
        return !cleaningMode().equals("OFF");
    }

    /** Where files that were read are moved to; null when they are not moved. */
    @Nullable
    String archive() {
        return cleaningMode().equals("ARCHIVE") ? options.get("sourceArchiveDir") : null;
    }

    private String cleaningMode() {
        return options.getOrDefault("cleanSource", "OFF").toUpperCase(Locale.ROOT);
    }

    boolean looksUpRecursively() {
        return "true".equalsIgnoreCase(options.get("recursiveFileLookup"));
    }

    @Nullable
    String pathGlobFilter() {
        return options.get("pathGlobFilter");
    }
}
