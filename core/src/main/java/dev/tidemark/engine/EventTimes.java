package dev.tidemark.engine;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.delta.replay.PathKeys;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.query.Delay;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.query.WatermarkDescription;
import dev.tidemark.source.NewestTime;
import dev.tidemark.source.SourceBatch;
import dev.tidemark.source.SourceFile;
import org.jspecify.annotations.Nullable;

/** What batches show of event time: the newest value of each watermarked column, from the data files of the batch. */
final class EventTimes {
    private static final String MADE_UP_COLUMN = "timestamp";

    private final QueryDescription query;
    private final World world;
    private final List<NewestTime> seen = new ArrayList<>();
    private String whyUnknown = "";
    private @Nullable String notAtHand;

    EventTimes(QueryDescription query, World world) {
        this.query = query;
        this.world = world;
    }

    /** Why event times that were seen last are not known. */
    String whyUnknown() {
        return whyUnknown;
    }

    /** What the last batch saw at each watermarked source: the newest event time less the delay. */
    List<NewestTime> seen() {
        return List.copyOf(seen);
    }

    /**
     * Looks at a batch.
     *
     * @param inputs by source; null when the batch's plan did not run
     */
    void see(@Nullable List<SourceBatch> inputs) throws IOException {
        seen.clear();
        for (int i = 0; i < query.sources().size(); i++) {
            SourceDescription source = query.sources().get(i);
            WatermarkDescription watermark = source.watermark();
            if (watermark != null) {
                seen.add(inputs == null ? NewestTime.NONE : seen(i, source, watermark, inputs.get(i)));
            }
        }
    }

    private NewestTime seen(int index, SourceDescription source, WatermarkDescription watermark, SourceBatch input)
            throws IOException {
        List<SourceFile> files = input.files();
        OptionalLong delayMs = Delay.millis(watermark.delay());
        Long madeUpMs = input.timestampMs();
        if (madeUpMs != null && delayMs.isPresent() && watermark.column().equals(MADE_UP_COLUMN)) {
            return Long.valueOf(0).equals(input.rows())
                    ? NewestTime.NONE
                    : NewestTime.exactly(madeUpMs).less(delayMs.getAsLong());
        }
        if (files == null || delayMs.isEmpty()) {
            whyUnknown = "the event times that source " + index + " brings, and so the watermark, are not known";
            return files != null && files.isEmpty() ? NewestTime.NONE : NewestTime.UNKNOWN;
        }
        NewestTime newest = NewestTime.NONE;
        for (SourceFile file : files) {
            newest = newest.and(file.newest());
        }
        if (!newest.isKnown() && SourceKind.of(source) != SourceKind.DELTA) {
            newest = inFiles(source, watermark, files);
        }
        if (!newest.isKnown()) {
            whyUnknown = "the watermark depends on the event times in the data files of source " + index
                    + ", which were not read (--read-data), do not tell, or do not hold " + watermark.column()
                    + " as a timestamp";
        }
        return newest.less(delayMs.getAsLong());
    }

    private NewestTime inFiles(SourceDescription source, WatermarkDescription watermark, List<SourceFile> files)
            throws IOException {
        Optional<Storage> place = world.open(source.path());
        List<StoragePath> paths = pathsOf(source, files);
        return place.isEmpty() || paths.size() < files.size()
                ? NewestTime.UNKNOWN
                : world.dataFiles(source, place.get()).newest(paths, watermark.column());
    }

    private static List<StoragePath> pathsOf(SourceDescription source, List<SourceFile> files) {
        List<StoragePath> paths = new ArrayList<>();
        for (SourceFile file : files) {
            Optional<StoragePath> path = SourceKind.of(source) == SourceKind.DELTA
                    ? PathKeys.inTable(file.path())
                    : below(source.path(), file.path());
            path.ifPresent(paths::add);
        }
        return paths;
    }

    private static Optional<StoragePath> below(@Nullable String directory, String path) {
        try {
            String file = new URI(path).getPath();
            String root = directory == null ? "" : directory.replaceFirst("^[a-z0-9]+:/*", "/");
            return file != null && file.startsWith(root + "/")
                    ? StoragePath.inside(file.substring(root.length() + 1))
                    : Optional.empty();
        } catch (URISyntaxException odd) {
            return Optional.empty();
        }
    }

    /**
     * A data file that Spark cannot read.
     *
     * @param why as Parquet's reader says it, behind the file's name
     */
    record Unreadable(String file, String why) {}

    /** A file of a batch that is no Parquet and should be one; looked at only where data files may be read. */
    Optional<Unreadable> unreadableFile(int index, SourceBatch input) throws IOException {
        SourceDescription source = query.sources().get(index);
        List<SourceFile> files = input.files();
        if (files == null || passesOver(source, "ignoreCorruptFiles")) {
            return Optional.empty();
        }
        Optional<Storage> place = world.open(source.path());
        for (StoragePath path : pathsOf(source, files)) {
            Optional<String> flaw = place.isEmpty()
                    ? Optional.empty()
                    : world.dataFiles(source, place.get()).flaw(path);
            if (flaw.isPresent()) {
                return Optional.of(new Unreadable("file:" + source.path() + "/" + path, flaw.get()));
            }
        }
        return Optional.empty();
    }

