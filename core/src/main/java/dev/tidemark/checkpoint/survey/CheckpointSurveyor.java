package dev.tidemark.checkpoint.survey;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.commit.CommitEntry;
import dev.tidemark.checkpoint.log.BatchIds;
import dev.tidemark.checkpoint.log.BatchLog;
import dev.tidemark.checkpoint.log.BatchRange;
import dev.tidemark.checkpoint.log.ChecksumVerdict;
import dev.tidemark.checkpoint.log.CompactibleLog;
import dev.tidemark.checkpoint.log.CompactionRule;
import dev.tidemark.checkpoint.log.EntryName;
import dev.tidemark.checkpoint.log.LogListing;
import dev.tidemark.checkpoint.log.NameTally;
import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.StoragePath;

/** Looks at a checkpoint. */
public final class CheckpointSurveyor {
    private static final Set<String> PARTS = Set.of("metadata", "offsets", "commits", "sources", "state");

    private final Checkpoint checkpoint;
    private final Map<Map<String, String>, Map<String, String>> confs = new HashMap<>();

    private CheckpointSurveyor(Checkpoint checkpoint) {
        this.checkpoint = checkpoint;
    }

    /**
     * Lists everything and reads what a restart reads: the two newest files of each log.
     *
     * @throws IOException when the storage refuses to list
     */
    public static CheckpointSurvey newest(Checkpoint checkpoint) throws IOException {
        return new CheckpointSurveyor(checkpoint).survey(CheckpointSurveyor::twoNewest);
    }

    /**
     * Lists everything and reads every file of both logs; all but their unique state ids is kept.
     *
     * @throws IOException when the storage refuses to list
     */
    public static CheckpointSurvey whole(Checkpoint checkpoint) throws IOException {
        return new CheckpointSurveyor(checkpoint).survey(LogListing::batches);
    }

    /**
     * Lists everything and reads the files of some batches and of those before them.
     *
     * @throws IOException when the storage refuses to list
     */
    public static CheckpointSurvey of(Checkpoint checkpoint, long... batchIds) throws IOException {
        BatchIds asked = BatchIds.of(
                LongStream.of(batchIds).flatMap(id -> LongStream.of(id, id - 1)).toArray());
        return new CheckpointSurveyor(checkpoint)
                .survey(listing -> BatchIds.of(twoNewest(listing).with(asked).stream()
                        .filter(listing.batches()::contains)
                        .toArray()));
    }

    private interface Choice {
        BatchIds from(LogListing listing);
    }

    private static BatchIds twoNewest(LogListing listing) {
        OptionalLong newest = listing.batches().last();
        if (newest.isEmpty()) {
            return BatchIds.NONE;
        }
        OptionalLong before = listing.batches().before(newest.getAsLong());
        return before.isEmpty() ? BatchIds.of(newest.getAsLong()) : BatchIds.of(newest.getAsLong(), before.getAsLong());
    }

    private CheckpointSurvey survey(Choice choice) throws IOException {
        return new CheckpointSurvey(
                checkpoint.storage().location(),
                new CheckpointSurvey.Identity(checkpoint.metadata().orElse(null), checkpoint.metadataChecksum()),
                offsets(choice),
                commits(choice),
                sources(),
                state(),
                rootOthers());
    }

    private LogSurvey<OffsetEntry> offsets(Choice choice) throws IOException {
        LogListing listing = checkpoint.offsets().list();
        NavigableMap<Long, Parsed<OffsetEntry>> entries = new TreeMap<>();
        choice.from(listing).stream()
                .forEach(id -> checkpoint
                        .offsets()
                        .read(id)
                        .ifPresent(parsed -> entries.put(id, parsed.map(this::withSharedConf))));
        return new LogSurvey<>(Checkpoint.OFFSETS.name(), listing, entries, checksums(checkpoint.offsets(), listing));
    }

    private LogSurvey<CommitEntry> commits(Choice choice) throws IOException {
        LogListing listing = checkpoint.commits().list();
        BatchIds chosen = choice.from(listing);
        BatchIds detailed = twoNewest(listing);
        NavigableMap<Long, Parsed<CommitEntry>> entries = new TreeMap<>();
        chosen.stream()
                .forEach(id -> checkpoint
                        .commits()
                        .read(id)
                        .ifPresent(parsed -> entries.put(
                                id,
                                chosen.size() < 10 || detailed.contains(id)
                                        ? parsed
                                        : parsed.map(CommitEntry::withoutStateIds))));
        return new LogSurvey<>(Checkpoint.COMMITS.name(), listing, entries, checksums(checkpoint.commits(), listing));
    }

    private OffsetEntry withSharedConf(OffsetEntry entry) {
        OffsetMetadata metadata = entry.metadata();
        return metadata == null
                ? entry
                : new OffsetEntry(
                        entry.version(),
                        metadata.withConf(confs.computeIfAbsent(metadata.conf(), conf -> conf)),
                        entry.sources());
    }

