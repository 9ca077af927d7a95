package dev.tidemark.delta.log;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A complete checkpoint: its top-level files in the order of their names. Sidecars are no part of completeness; a
 * manifest is chosen first and read later.
 *
 * @param files one file, or all parts of a multipart checkpoint
 */
public record CheckpointFiles(long version, Kind kind, List<LogFile> files) implements Comparable<CheckpointFiles> {
    /** The kinds, the weakest first, as readers rank them at one version. */
    public enum Kind {
        CLASSIC,
        MULTIPART,
        V2
    }

    public CheckpointFiles {
        files = List.copyOf(files);
    }

    /** The one file, or the first part. */
    public LogFile first() {
        return files.get(0);
    }

    /** Whether it is a JSON manifest. */
    public boolean isJson() {
        return first().name() instanceof LogFileName.V2Checkpoint v2 && v2.isJson();
    }

    /**
     * The strongest complete checkpoint among some files: the highest version, then the kind, then more parts, then the
     * greater name (Delta 4.2: CheckpointInstance.compare). A checkpoint whose files are there twice, once with a
     * shorter spelling of the version, is not complete.
     */
    public static Optional<CheckpointFiles> strongest(List<LogFile> checkpointFiles) {
        return complete(checkpointFiles).stream().max(Comparator.naturalOrder());
    }

    /** Every complete checkpoint among some files. */
    public static List<CheckpointFiles> complete(List<LogFile> checkpointFiles) {
        Map<String, List<LogFile>> byIdentity = new LinkedHashMap<>();
        for (LogFile file : checkpointFiles) {
            byIdentity.computeIfAbsent(identity(file), key -> new ArrayList<>()).add(file);
        }
        List<CheckpointFiles> complete = new ArrayList<>();
        for (List<LogFile> files : byIdentity.values()) {
            if (files.size() == expectedFiles(files.get(0).name())) {
                LogFileName name = files.get(0).name();
                complete.add(new CheckpointFiles(((LogFileName.Checkpoint) name).version(), kind(name), files));
            }
        }
        return complete;
    }

    /** The number of files that a checkpoint with such a name has. */
    static int expectedFiles(LogFileName name) {
        return name instanceof LogFileName.MultipartCheckpoint multipart ? multipart.parts() : 1;
    }

    static Kind kind(LogFileName name) {
        if (name instanceof LogFileName.MultipartCheckpoint) {
            return Kind.MULTIPART;
        }
        return name instanceof LogFileName.V2Checkpoint ? Kind.V2 : Kind.CLASSIC;
    }

    /** The same for all files of one checkpoint. */
    static String identity(LogFile file) {
        LogFileName.Checkpoint name = (LogFileName.Checkpoint) file.name();
        String rest = switch (kind(name)) {
            case CLASSIC -> "";
            case MULTIPART -> Integer.toString(((LogFileName.MultipartCheckpoint) name).parts());
            case V2 -> name.value();
        };
        return name.version() + "/" + kind(name) + "/" + rest;
    }

    /** Whether every file bears exactly the name that Delta writes for it. */
    public boolean hasCanonicalNames() {
        for (LogFile file : files) {
            boolean canonical = true;
            if (file.name() instanceof LogFileName.ClassicCheckpoint) {
                canonical = file.name().value().equals(LogFileName.padded(version) + ".checkpoint.parquet");
            } else if (file.name() instanceof LogFileName.MultipartCheckpoint part) {
                canonical = part.part() >= 1
                        && part.part() <= part.parts()
                        && part.value()
                                .equals(LogFileName.padded(version) + ".checkpoint."
                                        + LogFileName.padded(part.part(), 10) + "."
                                        + LogFileName.padded(part.parts(), 10) + ".parquet");
            }
            if (!canonical) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int compareTo(CheckpointFiles other) {
        return Comparator.comparingLong(CheckpointFiles::version)
                .thenComparing(CheckpointFiles::kind)
                .thenComparing(checkpoint -> checkpoint.files().size())
                .thenComparing(checkpoint ->
                        checkpoint.kind() == Kind.V2 ? checkpoint.first().name().value() : "")
                .compare(this, other);
    }
}
