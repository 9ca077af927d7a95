package dev.tidemark.diagnosis.exhibit;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.delta.DeltaBehaviour;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.log.LogListing;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.sink.file.FileSinkLog;

/** Tables and outputs that lie beside a checkpoint, where streams often have them. */
final class Neighbourhood implements Closeable {
    private static final int MOST_ENTRIES = 200;

    private final Places places;
    private final List<Storage> opened = new ArrayList<>();
    private final Map<String, Replay> replays = new HashMap<>();
    private final List<Storage> tables = new ArrayList<>();
    private final List<Storage> outputs = new ArrayList<>();

    private Neighbourhood(Places places) {
        this.places = places;
    }

    /** Looks around a checkpoint; a place whose surroundings cannot be listed has no neighbours. */
    static Neighbourhood of(Places places, String checkpoint) {
        Neighbourhood neighbourhood = new Neighbourhood(places);
        Optional<String> parent = parent(checkpoint);
        parent.ifPresent(neighbourhood::look);
        parent.filter(place -> last(place).toLowerCase(Locale.ROOT).matches(".*(checkpoint|ckpt).*"))
                .flatMap(Neighbourhood::parent)
                .ifPresent(neighbourhood::look);
        return neighbourhood;
    }

    /** The Delta tables. */
    List<Storage> tables() {
        return tables;
    }

    /** The outputs of file sinks. */
    List<Storage> outputs() {
        return outputs;
    }

    /** What Spark makes of a table; read once. */
    Replay replay(Storage table) throws IOException {
        Replay known = replays.get(table.location());
        if (known == null) {
            known = new DeltaTable(table)
                    .reader(DeltaTable.Engine.SPARK, DeltaBehaviour.DEFAULT, ActionDetail.SUMMARY)
                    .read(OptionalLong.empty());
            replays.put(table.location(), known);
        }
        return known;
    }

    /** The table of that id. */
    Optional<Storage> tableOf(String id) throws IOException {
        for (Storage table : tables) {
            Metadata metadata = replay(table).state().metadata();
            if (metadata != null && id.equals(metadata.id())) {
                return Optional.of(table);
            }
        }
        return Optional.empty();
    }

    private void look(String place) {
        try {
            Storage around = open(place);
            if (around.stat(LogListing.DIRECTORY).isPresent()) {
                tables.add(around);
                return;
            }
            List<String> names = new ArrayList<>();
            around.forEachEntry(StoragePath.ROOT, entry -> {
                if (entry.isDirectory() && names.size() < MOST_ENTRIES) {
                    names.add(entry.name());
                }
            });
            names.sort(null);
            for (String name : names) {
                StoragePath child = new StoragePath(name);
                if (isDirectory(around, child.child(LogListing.DIRECTORY.value()))) {
                    tables.add(open(place + "/" + name));
                } else if (isDirectory(around, child.child(FileSinkLog.DIRECTORY.value()))) {
                    outputs.add(open(place + "/" + name));
                }
            }
        } catch (IOException closed) {
            // who may not look around has no neighbours
        }
    }

    private static boolean isDirectory(Storage storage, StoragePath path) throws IOException {
        return storage.stat(path).filter(FileEntry::isDirectory).isPresent();
    }

    private Storage open(String place) throws IOException {
        Storage storage = places.open(place);
        opened.add(storage);
        return storage;
    }

    private static Optional<String> parent(String place) {
        String trimmed = place.endsWith("/") ? place.substring(0, place.length() - 1) : place;
        int slash = trimmed.lastIndexOf('/');
        boolean isRoot = slash <= 0 || trimmed.charAt(slash - 1) == '/' || trimmed.charAt(slash - 1) == ':';
        return isRoot ? Optional.empty() : Optional.of(trimmed.substring(0, slash));
    }

    private static String last(String place) {
        return place.substring(place.lastIndexOf('/') + 1);
    }

    @Override
    public void close() throws IOException {
        for (Storage storage : opened) {
            storage.close();
        }
    }
}
