package dev.tidemark.source.delta;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

import dev.tidemark.source.ReadLimit;
import org.jspecify.annotations.Nullable;

/** The options of the source, checked as Delta checks them. Authority: Delta 4.0 DeltaReadOptions. */
final class DeltaSourceOptions {
    private static final Pattern BYTES = Pattern.compile("([0-9]+)([a-z]+)?");
    private static final Pattern FRACTION = Pattern.compile("([0-9]+\\.[0-9]+)([a-z]+)?");
    private static final String MAX_FILES = "maxFilesPerTrigger";
    private static final String MAX_BYTES = "maxBytesPerTrigger";

    private final Map<String, String> options = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final @Nullable Integer maxFiles;
    private final @Nullable Long maxBytes;
    private final boolean ignoreFileDeletion;
    private final boolean ignoreChanges;
    private final boolean ignoreDeletes;
    private final boolean skipChangeCommits;
    private final boolean failOnDataLoss;
    private final boolean readChangeFeed;
    private final @Nullable Pattern excludeRegex;
    private final @Nullable Long startingVersion;

    /**
     * Checks all options, in Delta's order.
     *
     * @throws dev.tidemark.source.SourceFailureException for the first one that is refused
     */
    DeltaSourceOptions(Map<String, String> given) {
        options.putAll(given);
        maxFiles = maxFiles();
        maxBytes = maxBytes();
        ignoreFileDeletion = truth("ignoreFileDeletion", false);
        ignoreChanges = truth("ignoreChanges", false);
        ignoreDeletes = truth("ignoreDeletes", false);
        skipChangeCommits = truth("skipChangeCommits", false);
        failOnDataLoss = truth("failOnDataLoss", true);
        readChangeFeed = truth("readChangeFeed", false) || truth("readChangeData", false);
        excludeRegex = excludeRegex();
        startingVersion = startingVersion();
        if (options.containsKey("startingVersion") && options.containsKey("startingTimestamp")) {
            throw DeltaSourceErrors.bothStarts();
        }
    }

    /** Refuses what is refused while the query is analysed, before a checkpoint is looked at. */
    static void requireAnalysable(Map<String, String> given) {
        Map<String, String> options = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        options.putAll(given);
        if (options.containsKey("versionAsOf") || options.containsKey("timestampAsOf")) {
            throw DeltaSourceErrors.timeTravel();
        }
        for (String key : new String[] {"readChangeFeed", "readChangeData"}) {
            String value = options.get(key);
            if (value != null) {
                truth(key, value);
            }
        }
    }

    private @Nullable Integer maxFiles() {
        String text = options.get(MAX_FILES);
        if (text == null) {
            return null;
        }
        try {
            int files = Integer.parseInt(text);
            if (files > 0) {
                return files;
            }
        } catch (NumberFormatException refused) {
            throw DeltaSourceErrors.illegalOption(text, MAX_FILES, "must be a positive integer");
        }
        throw DeltaSourceErrors.illegalOption(text, MAX_FILES, "must be a positive integer");
    }

    private @Nullable Long maxBytes() {
        String text = options.get(MAX_BYTES);
        if (text == null) {
            return null;
        }
        Optional<Long> bytes = byteString(text);
        if (bytes.isEmpty() || bytes.get() <= 0) {
            throw DeltaSourceErrors.illegalOption(text, MAX_BYTES, "must be a size configuration such as '10g'");
        }
        return bytes.get();
    }

    /** A size as Spark writes it: digits and a unit. Authority: JavaUtils.byteStringAs. */
    private static Optional<Long> byteString(String text) {
        String lower = text.toLowerCase(Locale.ROOT).trim();
        Matcher matcher = BYTES.matcher(lower);
        if (!matcher.matches() || FRACTION.matcher(lower).matches()) {
            return Optional.empty();
        }
        int shift = switch (matcher.group(2) == null ? "b" : matcher.group(2)) {
            case "b" -> 0;
            case "k", "kb" -> 10;
            case "m", "mb" -> 20;
            case "g", "gb" -> 30;
            case "t", "tb" -> 40;
            case "p", "pb" -> 50;
            default -> -1;
        };
        try {
            return shift < 0
                    ? Optional.empty()
                    : Optional.of(Math.multiplyExact(Long.parseLong(matcher.group(1)), 1L << shift));
        } catch (ArithmeticException | NumberFormatException tooLarge) {
            return Optional.empty();
        }
    }

    private boolean truth(String key, boolean fallback) {
        String value = options.get(key);
        return value == null ? fallback : truth(key, value);
    }

    private static boolean truth(String key, String value) {
        if (value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false")) {
            return value.equalsIgnoreCase("true");
        }
        throw DeltaSourceErrors.illegalOption(value, key, "must be 'true' or 'false'");
    }

    private @Nullable Pattern excludeRegex() {
        String regex = options.get("excludeRegex");
        try {
            return regex == null ? null : Pattern.compile(regex);
        } catch (PatternSyntaxException refused) {
            throw DeltaSourceErrors.badRegex("excludeRegex", refused);
        }
    }

    private @Nullable Long startingVersion() {
        String text = options.get("startingVersion");
        if (text == null || text.equals("latest")) {
            return null;
        }
        try {
            long version = Long.parseLong(text);
            if (version >= 0) {
                return version;
            }
        } catch (NumberFormatException refused) {
            throw DeltaSourceErrors.illegalOption(text, "startingVersion", "must be greater than or equal to zero");
        }
        throw DeltaSourceErrors.illegalOption(text, "startingVersion", "must be greater than or equal to zero");
    }

    ReadLimit defaultReadLimit() {
        if (maxFiles != null && maxBytes != null) {
            return new ReadLimit.Both(maxFiles, maxBytes);
        } else if (maxBytes != null) {
            return new ReadLimit.MaxBytes(maxBytes);
        }
        return new ReadLimit.MaxFiles(maxFiles == null ? AdmissionLimits.DEFAULT_FILES : maxFiles);
    }

    boolean allowsChanges() {
        return ignoreChanges || ignoreFileDeletion || skipChangeCommits;
    }

    boolean allowsDeletes() {
        return allowsChanges() || ignoreDeletes;
    }

    boolean skipsChangeCommits() {
        return skipChangeCommits;
    }

    boolean failsOnDataLoss() {
        return failOnDataLoss;
    }

    boolean readsChangeFeed() {
        return readChangeFeed;
    }

    /** Whether a path is not to be read. */
    boolean excludes(String path) {
        return excludeRegex != null && excludeRegex.matcher(path).find();
    }

    boolean startsAtLatest() {
        return "latest".equals(options.get("startingVersion"));
    }

    /** The version to start at; null when none, or {@code latest}, is given. */
    @Nullable
    Long startsAtVersion() {
        return startingVersion;
    }

    Optional<String> startingTimestamp() {
        return Optional.ofNullable(options.get("startingTimestamp"));
    }

    boolean namesAStart() {
        return options.containsKey("startingVersion") || options.containsKey("startingTimestamp");
    }

    /** Where the schema is tracked. */
    Optional<String> schemaTrackingLocation() {
        return Optional.ofNullable(options.get("schemaTrackingLocation"))
                .or(() -> Optional.ofNullable(options.get("schemaLocation")));
    }

    Optional<String> trackingId() {
        return Optional.ofNullable(options.get("streamingSourceTrackingId"));
    }

    /** The value of one of the options that unblock a change of the schema. */
    Optional<String> unblocking(String option) {
        return Optional.ofNullable(options.get(option));
    }
}