    /** Whether an option of the source, or else the session, has files passed over. */
    private boolean passesOver(SourceDescription source, String option) {
        return source.option(option)
                .or(() -> query.conf("spark.sql.files." + option))
                .filter(value -> value.trim().equalsIgnoreCase("true"))
                .isPresent();
    }

    /**
     * A data file of a Delta source that is gone. Where the table is a copy and the files of newer versions are gone too, or
     * none is there at all, they were not copied: nothing is lost then, only not at hand.
     */
    Optional<String> lostFile(int index, SourceBatch input) throws IOException {
        SourceDescription source = query.sources().get(index);
        List<SourceFile> files = input.files();
        if (SourceKind.of(source) != SourceKind.DELTA || files == null || files.isEmpty() || passesOverLost()) {
            return Optional.empty();
        }
        Optional<Storage> table = world.open(source.path());
        for (SourceFile file : files) {
            Optional<StoragePath> path = PathKeys.inTable(file.path());
            Long version = file.version();
            if (path.isEmpty() && isLostElsewhere(file.path())) {
                return Optional.of(decoded(file.path()));
            }
            if (table.isPresent()
                    && version != null
                    && path.isPresent()
                    && !world.dataFiles(source, table.get()).has(path.get())) {
                if (world.cameAlong(String.valueOf(source.path()), table.get(), version)) {
                    return Optional.of("file:" + source.path() + "/" + file.path());
                }
                notAtHand = "the data files of version " + version + " of source " + index
                        + " are not with the table, which --map says was moved: taken as not copied (a batch that reads files"
                        + " that are lost fails with FAILED_READ_FILE.FILE_NOT_EXIST)";
            }
        }
        return Optional.empty();
    }

    /** Of a Delta source the session alone has lost files passed over, whatever the source's options say. */
    private boolean passesOverLost() {
        return query.conf("spark.sql.files.ignoreMissingFiles")
                .filter(value -> value.trim().equalsIgnoreCase("true"))
                .isPresent();
    }

    /** A batch as it is read where lost files of a Delta source are passed over: none of their rows counts. */
    SourceBatch withoutLost(int index, SourceBatch input) throws IOException {
        SourceDescription source = query.sources().get(index);
        List<SourceFile> files = input.files();
        if (SourceKind.of(source) != SourceKind.DELTA || files == null || files.isEmpty() || !passesOverLost()) {
            return input;
        }
        Optional<Storage> table = world.open(source.path());
        if (table.isEmpty()) {
            return input;
        }
        World.DataFiles data = world.dataFiles(source, table.get());
        List<SourceFile> read = new ArrayList<>();
        boolean isAnyLost = false;
        for (SourceFile file : files) {
            Optional<StoragePath> path = PathKeys.inTable(file.path());
            Long version = file.version();
            boolean isLost = path.isPresent()
                    && version != null
                    && !data.has(path.get())
                    && world.cameAlong(String.valueOf(source.path()), table.get(), version);
            isAnyLost |= isLost;
            read.add(isLost ? withoutRows(file) : file);
        }
        return isAnyLost ? SourceBatch.of(read) : input;
    }

    private static SourceFile withoutRows(SourceFile file) {
        return new SourceFile(file.path(), file.version(), file.index(), file.sizeBytes(), 0L, NewestTime.NONE);
    }

    /** Of a shallow clone's file, which lies in another table: gone where others are. */
    private boolean isLostElsewhere(String path) throws IOException {
        if (!path.startsWith("/") && !path.startsWith("file:/")) {
            return false;
        }
        String file = decoded(path);
        int slash = file.lastIndexOf('/');
        Optional<StoragePath> name = StoragePath.inside(file.substring(slash + 1));
        Optional<Storage> directory = slash <= 0 ? Optional.empty() : world.open(file.substring(0, slash));
        if (directory.isEmpty()
                || name.isEmpty()
                || directory.get().stat(name.get()).isPresent()) {
            return false;
        }
        boolean[] holdsOthers = {false};
        directory
                .get()
                .forEachEntry(
                        StoragePath.ROOT,
                        entry -> holdsOthers[0] |=
                                entry.isFile() && !entry.name().startsWith("."));
        return holdsOthers[0];
    }

    /** A whole local path of a Delta log without its escapes, as messages print it. */
    private static String decoded(String path) {
        try {
            String place = new URI(path).getPath();
            return place == null ? path : "file:" + place;
        } catch (URISyntaxException odd) {
            return path;
        }
    }

    /** What was taken for granted of files that are not there; null when nothing was. */
    @Nullable
    String notAtHand() {
        return notAtHand;
    }
}
