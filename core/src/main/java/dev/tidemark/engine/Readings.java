package dev.tidemark.engine;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongPredicate;

import dev.tidemark.delta.DeltaBehaviour;
import dev.tidemark.evidence.Damage;
import dev.tidemark.io.KeptPlaces;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.sink.delta.DeltaBatchSink;
import dev.tidemark.source.NewestTime;
import dev.tidemark.source.data.DataFileReader;
import dev.tidemark.source.delta.TableReadings;
import dev.tidemark.state.load.LoadVerdict;
import org.jspecify.annotations.Nullable;

/**
 * What simulated runs have read of the evidence that none of them changes: tables, data files, state. Runs over the same
 * evidence share it, so that a table is replayed once however many runs look at it.
 */
final class Readings implements Closeable {
    private final KeptPlaces kept;
    private final Map<List<String>, TableReadings> tables = new HashMap<>();
    private final Map<List<String>, DeltaBatchSink> sinks = new HashMap<>();
    private final Map<List<String>, FilesRead> files = new HashMap<>();
    private final Map<String, OptionalLong> newestWithData = new HashMap<>();
    private final Map<Object, LoadVerdict> loads = new HashMap<>();
    private final Map<Object, List<Damage>> audits = new HashMap<>();

    private Readings(KeptPlaces kept) {
        this.kept = kept;
    }

    /** Nothing has been read yet. */
    static Readings of(Places places) {
        return new Readings(KeptPlaces.of(places));
    }

    /** The places, which stay open as long as this is. */
    Places places() {
        return kept.places();
    }

    @Override
    public void close() throws IOException {
        kept.close();
    }

    /**
     * A table.
     *
     * @param path as the query names it
     * @param location as messages print it
     */
    TableReadings table(String path, Storage storage, String location, String release) throws IOException {
        List<String> key = List.of(path, release);
        TableReadings known = tables.get(key);
        if (known == null) {
            known = new TableReadings(storage, location, release);
            tables.put(key, known);
        }
        return known;
    }

    /** A table as it was read already, whatever the release. */
    Optional<TableReadings> tableRead(String path) {
        return tables.entrySet().stream()
                .filter(entry -> entry.getKey().get(0).equals(path))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /**
     * A Delta sink as it stands in the evidence, for one run; empty when its table cannot be read.
     *
     * @param queryId under which the table knows the query
     */
    Optional<DeltaBatchSink> deltaSink(String path, DeltaBehaviour behaviour, String queryId) throws IOException {
        List<String> key = List.of(path, behaviour.release(), queryId);
        DeltaBatchSink known = sinks.get(key);
        if (known == null) {
            known = new DeltaBatchSink(places().open(path), behaviour, queryId);
            if (known.open().isPresent()) {
                return Optional.empty();
            }
            sinks.put(key, known);
        }
        return Optional.of(known.copy());
    }

    /** Looks for a version of a table. */
    @FunctionalInterface
    interface VersionSearch {
        OptionalLong run() throws IOException;
    }

    /** The newest version of a table of which a data file is there. */
    OptionalLong newestWithData(String path, VersionSearch search) throws IOException {
        OptionalLong known = newestWithData.get(path);
        if (known == null) {
            known = search.run();
            newestWithData.put(path, known);
        }
        return known;
    }

    /** What was read of the data files below a directory, in one format. */
    FilesRead files(String path, String format) {
        return files.computeIfAbsent(List.of(path, format), none -> new FilesRead());
    }

    /** Data files that were read. */
    static final class FilesRead {
        private final Map<StoragePath, OptionalLong> rows = new HashMap<>();
        private final Map<List<Object>, NewestTime> newest = new HashMap<>();
        private final Set<StoragePath> there = new HashSet<>();

        OptionalLong rows(DataFileReader reader, StoragePath file) throws IOException {
            OptionalLong known = rows.get(file);
            if (known == null) {
                known = reader.rows(file);
                rows.put(file, known);
            }
            return known;
        }

        /**
         * The newest event time of a file.
         *
         * @param vector that hides some of its rows; null when none does
         */
        NewestTime newest(
                DataFileReader reader, StoragePath file, String column, @Nullable Object vector, LongPredicate isHidden)
                throws IOException {
            List<Object> key = List.of(file, column, vector == null ? "" : vector);
            NewestTime known = newest.get(key);
            if (known == null) {
                known = reader.newest(file, column, isHidden);
                newest.put(key, known);
            }
            return known;
        }

        boolean isThere(Storage storage, StoragePath file) throws IOException {
            boolean isThere = there.contains(file) || storage.stat(file).isPresent();
            if (isThere) {
                there.add(file);
            }
            return isThere;
        }
    }

    /** Tries to load a store. */
    @FunctionalInterface
    interface Load {
        LoadVerdict attempt() throws IOException;
    }

    /**
     * Whether a store of the evidence loads.
     *
     * @param store all that the answer depends on
     */
    LoadVerdict load(Object store, Load load) throws IOException {
        LoadVerdict known = loads.get(store);
        if (known == null) {
            known = load.attempt();
            loads.put(store, known);
        }
        return known;
    }

    /** Looks through rows. */
    @FunctionalInterface
    interface Audit {
        List<Damage> run() throws IOException;
    }

    /**
     * What is wrong with rows of the evidence that load.
     *
     * @param rows all that the answer depends on
     */
    List<Damage> rows(Object rows, Audit audit) throws IOException {
        List<Damage> known = audits.get(rows);
        if (known == null) {
            known = audit.run();
            audits.put(rows, known);
        }
        return known;
    }
}
