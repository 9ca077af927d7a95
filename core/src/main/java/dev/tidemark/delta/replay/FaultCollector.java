package dev.tidemark.delta.replay;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import dev.tidemark.delta.action.Irregularity;
import dev.tidemark.delta.action.UnknownAction;
import dev.tidemark.delta.log.LogListing;
import dev.tidemark.evidence.Location;

/** Gathers what was wrong on the way, each thing once and not without end. */
final class FaultCollector {
    private static final int MOST_FAULTS = 1000;

    /** The action of a commit whose files lie in manifests (Delta's adaptive metadata, a preview). */
    private static final String MANIFEST_COMMIT = "checkpoint";

    private final Set<LogFault> faults = new LinkedHashSet<>();

    void add(LogFault.Kind kind, Location at, String what) {
        if (faults.size() < MOST_FAULTS) {
            faults.add(new LogFault(kind, at, what));
        }
    }

    void clear() {
        faults.removeIf(fault -> fault.kind() != LogFault.Kind.BAD_HINT && fault.kind() != LogFault.Kind.BAD_CHECKSUM);
    }

    List<LogFault> all() {
        return new ArrayList<>(faults);
    }

    /** Everything that reading one file came across. */
    void addAll(LogContents read) {
        Location file = read.file().location();
        LogContents.Problem problem = read.problem();
        if (problem instanceof LogContents.Problem.Broken broken) {
            String rest = read.hasActions() ? "the rest of it could not be read" : "nothing of it could be read";
            add(
                    LogFault.Kind.UNREADABLE_FILE,
                    broken.damage().at(),
                    rest + ": " + broken.damage().message());
        } else if (problem instanceof LogContents.Problem.IsDirectory) {
            add(LogFault.Kind.UNREADABLE_FILE, file, "a directory stands where a file should");
        } else if (problem != null) {
            add(LogFault.Kind.MISSING_FILE, file, "the version needs it and it is not there");
        }
        for (LogContents.BadLine bad : read.badLines()) {
            add(LogFault.Kind.UNREADABLE_LINE, bad.damage().at(), bad.damage().message());
        }
        for (LogContents.BadPath bad : read.badPaths()) {
            add(LogFault.Kind.BAD_PATH, at(file, bad.line()), "a path is no URI: " + bad.why());
        }
        for (LogContents.OddLine odd : read.oddLines()) {
            add(LogFault.Kind.IRREGULAR_LINE, at(file, odd.line()), words(odd.irregularity()));
        }
        for (UnknownAction unknown : read.unknown()) {
            if (unknown.name().equals(MANIFEST_COMMIT)) {
                add(
                        LogFault.Kind.UNSUPPORTED,
                        file,
                        "a commit that keeps its files in manifests outside of the log (adaptive metadata)");
            } else {
                add(LogFault.Kind.UNKNOWN_ACTION, file, "an action that no reader knows: " + unknown.name());
            }
        }
    }

    /** What makes the log on disk less than the whole truth. */
    void addDoubts(TableState state) {
        Location log = Location.of(LogListing.DIRECTORY.value());
        List<String> features =
                state.protocol() == null ? null : state.protocol().writerFeatures();
        for (String feature : features == null ? List.<String>of() : features) {
            String lower = feature.toLowerCase(Locale.ROOT);
            if (lower.startsWith("catalogmanaged") || lower.startsWith("catalogowned")) {
                add(
                        LogFault.Kind.POSSIBLY_INCOMPLETE,
                        log,
                        "a catalog owns the commits of this table; the newest may not be in this directory");
            } else if (lower.startsWith("coordinatedcommits")) {
                add(
                        LogFault.Kind.POSSIBLY_INCOMPLETE,
                        log,
                        "a coordinator owns the commits of this table; the newest may not be in this directory");
            } else if (lower.startsWith("adaptivemetadata")) {
                add(
                        LogFault.Kind.UNSUPPORTED,
                        log,
                        "the table keeps its files in manifests outside of the log (adaptive metadata)");
            }
        }
    }

    private static Location at(Location file, long line) {
        return file.atLine((int) Math.min(line, Integer.MAX_VALUE));
    }

    private static String words(Irregularity irregularity) {
        String field = irregularity.field().isEmpty()
                ? irregularity.action()
                : irregularity.action() + "." + irregularity.field();
        return switch (irregularity.kind()) {
            case MISSING_FIELD -> field + " is missing; Spark takes a default, Kernel fails";
            case WRONG_TYPE -> field + " has a value of another type; every reader fails";
            case NOT_TEXT -> field + " is no text; Spark takes its JSON as text, Kernel fails";
            case SEVERAL_ACTIONS ->
                "the line holds several actions; Spark reads only " + irregularity.action() + ", Kernel all of them";
            case TEXT_BEHIND -> "something stands behind the action; readers pass over it";
            case BLANK_LINE -> "a blank line; Spark passes over it, Kernel fails";
            case BYTE_ORDER_MARK -> "a byte order mark; Spark passes over it, Kernel fails";
            case LIBERAL_JSON -> "the line is JSON only to Spark, which takes single quotes and NaN; Kernel fails";
            case NOT_UTF8 -> "some bytes are no UTF-8; Spark fails, Kernel replaces them";
            case ARRAY_LINE -> "the line is an array of actions; Spark reads them, Kernel fails";
        };
    }
}
