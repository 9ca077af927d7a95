package dev.tidemark.diagnosis.exhibit;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import dev.tidemark.checkpoint.StreamMetadata;
import dev.tidemark.checkpoint.log.CompactionRule;
import dev.tidemark.checkpoint.log.LogListing;
import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.SourceLine;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.checkpoint.survey.RestartPoint;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SinkDescription;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.source.SourceOffset;
import dev.tidemark.source.SourceOffsetParser;
import dev.tidemark.source.file.FileSourceEntry;
import dev.tidemark.source.file.FileSourceLog;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a query reads and writes: from the places that its description names, else from what lies beside the
 * checkpoint and names the stream.
 */
public final class SurroundingsReader implements Closeable {
    private static final int MOST_INPUT_FILES = 2_000;
    private static final Set<String> FILE_FORMATS = Set.of("parquet", "json", "csv", "orc", "text", "avro", "xml");

    private final CheckpointSurvey survey;
    private final Storage checkpoint;
    private final Places places;
    private final @Nullable QueryDescription described;
    private final QueryDescription query;
    private final Neighbourhood neighbourhood;
    private final List<Storage> opened = new ArrayList<>();
    private final Set<String> sourceTables = new HashSet<>();

    /**
     * A reader.
     *
     * @param described the query as its owner describes it; null when nobody did
     * @param draft what the checkpoint shows of the query
     */
    public SurroundingsReader(
            CheckpointSurvey survey,
            Storage checkpoint,
            Places places,
            @Nullable QueryDescription described,
            QueryDescription draft) {
        this.survey = survey;
        this.checkpoint = checkpoint;
        this.places = places;
        this.described = described;
        this.query = described == null ? draft : described;
        this.neighbourhood = Neighbourhood.of(places, checkpoint.location());
    }

    // sources

    /** The sources, in the order of the plan; one for each line of the newest offsets. */
    public List<SourceExhibit> sources() throws IOException {
        long newest = survey.offsets().latest().orElse(-1);
        Optional<OffsetEntry> entry = survey.offsets().value(newest);
        if (entry.isEmpty()) {
            return List.of();
        }
        List<SourceExhibit> sources = new ArrayList<>();
        boolean isMap = entry.get().version() == OffsetEntry.MAP;
        for (SourceLine line : entry.get().sources()) {
            int position = isMap ? position(line.sourceId()) : sources.size();
            sources.add(source(position < 0 ? sources.size() : position, position >= 0, line, newest));
        }
        return sources;
    }

    /** The position in the plan of a source that an offset map names, by its name or by its number; -1 when nothing tells it. */
    private int position(String sourceId) {
        for (int i = 0; i < query.sources().size(); i++) {
            if (sourceId.equals(query.sources().get(i).name())) {
                return i;
            }
        }
        return sourceId.matches("\\d{1,6}") ? Integer.parseInt(sourceId) : -1;
    }

    private SourceExhibit source(int index, boolean isPlaced, SourceLine line, long newest) throws IOException {
        boolean isRerun = survey.restartPoint().kind() == RestartPoint.Kind.RERUN;
        SourceExhibit.Position last = position(newest, line);
        SourceExhibit.Position before = survey.offsets()
                .value(newest - 1)
                .flatMap(entry -> entry.source(line.sourceId()))
                .map(earlier -> position(newest - 1, earlier))
                .orElse(null);
        SourceExhibit.Position from = isRerun ? before : last;
        SourceExhibit.Position upTo = isRerun ? last : null;
        SourceDescription drafted =
                isPlaced && index < query.sources().size() ? query.sources().get(index) : null;
        SourceDescription description = described == null ? null : drafted;
        SourceOffset offset = last == null ? null : last.offset();
        boolean isDelta = offset instanceof SourceOffset.Delta
                || (drafted != null && drafted.format().equalsIgnoreCase("delta"));
        return new SourceExhibit(
                index,
                line.sourceId(),
                description,
                from,
                upTo,
                isDelta ? table(index, drafted, from, last) : Exhibit.none(),
                offset instanceof SourceOffset.FileLog ? input(line.sourceId(), drafted, from, upTo) : Exhibit.none());
    }