    private static <T> NavigableMap<Long, ChecksumVerdict> checksums(BatchLog<T> log, LogListing listing) {
        NavigableMap<Long, ChecksumVerdict> verdicts = new TreeMap<>();
        if (!listing.others().hadoopChecksums().isEmpty()) {
            twoNewest(listing).stream().forEach(id -> verdicts.put(id, log.checksum(id)));
        }
        return verdicts;
    }

    private List<SourceLogSurvey> sources() throws IOException {
        List<SourceLogSurvey> surveys = new ArrayList<>();
        for (FileEntry directory : checkpoint.entries(Checkpoint.SOURCES)) {
            if (directory.isDirectory()) {
                surveys.add(source(directory.path()));
            }
        }
        return surveys;
    }

    private SourceLogSurvey source(StoragePath directory) throws IOException {
        LogListing listing = LogListing.of(checkpoint.storage(), directory, EntryName.Kind.COMPACTIBLE);
        CompactionRule rule = CompactionRule.of(listing, CompactionRule.DEFAULT_INTERVAL);
        OptionalLong latest = listing.latest();
        if (latest.isEmpty() || latest.getAsLong() <= 0) {
            return new SourceLogSurvey(directory.name(), listing, rule, List.of(), null);
        }
        if (listing.compacts().isEmpty()) {
            rule = new CompactionRule(Math.max(CompactionRule.DEFAULT_INTERVAL, latest.getAsLong() + 2));
        }
        List<String> missing = new ArrayList<>();
        BatchRange needed = rule.needed(latest.getAsLong());
        for (long id = needed.first(); id <= needed.last() && missing.size() < SourceLogSurvey.MISSING_SHOWN; id++) {
            BatchIds holders = rule.isCompaction(id) ? listing.compacts() : listing.batches();
            if (!holders.contains(id)) {
                missing.add(rule.fileName(id));
            }
        }
        Damage newest = newestDamage(directory, rule.fileName(latest.getAsLong()));
        return new SourceLogSurvey(directory.name(), listing, rule, missing, newest);
    }

    private @org.jspecify.annotations.Nullable Damage newestDamage(StoragePath directory, String fileName) {
        CompactibleLog<String> log = new CompactibleLog<>(checkpoint.storage(), directory, EntryLine::requireJson);
        List<Damage> damages = new ArrayList<>();
        try {
            Optional<Damage> whole = log.forEachEntry(
                    fileName,
                    parsed ->
                            parsed.damage().filter(damage -> damages.isEmpty()).ifPresent(damages::add));
            return whole.orElse(damages.isEmpty() ? null : damages.get(0));
        } catch (FileNotFoundException absent) {
            return null;
        } catch (IOException refused) {
            return new Damage(
                    Location.of(directory.child(fileName).value()),
                    DamageKind.UNREADABLE,
                    "readable bytes",
                    "a refusal: " + refused.getClass().getSimpleName());
        }
    }

    private StateOutline state() throws IOException {
        List<StateOutline.Operator> operators = new ArrayList<>();
        NameTally.Builder foreign = NameTally.builder();
        for (FileEntry entry : checkpoint.entries(Checkpoint.STATE)) {
            EntryName name = EntryName.of(entry.name(), EntryName.Kind.PLAIN);
            if (entry.isDirectory() && name instanceof EntryName.Batch operator) {
                operators.add(operator(operator.batchId(), entry.path()));
            } else {
                foreign.add(entry.name());
            }
        }
        operators.sort(Comparator.comparing(StateOutline.Operator::operatorId));
        return new StateOutline(operators, foreign.build());
    }

    private StateOutline.Operator operator(long operatorId, StoragePath directory) throws IOException {
        long partitions = 0;
        TreeSet<String> stores = new TreeSet<>();
        for (FileEntry entry : checkpoint.entries(directory)) {
            if (entry.isDirectory() && EntryName.of(entry.name(), EntryName.Kind.PLAIN) instanceof EntryName.Batch) {
                partitions++;
                if (entry.name().equals("0")) {
                    stores.addAll(stores(entry.path()));
                }
            }
        }
        return new StateOutline.Operator(operatorId, partitions, List.copyOf(stores));
    }

    private List<String> stores(StoragePath partition) throws IOException {
        List<String> names = new ArrayList<>();
        try {
            checkpoint.storage().forEachEntry(partition, entry -> {
                if (entry.isDirectory() && !entry.name().startsWith("_") && names.size() < NameTally.SHOWN) {
                    names.add(entry.name());
                }
            });
        } catch (FileNotFoundException | NotDirectoryException gone) {
            return List.of();
        }
        return names;
    }

    private NameTally rootOthers() throws IOException {
        NameTally.Builder others = NameTally.builder();
        try {
            checkpoint.storage().forEachEntry(StoragePath.ROOT, entry -> {
                if (!PARTS.contains(entry.name()) && !entry.name().equals(".metadata.crc")) {
                    others.add(entry.name());
                }
            });
        } catch (FileNotFoundException | NotDirectoryException absent) {
            return NameTally.NONE;
        }
        return others.build();
    }
}
