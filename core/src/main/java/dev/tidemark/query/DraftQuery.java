package dev.tidemark.query;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.commit.CommitEntry;
import dev.tidemark.checkpoint.log.BatchLog;
import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.SourceLine;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.StoragePath;
import dev.tidemark.query.OperatorDescription.StoreDescription;
import dev.tidemark.source.SourceOffset;
import dev.tidemark.source.SourceOffsetParser;
import org.jspecify.annotations.Nullable;

/**
 * A query description drafted from what a checkpoint shows, with the origin of each part.
 *
 * @param origins by the part's place in the description, such as {@code sources[0].path}
 */
public record DraftQuery(QueryDescription query, Map<String, Origin> origins) {
    /** Where a line of a draft comes from. */
    public enum Origin {
        /** The checkpoint says so. */
        INFERRED,
        /** The checkpoint does not say; this is what most queries have. */
        GUESS
    }

    private static final String RATE = "rate";
    private static final String UNKNOWN = "unknown";
    private static final String PARTITIONS = "spark.sql.shuffle.partitions";
    private static final String PROVIDER = "spark.sql.streaming.stateStore.providerClass";
    private static final String HDFS_PROVIDER =
            "org.apache.spark.sql.execution.streaming.state.HDFSBackedStateStoreProvider";
    private static final String CHECKPOINT_FORMAT = "spark.sql.streaming.stateStore.checkpointFormatVersion";
    private static final String OFFSET_FORMAT = "spark.sql.streaming.offsetLog.formatVersion";
    private static final String SOURCE_EVOLUTION = "spark.sql.streaming.queryEvolution.enableSourceEvolution";
    private static final int METADATA_LIMIT_BYTES = 1 << 20;
    private static final int ENTRIES_TRIED = 20;