    private static SourceExhibit.@Nullable Position position(long batchId, SourceLine line) {
        return line.isVoid()
                ? null
                : SourceOffsetParser.parse(line.at(), line.text())
                        .value()
                        .map(offset -> new SourceExhibit.Position(batchId, line, offset))
                        .orElse(null);
    }

    private Exhibit<SourceTable> table(
            int index,
            @Nullable SourceDescription source,
            SourceExhibit.@Nullable Position from,
            SourceExhibit.@Nullable Position last)
            throws IOException {
        Optional<SourceOffset.Delta> start = Optional.ofNullable(from).flatMap(SourceExhibit.Position::delta);
        String path = source == null ? null : source.path();
        if (path != null) {
            Storage named = places.open(path);
            opened.add(named);
            if (named.stat(StoragePath.ROOT).isEmpty()) {
                return Exhibit.notAtHand(
                        "the table of source " + index + ": nothing is at " + path + " (--map OLD=NEW)");
            }
            sourceTables.add(named.location());
            return SourceTableReader.read(named, path, start);
        }
        Optional<String> tableId =
                Optional.ofNullable(last).flatMap(SourceExhibit.Position::delta).map(SourceOffset.Delta::reservoirId);
        Optional<Storage> beside = tableId.isEmpty() ? Optional.empty() : neighbourhood.tableOf(tableId.get());
        if (beside.isEmpty()) {
            return Exhibit.notAtHand(
                    "the table of source " + index + ", which is not beside the checkpoint (--query names it)");
        }
        sourceTables.add(beside.get().location());
        return SourceTableReader.read(beside.get(), places.named(beside.get()), start);
    }

    private Exhibit<InputFiles> input(
            String sourceId,
            @Nullable SourceDescription source,
            SourceExhibit.@Nullable Position from,
            SourceExhibit.@Nullable Position upTo)
            throws IOException {
        String path = source == null ? null : source.path();
        Optional<StoragePath> log = StoragePath.inside("sources/" + sourceId);
        if (path == null || log.isEmpty()) {
            return Exhibit.notAtHand("the directory of source " + sourceId + " (--query names it)");
        }
        long first = logOffset(from) + 1;
        long last = upTo == null ? -1 : logOffset(upTo);
        List<String> planned = new ArrayList<>();
        String[] anyFile = {""};
        LogListing listing = FileSourceLog.in(checkpoint, log.get()).list();
        CompactionRule rule = CompactionRule.of(listing, CompactionRule.DEFAULT_INTERVAL);
        long newest = listing.latest().orElse(-1);
        for (long id = Math.max(0, newest < 0 ? 0 : rule.needed(newest).first()); id <= newest; id++) {
            read(log.get(), rule.fileName(id), entry -> {
                anyFile[0] = LoggedPath.decoded(entry.path());
                if (entry.batchId() >= first && entry.batchId() <= last && planned.size() < MOST_INPUT_FILES) {
                    planned.add(LoggedPath.decoded(entry.path()));
                }
            });
        }
        String root = LoggedPath.plain(path).replaceFirst("/+$", "");
        boolean isGlob = root.matches(".*[*?\\[{].*");
        String elsewhere = anyFile[0].isEmpty() || isGlob || anyFile[0].startsWith(root + "/") ? "" : anyFile[0];
        return existing(path, root, planned, elsewhere);
    }

    private Exhibit<InputFiles> existing(String path, String root, List<String> planned, String elsewhere)
            throws IOException {
        Storage input = places.open(path);
        opened.add(input);
        if (input.stat(StoragePath.ROOT).isEmpty()) {
            return Exhibit.notAtHand("the input files: nothing is at " + path + " (--map OLD=NEW)");
        }
        List<String> missing = new ArrayList<>();
        for (String file : planned) {
            Optional<StoragePath> inside = file.startsWith(root + "/")
                    ? StoragePath.inside(file.substring(root.length() + 1))
                    : Optional.empty();
            if (inside.isPresent() && input.stat(inside.get()).isEmpty()) {
                missing.add(file);
            }
        }
        return Exhibit.of(new InputFiles(path, planned, missing, elsewhere));
    }

    private void read(StoragePath log, String name, java.util.function.Consumer<FileSourceEntry> each)
            throws IOException {
        try {
            FileSourceLog.in(checkpoint, log)
                    .forEachEntry(name, parsed -> parsed.value().ifPresent(each));
        } catch (FileNotFoundException absent) {
            // the rules about the log tell of it
        }
    }

