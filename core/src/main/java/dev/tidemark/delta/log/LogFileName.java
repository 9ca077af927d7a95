package dev.tidemark.delta.log;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of an entry of {@code _delta_log}, read for what it says.
 *
 * <p>Authority: Delta 4.2: {@code FileNames}; the width of a version is not enforced, {@code 6.json} is version 6.
 */
public sealed interface LogFileName {
    /** The name as it stands. */
    String value();

    /** A name that carries a version. */
    sealed interface Versioned extends LogFileName permits Commit, UuidCommit, Compaction, Checkpoint, Checksum {
        /** The version it is sorted under; the first one of a compaction. */
        long version();
    }

    /** {@code 00000000000000000007.json}: the commit that made a version. */
    record Commit(String value, long version) implements Versioned {}

    /**
     * {@code 00000000000000000007.3a0d65cd-4056-49b8-937b-95f9e3ee90e5.json}: in {@code _staged_commits} a commit that a
     * catalog may or may not have ratified. In {@code _delta_log} itself it does not belong; Spark passes over it and
     * Kernel fails on it.
     */
    record UuidCommit(String value, long version, String uuid) implements Versioned {}

    /** {@code 00000000000000000001.00000000000000000004.compacted.json}: the actions of versions 1 to 4. */
    record Compaction(String value, long version, long endVersion) implements Versioned {}

    /** A whole checkpoint, or a part of one. */
    sealed interface Checkpoint extends Versioned permits ClassicCheckpoint, MultipartCheckpoint, V2Checkpoint {}

    /** {@code 00000000000000000010.checkpoint.parquet}; may hold a v2 checkpoint nonetheless. */
    record ClassicCheckpoint(String value, long version) implements Checkpoint {}

    /** {@code 00000000000000000010.checkpoint.0000000001.0000000003.parquet}: part 1 of 3. */
    record MultipartCheckpoint(String value, long version, int part, int parts) implements Checkpoint {}

    /** {@code 00000000000000000010.checkpoint.80a083e8-7026-4e79-81be-64bd76c43a11.json}, or {@code .parquet}. */
    record V2Checkpoint(String value, long version, String uuid, boolean isJson) implements Checkpoint {}

    /** {@code 00000000000000000007.crc}: what a version should hold. */
    record Checksum(String value, long version) implements Versioned {}

    /** A file whose name alone says what it is. */
    record Special(String value, Kind kind) implements LogFileName {
        /** What it is. */
        public enum Kind {
            /** {@code _last_checkpoint}. */
            LAST_CHECKPOINT,
            /** {@code _last_vacuum_info}. */
            LAST_VACUUM,
            /** {@code _sidecars}. */
            SIDECAR_DIRECTORY,
            /** {@code _staged_commits}. */
            STAGED_COMMIT_DIRECTORY,
            /** {@code .<name>.<uuid>.tmp}, left by a writer that died. */
            TEMPORARY,
            /** {@code .<name>.crc}, Hadoop's own checksum on a local disk. */
            LOCAL_CHECKSUM
        }
    }

    /** {@code 99999999999999999999999.json}: the number is no version; Spark and Kernel fail while they list. */
    record TooLarge(String value) implements LogFileName {}

    /** Nothing that Delta writes or reads. */
    record Foreign(String value) implements LogFileName {}

    /** What a name in {@code _delta_log} says. */
    static LogFileName of(String name) {
        return Names.parse(name);
    }

    /** A version as names spell it: 20 digits. */
    static String padded(long version) {
        return padded(version, 20);
    }

    /** A number that is not negative, with zeros in front. */
    static String padded(long number, int digits) {
        String text = Long.toString(number);
        return "0".repeat(Math.max(0, digits - text.length())) + text;
    }

    /** The version that a name carries, or empty. */
    default Optional<Long> versionIfAny() {
        return this instanceof Versioned versioned ? Optional.of(versioned.version()) : Optional.empty();
    }

    /** How names are read. */
    final class Names {
        private static final Pattern COMMIT = Pattern.compile("(\\d+)\\.json");
        private static final Pattern UUID_COMMIT = Pattern.compile("(\\d+)\\.([^.]+)\\.json");
        private static final Pattern COMPACTION = Pattern.compile("(\\d+)\\.(\\d+)\\.compacted\\.json");
        private static final Pattern CLASSIC = Pattern.compile("(\\d+)\\.checkpoint\\.parquet");
        private static final Pattern MULTIPART = Pattern.compile("(\\d+)\\.checkpoint\\.(\\d+)\\.(\\d+)\\.parquet");
        private static final Pattern V2 = Pattern.compile("(\\d+)\\.checkpoint\\.([^.]+)\\.(json|parquet)");
        private static final Pattern CHECKSUM = Pattern.compile("(\\d+)\\.crc");

        private Names() {}

        private static LogFileName parse(String name) {
            try {
                LogFileName versioned = name.isEmpty() || !isDigit(name.charAt(0)) ? null : versioned(name);
                return versioned == null ? unversioned(name) : versioned;
            } catch (NumberFormatException versionTooLarge) {
                return new TooLarge(name);
            }
        }

        private static boolean isDigit(char first) {
            return first >= '0' && first <= '9';
        }

        @org.jspecify.annotations.Nullable
        private static LogFileName versioned(String name) {
            Matcher commit = COMMIT.matcher(name);
            if (commit.matches()) {
                return new Commit(name, Long.parseLong(commit.group(1)));
            }
            Matcher checksum = CHECKSUM.matcher(name);
            if (checksum.matches()) {
                return new Checksum(name, Long.parseLong(checksum.group(1)));
            }
            Matcher classic = CLASSIC.matcher(name);
            if (classic.matches()) {
                return new ClassicCheckpoint(name, Long.parseLong(classic.group(1)));
            }
            Matcher multipart = MULTIPART.matcher(name);
            if (multipart.matches()) {
                return new MultipartCheckpoint(
                        name,
                        Long.parseLong(multipart.group(1)),
                        Integer.parseInt(multipart.group(2)),
                        Integer.parseInt(multipart.group(3)));
            }
            Matcher v2 = V2.matcher(name);
            if (v2.matches()) {
                return new V2Checkpoint(
                        name,
                        Long.parseLong(v2.group(1)),
                        v2.group(2),
                        v2.group(3).equals("json"));
            }
            Matcher compaction = COMPACTION.matcher(name);
            if (compaction.matches()) {
                return new Compaction(name, Long.parseLong(compaction.group(1)), Long.parseLong(compaction.group(2)));
            }
            Matcher uuid = UUID_COMMIT.matcher(name);
            return uuid.matches() ? new UuidCommit(name, Long.parseLong(uuid.group(1)), uuid.group(2)) : null;
        }

        private static LogFileName unversioned(String name) {
            Special.Kind kind = switch (name) {
                case "_last_checkpoint" -> Special.Kind.LAST_CHECKPOINT;
                case "_last_vacuum_info" -> Special.Kind.LAST_VACUUM;
                case "_sidecars" -> Special.Kind.SIDECAR_DIRECTORY;
                case "_staged_commits" -> Special.Kind.STAGED_COMMIT_DIRECTORY;
                default -> null;
            };
            if (kind == null && name.startsWith(".") && name.endsWith(".tmp")) {
                kind = Special.Kind.TEMPORARY;
            }
            if (kind == null && name.startsWith(".") && name.endsWith(".crc")) {
                kind = Special.Kind.LOCAL_CHECKSUM;
            }
            return kind == null ? new Foreign(name) : new Special(name, kind);
        }
    }
}