    public DraftQuery {
        origins = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(origins));
    }

    /** Where a part comes from; what nothing is said about is a guess. */
    public Origin origin(String part) {
        return origins.getOrDefault(part, Origin.GUESS);
    }

    /**
     * Drafts the query of a checkpoint.
     *
     * @throws IOException when a directory of the checkpoint cannot be listed
     */
    public static DraftQuery of(Checkpoint checkpoint) throws IOException {
        return new Drafting(checkpoint).draft();
    }

    private static final class Drafting {
        private final Checkpoint checkpoint;
        private final Map<String, Origin> origins = new LinkedHashMap<>();

        Drafting(Checkpoint checkpoint) {
            this.checkpoint = checkpoint;
        }

        DraftQuery draft() throws IOException {
            OffsetEntry newest = newest(checkpoint.offsets());
            CommitEntry commit = newest(checkpoint.commits());
            Map<String, String> recorded = newest == null || newest.metadata() == null
                    ? Map.of()
                    : newest.metadata().conf();
            origins.put("trigger", Origin.GUESS);
            QueryDescription query = new QueryDescription(
                    new QueryDescription.Versions(spark(recorded, newest, commit), null),
                    new Trigger.AvailableNow(),
                    confs(recorded, newest, commit),
                    sources(newest, recorded),
                    operators(),
                    null);
            return new DraftQuery(query, origins);
        }

        private @Nullable String spark(
                Map<String, String> recorded, @Nullable OffsetEntry newest, @Nullable CommitEntry commit) {
            origins.put("spark", Origin.GUESS);
            boolean isMap = newest != null && newest.version() == OffsetEntry.MAP;
            boolean namesSinks = commit != null && commit.version() >= 3;
            if (isMap || namesSinks || recorded.containsKey(SOURCE_EVOLUTION)) {
                origins.put("spark", Origin.INFERRED);
                return "4.2";
            }
            if (recorded.containsKey("spark.sql.streaming.stateStore.encodingFormat")) {
                return "4.1";
            }
            return recorded.isEmpty() ? null : "3.5";
        }

        private Map<String, String> confs(
                Map<String, String> recorded, @Nullable OffsetEntry newest, @Nullable CommitEntry commit)
                throws IOException {
            Map<String, String> confs = new TreeMap<>();
            put(confs, PARTITIONS, recorded.containsKey(PARTITIONS) ? recorded.get(PARTITIONS) : countedPartitions());
            String provider = recorded.get(PROVIDER);
            put(confs, PROVIDER, HDFS_PROVIDER.equals(provider) ? null : provider);
            put(confs, CHECKPOINT_FORMAT, commit != null && commit.version() == 2 ? "2" : null);
            put(confs, OFFSET_FORMAT, newest != null && newest.version() == OffsetEntry.MAP ? "2" : null);
            put(confs, SOURCE_EVOLUTION, "true".equals(recorded.get(SOURCE_EVOLUTION)) ? "true" : null);
            return confs;
        }

        /** As many as the first operator has directories, where the offsets are too old to say; null without state. */
        private @Nullable String countedPartitions() throws IOException {
            for (FileEntry operator : checkpoint.entries(Checkpoint.STATE)) {
                if (operatorId(operator).isPresent()) {
                    long count = checkpoint.entries(operator.path()).stream()
                            .filter(entry -> operatorId(entry).isPresent())
                            .count();
                    return count > 1 ? Long.toString(count) : null;
                }
            }
            return null;
        }

        private void put(Map<String, String> confs, String key, @Nullable String value) {
            if (value != null) {
                confs.put(key, value);
                origins.put("confs." + key, Origin.INFERRED);
            }
        }

        private List<SourceDescription> sources(@Nullable OffsetEntry newest, Map<String, String> recorded)
                throws IOException {
            List<SourceDescription> sources = new ArrayList<>();
            List<SourceLine> lines = newest == null ? List.of() : newest.sources();
            boolean hasNames = "true".equals(recorded.get(SOURCE_EVOLUTION));
            if (newest != null && newest.version() == OffsetEntry.MAP && !hasNames) {
                lines = lines.stream()
                        .sorted(Comparator.comparingLong(line -> position(line.sourceId())))
                        .toList();
            }
            for (SourceLine line : lines) {
                sources.add(source(sources.size(), line, hasNames ? line.sourceId() : null));
            }
            return sources;
        }

        private static long position(String sourceId) {
            try {
                return Long.parseLong(sourceId);
            } catch (NumberFormatException name) {
                return Long.MAX_VALUE;
            }
        }

        private SourceDescription source(int index, SourceLine line, @Nullable String name) throws IOException {
            String part = "sources[" + index + "]";
            Optional<SourceOffset> offset = line.isVoid()
                    ? Optional.empty()
                    : SourceOffsetParser.parse(line.at(), line.text()).value();
            String directory = name == null ? Integer.toString(index) : name;
            if (name != null) {
                origins.put(part + ".name", Origin.INFERRED);
            }
            Map<String, String> options = new TreeMap<>();
            String path = null;
            String format = format(offset.orElse(null));
            if (format.equals(RATE) && !hasOwnLog(directory)) {
                format = UNKNOWN; // a rate source writes down when it began; sources of tests and sockets do not
            }
            origins.put(part + ".format", format.equals(UNKNOWN) ? Origin.GUESS : Origin.INFERRED);
            if (offset.orElse(null) instanceof SourceOffset.FileLog) {
                String file = someFile(directory);
                path = file == null ? null : file.substring(0, Math.max(0, file.lastIndexOf('/')));
                format = file == null ? "parquet" : file.substring(file.lastIndexOf('.') + 1);
                origins.put(part + ".format", Origin.GUESS);
                origins.put(part + ".path", Origin.INFERRED);
            } else if (offset.orElse(null) instanceof SourceOffset.Kafka kafka) {
                options.put("subscribe", String.join(",", kafka.topics().keySet()));
                origins.put(part + ".options.subscribe", Origin.INFERRED);
            }
            return new SourceDescription(name, format, path, null, options, null);
        }

        private static String format(@Nullable SourceOffset offset) {
            if (offset instanceof SourceOffset.Delta) {
                return "delta";
            } else if (offset instanceof SourceOffset.Kafka) {
                return "kafka";
            } else if (offset instanceof SourceOffset.RateMicroBatch) {
                return "rate-micro-batch";
            } else if (offset instanceof SourceOffset.Whole || offset instanceof SourceOffset.ContinuousRate) {
                return RATE;
            }
            return UNKNOWN;
        }

        private boolean hasOwnLog(String directory) throws IOException {
            Optional<StoragePath> log = StoragePath.inside("sources/" + directory);
            return log.isPresent() && checkpoint.entries(log.get()).stream().anyMatch(FileEntry::isFile);
        }

        /** The path of a file that the source's own log names. */
        private @Nullable String someFile(String directory) throws IOException {
            Optional<StoragePath> log = StoragePath.inside("sources/" + directory);
            List<FileEntry> entries = log.isEmpty() ? List.of() : checkpoint.entries(log.get());
            for (FileEntry entry : entries.stream()
                    .filter(FileEntry::isFile)
                    .limit(ENTRIES_TRIED)
                    .toList()) {
                String text = text(entry.path());
                for (String line : text == null ? new String[0] : text.split("\n")) {
                    Optional<String> path = JsonParser.parseObject(
                                    Location.of(entry.path().value()), line)
                            .value()
                            .flatMap(object -> object.text("path"));
                    if (path.isPresent()) {
                        return path.get().replaceFirst("^file:/+", "/");
                    }
                }
            }
            return null;
        }

        private @Nullable List<OperatorDescription> operators() throws IOException {
            List<OperatorDescription> operators = new ArrayList<>();
            boolean isKnown = true;
            for (FileEntry entry : checkpoint.entries(Checkpoint.STATE)) {
                OptionalLong operatorId = operatorId(entry);
                if (operatorId.isEmpty()) {
                    continue;
                }
                OperatorDescription operator = operator(operatorId.getAsLong(), entry.path());
                origins.put("operators[" + operators.size() + "]", Origin.INFERRED);
                isKnown &= operator.name() != null;
                operators.add(operator);
            }
            operators.sort(Comparator.comparingLong(OperatorDescription::operatorId));
            origins.put("operators", isKnown ? Origin.INFERRED : Origin.GUESS);
            return operators;
        }

        private static OptionalLong operatorId(FileEntry entry) {
            return entry.isDirectory() && entry.name().matches("\\d{1,9}")
                    ? OptionalLong.of(Long.parseLong(entry.name()))
                    : OptionalLong.empty();
        }

        private OperatorDescription operator(long operatorId, StoragePath state) throws IOException {
            JsonObject metadata = operatorMetadata(state);
            Map<String, StoreDescription> stores = new LinkedHashMap<>();
            Integer partitions = null;
            if (metadata != null) {
                for (JsonValue store : metadata.array("stateStoreInfo")
                        .map(array -> array.items())
                        .orElse(List.of())) {
                    if (store instanceof JsonObject info
                            && info.text("storeName").isPresent()) {
                        stores.put(info.text("storeName").get(), new StoreDescription(null, null));
                        long count = info.number("numPartitions").orElse(0);
                        partitions =
                                count > 0 && count <= Integer.MAX_VALUE ? Integer.valueOf((int) count) : partitions;
                    }
                }
            }
            String name = metadata == null
                    ? null
                    : metadata.object("operatorInfo")
                            .flatMap(info -> info.text("operatorName"))
                            .orElse(null);
            return new OperatorDescription(operatorId, name, partitions, stores);
        }

        private @Nullable JsonObject operatorMetadata(StoragePath state) throws IOException {
            List<StoragePath> files = new ArrayList<>();
            files.add(state.child("_metadata/metadata"));
            checkpoint.entries(state.child("_metadata/v2")).stream()
                    .filter(entry -> entry.isFile() && entry.name().matches("\\d+"))
                    .map(FileEntry::path)
                    .max(Comparator.comparingLong(path -> position(path.name())))
                    .ifPresent(files::add);
            for (StoragePath file : files) {
                String text = text(file);
                String[] lines = text == null ? new String[0] : text.split("\n", 2);
                if (lines.length == 2) {
                    Parsed<JsonObject> json = JsonParser.parseObject(Location.of(file.value()), lines[1]);
                    if (json.value().isPresent()) {
                        return json.value().get();
                    }
                }
            }
            return null;
        }

        private @Nullable String text(StoragePath file) {
            try {
                byte[] bytes = checkpoint.storage().readAtMost(file, METADATA_LIMIT_BYTES);
                return new String(bytes, StandardCharsets.UTF_8);
            } catch (FileNotFoundException absent) {
                return null;
            } catch (IOException unreadable) {
                return null;
            }
        }

        private static <T> @Nullable T newest(BatchLog<T> log) throws IOException {
            OptionalLong latest = log.list().latest();
            return latest.isEmpty()
                    ? null
                    : log.read(latest.getAsLong()).flatMap(Parsed::value).orElse(null);
        }
    }
}
