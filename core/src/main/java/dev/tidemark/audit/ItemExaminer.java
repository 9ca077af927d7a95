package dev.tidemark.audit;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.StreamMetadata;
import dev.tidemark.checkpoint.log.CompactibleLog;
import dev.tidemark.checkpoint.log.EntryName;
import dev.tidemark.checkpoint.log.LogListing;
import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.checkpoint.offset.SourceLine;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.delta.DeltaBehaviour;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.delta.history.TransactionHistory;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.delta.replay.SparkReader;
import dev.tidemark.delta.verify.VerifyScope;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.CaseReader;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Diagnosis;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.RowReading;
import dev.tidemark.diagnosis.exhibit.SourceExhibit;
import dev.tidemark.diagnosis.exhibit.TableExhibitReader;
import dev.tidemark.diagnosis.rules.Examination;
import dev.tidemark.diagnosis.trend.TrendRules;
import dev.tidemark.engine.RestartPrediction;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.ObservedPlaces;
import dev.tidemark.io.ObservedStorage;
import dev.tidemark.io.PathMapping;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.progress.BatchSeries;
import dev.tidemark.query.DraftQuery;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.sink.file.FileSinkEntry;
import dev.tidemark.sink.file.FileSinkLog;
import dev.tidemark.sink.file.SinkLogGaps;
import dev.tidemark.source.SourceOffset;
import dev.tidemark.source.SourceOffsetParser;
import org.jspecify.annotations.Nullable;

/** Examines an item as {@code diagnose} does, without a description of its query, and takes its keys along. */
public final class ItemExaminer implements Examiner {
    /** Commits of a table that are searched for the queries behind its application ids. */
    private static final int COMMITS_SEARCHED = 50;

    /** The rule about a file sink's log. */
    private static final String SINK_LOG_INCOMPLETE = "AUD-008";

    /** Directories of days and of partitions come and go below the one that is read. */
    private static final Pattern PARTITION = Pattern.compile("(/([^/]*=[^/]*|\\d+))+/*$");

    private final PathMapping moves;
    private final Severity failOn;
    private final int retries;

    /**
     * An examiner.
     *
     * @param failOn the least severity that makes an item wrong
     * @param retries how often an item that changes while it is read is read anew
     */
    public ItemExaminer(PathMapping moves, Severity failOn, int retries) {
        this.moves = moves;
        this.failOn = failOn;
        this.retries = retries;
    }

    @Override
    public ItemResult examine(AuditItem item, Places.Opener opener) throws IOException {
        ItemResult result = null;
        for (int attempt = 0; attempt <= retries; attempt++) {
            try (Storage storage = opener.open(item.place())) {
                ObservedStorage observed = ObservedStorage.over(storage);
                ObservedPlaces around = ObservedPlaces.over(Places.of(moves, opener));
                result = examine(item, observed, around.places());
                List<String> changed = new ArrayList<>(observed.changes().stream()
                        .map(path -> path.isRoot() ? "the directory itself" : path.value())
                        .toList());
                changed.addAll(around.changes());
                if (changed.isEmpty()) {
                    return result;
                }
                result = changed(result, changed);
            }
        }
        return result == null ? ItemResult.unknown(item, "It was not read") : result;
    }

    private static ItemResult changed(ItemResult result, List<String> changed) {
        String where = changed.stream().limit(5).collect(Collectors.joining(", "));
        return new ItemResult(
                result.item(),
                ItemVerdict.UNKNOWN,
                "It changed while it was read (" + where + "): something is writing there",
                result.findings(),
                result.notChecked(),
                result.keys());
    }

    private ItemResult examine(AuditItem item, Storage storage, Places places) throws IOException {
        if (storage.stat(StoragePath.ROOT).isEmpty()) {
            throw new FileNotFoundException("no such directory: " + item.place());
        }
        return switch (item.kind()) {
            case CHECKPOINT -> checkpoint(item, storage, places);
            case DELTA_TABLE -> table(item, storage);
            case FILE_SINK_OUTPUT -> sinkOutput(item, storage);
            case PLACE ->
                ItemResult.unknown(item, "There is neither a checkpoint nor a table nor a sink's output here");
        };
    }

