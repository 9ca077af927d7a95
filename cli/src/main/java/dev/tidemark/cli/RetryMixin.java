package dev.tidemark.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import dev.tidemark.io.ObservedPlaces;
import dev.tidemark.io.ObservedStorage;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.report.Report;
import dev.tidemark.view.ChangedView;

/**
 * Notices when evidence changes while it is read, and reads it again where that is asked for; the same option on every
 * command that judges a checkpoint or a table.
 */
final class RetryMixin extends Arguments {
    private final Supplier<Integer> times = one(
            int.class,
            option("--retry")
                    .paramLabel("N")
                    .defaultValue("0")
                    .description(
                            "read again, at most so often, when something changed while it was read (default: 0)"));

    /** Makes a report of a storage. */
    @FunctionalInterface
    interface Reading {
        Report of(Storage storage) throws IOException;
    }

    /** How often more to read. */
    int times() {
        return times.get();
    }

    /** Makes a report of a storage and of what lies beside it. */
    @FunctionalInterface
    interface WideReading {
        Report of(Storage storage, Places places) throws IOException;
    }

    /** The same where the logs of tables and outputs beside the storage are read too. */
    Report read(Storage storage, Places places, WideReading reading) throws IOException {
        for (int left = times(); true; left--) {
            ObservedStorage observed = ObservedStorage.over(storage);
            ObservedPlaces around = ObservedPlaces.over(places);
            Report report = reading.of(observed, around.places());
            List<String> changed = new ArrayList<>(
                    observed.changes().stream().map(StoragePath::value).toList());
            changed.addAll(around.changes());
            if (changed.isEmpty()) {
                return report;
            } else if (left == 0) {
                return ChangedView.of(report, changed);
            }
        }
    }

    /** The report of a storage that stood still meanwhile; else one that says that it did not. */
    Report read(Storage storage, Reading reading) throws IOException {
        for (int left = times(); true; left--) {
            ObservedStorage observed = ObservedStorage.over(storage);
            Report report = reading.of(observed);
            List<String> changed =
                    observed.changes().stream().map(StoragePath::value).toList();
            if (changed.isEmpty()) {
                return report;
            } else if (left == 0) {
                return ChangedView.of(report, changed);
            }
        }
    }
}
