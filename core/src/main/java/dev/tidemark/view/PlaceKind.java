package dev.tidemark.view;

import java.io.IOException;
import java.util.List;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.log.EntryName;
import dev.tidemark.checkpoint.survey.CheckpointSurveyor;
import dev.tidemark.delta.log.LogListing;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.report.Report;
import dev.tidemark.sink.file.FileSinkLog;

/** What stands at a place, told by the names in it, and the report that suits it. */
public enum PlaceKind {
    CHECKPOINT {
        @Override
        public Report show(Storage storage, Severity failOn) throws IOException {
            return ShowView.of(CheckpointSurveyor.newest(Checkpoint.in(storage)), failOn);
        }
    },
    DELTA_TABLE {
        @Override
        public Report show(Storage storage, Severity failOn) throws IOException {
            return TableOutlineView.of(storage.location(), LogListing.of(storage));
        }
    },
    FILE_SINK_OUTPUT {
        @Override
        public Report show(Storage storage, Severity failOn) throws IOException {
            return SinkOutputView.of(
                    storage.location(),
                    dev.tidemark.checkpoint.log.LogListing.of(
                            storage, FileSinkLog.DIRECTORY, EntryName.Kind.COMPACTIBLE));
        }
    },
    EMPTY {
        @Override
        public Report show(Storage storage, Severity failOn) {
            return UnknownPlaceView.empty(storage.location());
        }
    },
    FILE {
        @Override
        public Report show(Storage storage, Severity failOn) {
            return UnknownPlaceView.file(storage.location());
        }
    },
    UNKNOWN {
        @Override
        public Report show(Storage storage, Severity failOn) {
            return UnknownPlaceView.unknown(storage.location());
        }
    };

    private static final List<StoragePath> CHECKPOINT_PARTS =
            List.of(Checkpoint.METADATA, Checkpoint.OFFSETS, Checkpoint.COMMITS, Checkpoint.STATE, Checkpoint.SOURCES);

    /** Looks at the names that tell; a directory of very many entries costs no more than a small one. */
    public static PlaceKind of(Storage storage) throws IOException {
        if (storage.stat(StoragePath.ROOT).filter(FileEntry::isFile).isPresent()) {
            return FILE;
        }
        for (StoragePath part : CHECKPOINT_PARTS) {
            if (storage.stat(part).isPresent()) {
                return CHECKPOINT;
            }
        }
        if (storage.stat(LogListing.DIRECTORY).isPresent()) {
            return DELTA_TABLE;
        }
        if (storage.stat(FileSinkLog.DIRECTORY).isPresent()) {
            return FILE_SINK_OUTPUT;
        }
        boolean[] hasEntry = new boolean[1];
        storage.forEachEntry(StoragePath.ROOT, entry -> hasEntry[0] = true);
        return hasEntry[0] ? UNKNOWN : EMPTY;
    }

    /**
     * The report for {@code show}.
     *
     * @param failOn the least severity that makes the outcome wrong
     */
    public abstract Report show(Storage storage, Severity failOn) throws IOException;
}