    private ItemResult checkpoint(AuditItem item, Storage storage, Places places) throws IOException {
        CaseFile file = new CaseReader(storage, places, null, OptionalLong.empty()).read(RowReading.NONE);
        CheckpointSurvey survey = file.checkpoint();
        Diagnosis diagnosis = Examination.of(file).with(TrendRules.check(BatchSeries.of(survey)));
        boolean isFollowed = file.restart()
                .map(outlook -> outlook.reach().followsBatches()
                        && outlook.prediction().verdict() != RestartPrediction.Verdict.UNKNOWN)
                .orElse(false);
        return result(
                item,
                diagnosis,
                standing(survey) + (isFollowed ? "" : ", its own files alone"),
                keys(survey, goneDirectories(file, storage, places)));
    }

    private static String standing(CheckpointSurvey survey) {
        OptionalLong newest = survey.offsets().latest();
        if (newest.isEmpty()) {
            return "no batch yet";
        }
        boolean isCommitted = survey.commits().batches().contains(newest.getAsLong());
        return "batch " + newest.getAsLong() + (isCommitted ? " committed" : " begun, not committed");
    }

    /**
     * Directories that the query reads files from and that are gone; a place whose surroundings are not here either is
     * merely elsewhere.
     */
    private static List<String> goneDirectories(CaseFile file, Storage checkpoint, Places places) throws IOException {
        boolean isMissed = file.sources().stream()
                .map(SourceExhibit::input)
                .anyMatch(input -> input.found().isEmpty() && !input.whyNot().isEmpty());
        TreeSet<String> gone = new TreeSet<>();
        if (!isMissed) {
            return List.of();
        }
        for (SourceDescription source :
                DraftQuery.of(Checkpoint.in(checkpoint)).query().sources()) {
            String directory = source.path() == null
                    ? ""
                    : PARTITION.matcher(source.path()).replaceFirst("");
            int parent = directory.lastIndexOf('/');
            if (parent > 0 && !exists(places, directory) && exists(places, directory.substring(0, parent))) {
                gone.add(directory);
            }
        }
        return List.copyOf(gone);
    }

    private static boolean exists(Places places, String directory) throws IOException {
        try (Storage storage = places.open(directory)) {
            return storage.stat(StoragePath.ROOT).isPresent();
        }
    }

    private static ItemKeys keys(CheckpointSurvey survey, List<String> goneDirectories) {
        OptionalLong newest = survey.offsets().latest();
        List<ItemKeys.Beat> beats = new ArrayList<>();
        for (long batchId : survey.offsets().entries().descendingKeySet()) {
            Optional<OffsetMetadata> metadata = survey.metadata(batchId);
            Long plannedAtMs = metadata.map(OffsetMetadata::recordedTimestampMs).orElse(null);
            if (plannedAtMs != null && beats.size() < ItemKeys.MOST_BEATS) {
                beats.add(0, new ItemKeys.Beat(batchId, plannedAtMs));
            }
        }
        String queryId = survey.identity()
                .found()
                .flatMap(Parsed::value)
                .map(StreamMetadata::id)
                .map(Object::toString)
                .orElse(null);
        return new ItemKeys(
                queryId,
                newest.isEmpty() ? null : newest.getAsLong(),
                beats,
                new ItemKeys.Sources(sourceTables(survey, newest), goneDirectories),
                null,
                List.of());
    }

    private static List<String> sourceTables(CheckpointSurvey survey, OptionalLong newest) {
        TreeSet<String> ids = new TreeSet<>();
        List<SourceLine> lines = newest.isEmpty()
                ? List.of()
                : survey.offsets()
                        .value(newest.getAsLong())
                        .map(OffsetEntry::sources)
                        .orElse(List.of());
        for (SourceLine line : lines) {
            SourceOffset offset = line.isVoid()
                    ? null
                    : SourceOffsetParser.parse(line.at(), line.text()).value().orElse(null);
            if (offset instanceof SourceOffset.Delta delta) {
                ids.add(delta.reservoirId());
            }
        }
        return List.copyOf(ids);
    }

    private ItemResult table(AuditItem item, Storage storage) throws IOException {
        Diagnosis diagnosis = Examination.of(TableExhibitReader.read(storage, VerifyScope.LOG));
        Replay replay =
                new SparkReader(storage, DeltaBehaviour.DEFAULT, ActionDetail.SUMMARY).read(OptionalLong.empty());
        String standing = replay.version() == null ? "no version can be told" : "version " + replay.version();
        return result(item, diagnosis, standing, keys(storage, replay));
    }

