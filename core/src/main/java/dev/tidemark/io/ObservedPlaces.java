package dev.tidemark.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Places whose logs are watched while they are read: the tables and outputs beside a checkpoint. Directories that hold data
 * come and go while nothing that is told depends on them, so only those of a table's or an output's log count. Safe for
 * several threads.
 */
public final class ObservedPlaces {
    private static final List<String> LOGS = List.of("_delta_log", "_spark_metadata");

    /** Openings of one place that are watched: a simulation opens a table anew for every step. */
    private static final int MOST_OPENINGS = 8;

    private final Places inner;
    private final Places places;
    private final Map<String, List<ObservedStorage>> opened = new LinkedHashMap<>();

    private ObservedPlaces(Places inner) {
        this.inner = inner;
        this.places = inner.openedBy(this::open);
    }

    /** Watches what is opened through {@link #places()} from now on. */
    public static ObservedPlaces over(Places inner) {
        return new ObservedPlaces(inner);
    }

    /** The same places, watched. */
    public Places places() {
        return places;
    }

    private Storage open(String place) throws IOException {
        Storage storage = inner.openMapped(place);
        synchronized (opened) {
            List<ObservedStorage> before = opened.computeIfAbsent(place, unused -> new ArrayList<>());
            if (before.size() >= MOST_OPENINGS) {
                return storage;
            }
            before.add(ObservedStorage.over(storage));
            return before.get(before.size() - 1);
        }
    }

    /**
     * The logs that look otherwise now than when they were listed, each with its place.
     *
     * @throws IOException when a storage refuses to list them again
     */
    public List<String> changes() throws IOException {
        List<String> changed = new ArrayList<>();
        Map<String, List<ObservedStorage>> seen;
        synchronized (opened) {
            seen = new LinkedHashMap<>(opened);
        }
        for (Map.Entry<String, List<ObservedStorage>> place : seen.entrySet()) {
            try (Storage again = inner.openMapped(place.getKey())) {
                for (ObservedStorage storage : place.getValue()) {
                    for (StoragePath directory : storage.changes(again, ObservedPlaces::isLog)) {
                        String path = again.location() + "/" + directory.value();
                        if (!changed.contains(path)) {
                            changed.add(path);
                        }
                    }
                }
            }
        }
        return changed;
    }

    private static boolean isLog(StoragePath directory) {
        return LOGS.stream()
                .anyMatch(log ->
                        directory.value().equals(log) || directory.value().startsWith(log + "/"));
    }
}
