package dev.tidemark.delta.verify;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.DeletionVectorDescriptor;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.Remove;
import dev.tidemark.delta.vector.VectorPlace;
import dev.tidemark.evidence.Location;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import org.jspecify.annotations.Nullable;

/** Data files: those that are live must be there, and those that are there should be needed by somebody. */
final class DataFileCheck {
    /** What a finding about all data files is about. */
    private static final String ALL = Verification.WHOLE_TABLE;

    private final Storage table;
    private final Findings findings;
    private final Map<String, Long> listed = new HashMap<>();

    DataFileCheck(Storage table, Findings findings) {
        this.table = table;
        this.findings = findings;
    }

    /**
     * Looks for every live file.
     *
     * @param holdsOthers whether there are other data files: where there are none at all, a log without its data lies here
     */
    void checkLive(LiveState state, boolean holdsOthers) throws IOException {
        List<Add> live = new ArrayList<>();
        state.forEachLive(live::add);
        List<StoragePath> missing = new ArrayList<>();
        long there = 0;
        for (Add add : live) {
            Optional<StoragePath> path = inTable(add.path());
            if (path.isEmpty()) {
                findings.notChecked("data files that lie outside the table");
                continue;
            }
            findings.countChecked("dataFiles");
            OptionalLong sizeBytes = sizeBytes(path.get());
            if (sizeBytes.isEmpty()) {
                missing.add(path.get());
                continue;
            }
            there++;
            if (sizeBytes.getAsLong() != add.sizeBytes()) {
                findings.add(
                        VerifyRule.DATA_SIZE,
                        path.get().value(),
                        path.get() + " has " + sizeBytes.getAsLong() + " bytes, the log says " + add.sizeBytes(),
                        Location.of(path.get().value()));
            }
        }
        if (there == 0 && (missing.size() > 1 || (missing.size() == 1 && !holdsOthers))) {
            findings.add(
                    VerifyRule.DATA_MISSING,
                    ALL,
                    missing.size() == 1
                            ? "the only live file " + missing.get(0) + " is missing"
                            : "none of the " + missing.size() + " live files is there",
                    Location.of(missing.get(0).value()));
            return;
        }
        for (StoragePath path : missing) {
            findings.add(
                    VerifyRule.DATA_MISSING,
                    path.value(),
                    "the live file " + path + " is missing",
                    Location.of(path.value()));
        }
    }

    /** The size of a file, from a listing where there was one; empty when it is not there. */
    private OptionalLong sizeBytes(StoragePath path) throws IOException {
        Long listedBytes = listed.get(path.value());
        if (listedBytes != null) {
            return OptionalLong.of(listedBytes);
        }
        return table.stat(path).filter(FileEntry::isFile).stream()
                .mapToLong(FileEntry::sizeBytes)
                .findFirst();
    }

    /** Files below the table that neither a live file nor a tombstone nor a deletion vector names. */
    List<Verification.Orphan> orphans(LiveState state) throws IOException {
        Set<String> needed = new HashSet<>();
        state.forEachLive(add -> {
            inTable(add.path()).ifPresent(path -> needed.add(path.value()));
            addVector(needed, add.deletionVector());
        });
        for (Remove remove : state.tombstones().values()) {
            inTable(remove.path()).ifPresent(path -> needed.add(path.value()));
            addVector(needed, remove.deletionVector());
        }
        List<Verification.Orphan> orphans = new ArrayList<>();
        Deque<StoragePath> directories = new ArrayDeque<>();
        directories.add(StoragePath.ROOT);
        while (!directories.isEmpty()) {
            for (FileEntry entry : list(directories.remove())) {
                if (isHidden(entry.name(), state.metadata)) {
                    continue;
                }
                if (entry.isDirectory()) {
                    directories.add(entry.path());
                } else if (entry.isFile() && needed.contains(entry.path().value())) {
                    listed.put(entry.path().value(), entry.sizeBytes());
                } else if (entry.isFile()) {
                    orphans.add(new Verification.Orphan(entry.path().value(), entry.sizeBytes(), entry.modifiedAtMs()));
                }
            }
        }
        orphans.sort(java.util.Comparator.comparing(Verification.Orphan::path));
        if (!orphans.isEmpty()) {
            long bytes =
                    orphans.stream().mapToLong(Verification.Orphan::sizeBytes).sum();
            findings.add(
                    VerifyRule.ORPHAN,
                    ALL,
                    orphans.size() + " files of " + bytes + " bytes together are needed by no version, "
                            + orphans.get(0).path() + " for one");
        }
        return orphans;
    }

    private List<FileEntry> list(StoragePath directory) throws IOException {
        try {
            return table.list(directory);
        } catch (FileNotFoundException gone) {
            return List.of();
        }
    }

    /** Delta 4.2: DeltaTableUtils.isHiddenDirectory; files of the change feed are never named by tombstones. */
    private static boolean isHidden(String name, @Nullable Metadata metadata) {
        if (!name.startsWith("_") && !name.startsWith(".")) {
            return false;
        }
        List<String> columns =
                metadata == null || metadata.partitionColumns() == null ? List.of() : metadata.partitionColumns();
        return columns.stream().noneMatch(column -> name.startsWith(column + "="));
    }

    private static void addVector(Set<String> needed, @Nullable DeletionVectorDescriptor vector) {
        if (vector != null && VectorPlace.of(vector) instanceof VectorPlace.InTable file) {
            needed.add(file.file().value());
        }
    }

    /** The file that a path of the log names, when it lies below the table. */
    private Optional<StoragePath> inTable(String path) {
        try {
            URI uri = new URI(path).normalize();
            String decoded = uri.getPath();
            if (decoded == null) {
                return Optional.empty();
            }
            if (uri.getScheme() == null && !decoded.startsWith("/")) {
                return StoragePath.inside(decoded);
            }
            String root = new URI(table.location()).getPath();
            boolean isBelow = root != null && decoded.startsWith(root + "/");
            return isBelow ? StoragePath.inside(decoded.substring(root.length() + 1)) : Optional.empty();
        } catch (URISyntaxException malformed) {
            return Optional.empty();
        }
    }
}