    private static ItemKeys keys(Storage table, Replay replay) throws IOException {
        List<SetTransaction> transactions = new ArrayList<>(replay.state().transactions());
        transactions.sort(
                Comparator.comparingLong(ItemExaminer::updatedAtMs).reversed().thenComparing(SetTransaction::appId));
        TransactionHistory history = TransactionHistory.newest(table, COMMITS_SEARCHED);
        List<ItemKeys.Writer> writers = transactions.stream()
                .limit(ItemKeys.MOST_WRITERS)
                .map(transaction -> new ItemKeys.Writer(
                        transaction.appId(),
                        transaction.version(),
                        transaction.lastUpdatedMs(),
                        history.queries(transaction.appId())))
                .toList();
        Metadata metadata = replay.state().metadata();
        return new ItemKeys(
                null, null, List.of(), ItemKeys.Sources.NONE, metadata == null ? null : metadata.id(), writers);
    }

    private static long updatedAtMs(SetTransaction transaction) {
        Long updated = transaction.lastUpdatedMs();
        return updated == null ? 0 : updated;
    }

    private ItemResult sinkOutput(AuditItem item, Storage storage) throws IOException {
        LogListing listing = LogListing.of(storage, FileSinkLog.DIRECTORY, EntryName.Kind.COMPACTIBLE);
        List<String> missing = SinkLogGaps.of(listing);
        String standing = listing.latest().isPresent()
                ? "written up to batch " + listing.latest().getAsLong()
                : "no batch yet";
        List<Finding> findings = missing.isEmpty() ? List.of() : List.of(sinkLogIncomplete(missing));
        Diagnosis diagnosis = new Diagnosis(
                Diagnosis.Kind.FILE_SINK_OUTPUT,
                storage.location(),
                null,
                findings,
                List.of("the data files it names"));
        ItemKeys keys = new ItemKeys(
                null,
                listing.latest().isPresent() ? listing.latest().getAsLong() : null,
                beats(storage, listing),
                ItemKeys.Sources.NONE,
                null,
                List.of());
        return result(item, diagnosis, standing, keys);
    }

    /** When the files of an output's newest batches were written; a compacted log file tells it of no batch. */
    private static List<ItemKeys.Beat> beats(Storage output, LogListing listing) throws IOException {
        CompactibleLog<FileSinkEntry> log = FileSinkLog.in(output);
        List<ItemKeys.Beat> beats = new ArrayList<>();
        long[] newest = listing.batches().stream().toArray();
        for (int i = newest.length - 1; i >= 0 && newest.length - i <= ItemKeys.MOST_BEATS; i--) {
            long[] latestMs = {0};
            try {
                log.forEachEntry(
                        Long.toString(newest[i]),
                        entry -> entry.value()
                                .ifPresent(file -> latestMs[0] = Math.max(latestMs[0], file.modifiedAtMs())));
            } catch (FileNotFoundException compacted) {
                continue;
            }
            if (latestMs[0] > 0) {
                beats.add(0, new ItemKeys.Beat(newest[i], latestMs[0]));
            }
        }
        return beats;
    }

    private static Finding sinkLogIncomplete(List<String> missing) {
        String directory = FileSinkLog.DIRECTORY.value();
        return new Finding(
                SINK_LOG_INCOMPLETE,
                Severity.ERROR,
                Confidence.CERTAIN,
                directory,
                new Finding.Explanation(
                        "The log of this file sink lacks " + String.join(", ", missing),
                        "Readers of the output and the sink itself open these files and fail",
                        "Restore them from a backup; they name the data files that belong to the output"),
                missing.stream()
                        .map(name -> Location.of(directory + "/" + name))
                        .toList());
    }

    private ItemResult result(AuditItem item, Diagnosis diagnosis, String standing, ItemKeys keys) {
        Finding worst = diagnosis
                .worst()
                .filter(finding -> finding.severity().compareTo(Severity.WARNING) >= 0)
                .orElse(null);
        return new ItemResult(
                item,
                verdict(diagnosis),
                headline(standing, worst),
                diagnosis.findings(),
                diagnosis.notChecked(),
                keys);
    }

    private static String headline(String standing, @Nullable Finding worst) {
        return worst == null
                ? standing
                : standing + "; " + worst.rule() + " " + worst.explanation().summary();
    }

    private ItemVerdict verdict(Diagnosis diagnosis) {
        if (diagnosis.verdict() == Diagnosis.Verdict.UNKNOWN) {
            return ItemVerdict.UNKNOWN;
        } else if (diagnosis.hasAtLeast(failOn)) {
            return ItemVerdict.WRONG;
        }
        return diagnosis.hasAtLeast(Severity.WARNING) ? ItemVerdict.WARNED : ItemVerdict.WELL;
    }
}