    private static long logOffset(SourceExhibit.@Nullable Position position) {
        return position != null && position.offset() instanceof SourceOffset.FileLog log ? log.logOffset() : -1;
    }

    // the sink

    /** The sink; to be asked after {@link #sources}, for a table that is read is not taken for the one that is written. */
    public Exhibit<SinkExhibit> sink() throws IOException {
        SinkDescription sink = query.sink();
        if (sink != null) {
            return described(sink);
        }
        Optional<String> queryId = survey.identity()
                .found()
                .flatMap(Parsed::value)
                .map(StreamMetadata::id)
                .map(Object::toString);
        List<Storage> candidates = new ArrayList<>();
        for (Storage table : neighbourhood.tables()) {
            if (sourceTables.contains(table.location())) {
                continue;
            }
            SinkExhibit.DeltaSink found =
                    SinkReader.delta(table, neighbourhood.replay(table), SinkExhibit.Origin.IDENTIFIED, null);
            if (queryId.isPresent()
                    && (found.transactions().containsKey(queryId.get())
                            || found.writers().containsKey(queryId.get()))) {
                return Exhibit.of(found);
            }
            if (!found.transactions().isEmpty()) {
                candidates.add(table);
            }
        }
        if (candidates.size() == 1) {
            Storage table = candidates.get(0);
            return Exhibit.of(SinkReader.delta(table, neighbourhood.replay(table), SinkExhibit.Origin.NEARBY, null));
        }
        if (candidates.isEmpty() && neighbourhood.outputs().size() == 1) {
            Storage output = neighbourhood.outputs().get(0);
            return Exhibit.of(SinkReader.file(output, places.named(output), SinkExhibit.Origin.NEARBY));
        }
        return Exhibit.notAtHand("the sink, which is not told by what lies beside the checkpoint (--query names it)");
    }

    private Exhibit<SinkExhibit> described(SinkDescription sink) throws IOException {
        String path = sink.path();
        if (path == null) {
            return Exhibit.notAtHand("the sink (" + sink.format() + "), which is no place to look at");
        }
        Storage place = places.open(path);
        opened.add(place);
        if (place.stat(StoragePath.ROOT).isEmpty()) {
            return Exhibit.notAtHand("the sink: nothing is at " + path + " (--map OLD=NEW)");
        }
        if (place.stat(dev.tidemark.delta.log.LogListing.DIRECTORY).isPresent()) {
            Replay replay = neighbourhood.replay(place);
            return Exhibit.of(SinkReader.delta(place, replay, SinkExhibit.Origin.DESCRIBED, sink));
        }
        return FILE_FORMATS.contains(sink.format().toLowerCase(Locale.ROOT))
                ? Exhibit.of(SinkReader.file(place, path, SinkExhibit.Origin.DESCRIBED))
                : Exhibit.notAtHand("the sink (" + sink.format() + "), whose contents do not tell of batches");
    }

    /** The query with the places of its sources and its sink where those were found. */
    public QueryDescription placed(List<SourceExhibit> sources, Exhibit<SinkExhibit> sink) {
        if (described != null) {
            return described;
        }
        List<SourceDescription> placed = new ArrayList<>();
        for (int i = 0; i < query.sources().size(); i++) {
            SourceDescription source = query.sources().get(i);
            int position = i;
            Optional<String> found = sources.stream()
                    .filter(one -> one.index() == position)
                    .findFirst()
                    .flatMap(one -> one.table().map(SourceTable::location));
            placed.add(new SourceDescription(
                    source.name(),
                    source.format(),
                    found.orElse(source.path()),
                    source.schema(),
                    source.options(),
                    source.watermark()));
        }
        SinkDescription drafted = sink.found()
                .filter(SinkExhibit.DeltaSink.class::isInstance)
                .filter(found -> found.origin() == SinkExhibit.Origin.IDENTIFIED)
                .map(found -> new SinkDescription(null, "delta", found.location(), "append", java.util.Map.of()))
                .orElse(query.sink());
        return new QueryDescription(
                query.versions(), query.trigger(), query.confs(), placed, query.operators(), drafted);
    }

    @Override
    public void close() throws IOException {
        for (Storage storage : opened) {
            storage.close();
        }
        neighbourhood.close();
    }
}
