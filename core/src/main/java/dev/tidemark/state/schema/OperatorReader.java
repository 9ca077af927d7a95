package dev.tidemark.state.schema;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeSet;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.io.EntryKind;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.FileTooLargeException;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.state.StateStoreId;
import org.jspecify.annotations.Nullable;

/**
 * Reads what stands in an operator's directory besides rows: metadata, schemas, partitions. Spark 4.2:
 * OperatorStateMetadataReader, StateSchemaCompatibilityChecker.readSchemaFile.
 */
public final class OperatorReader {
    private static final int LIMIT_BYTES = 1 << 24;
    private static final String METADATA = "_metadata";
    private static final String STATE_SCHEMA = "_stateSchema";

    private final Storage storage;
    private final int operatorId;
    private final long batchId;
    private final StoragePath directory;
    private final List<Damage> damages = new ArrayList<>();

    private OperatorReader(Storage storage, int operatorId, long batchId) {
        this.storage = storage;
        this.operatorId = operatorId;
        this.batchId = batchId;
        this.directory = StateStoreId.operatorDirectory(operatorId);
    }

    /** The ids of all operators that have a directory, ascending. */
    public static List<Integer> operatorIds(Storage checkpoint) throws IOException {
        return numbersIn(checkpoint, StateStoreId.STATE);
    }

    /** An operator as it stood at a batch. */
    public static StatefulOperator read(Storage checkpoint, int operatorId, long batchId) throws IOException {
        return new OperatorReader(checkpoint, operatorId, batchId).read();
    }

    private StatefulOperator read() throws IOException {
        OperatorMetadata metadata = metadata();
        List<StoreSchema> stores = new ArrayList<>();
        for (String store : storeNames(metadata)) {
            stores.add(store(store, metadata));
        }
        return new StatefulOperator(operatorId, metadata, stores, numbersIn(storage, directory), damages);
    }

    private @Nullable OperatorMetadata metadata() throws IOException {
        StoragePath versions = directory.child(METADATA).child("v2");
        OptionalLong version = newest(versions);
        StoragePath file = version.isPresent()
                ? versions.child(Long.toString(version.getAsLong()))
                : directory.child(METADATA).child("metadata");
        Optional<byte[]> bytes = bytes(file);
        if (bytes.isEmpty()) {
            return null;
        }
        Parsed<OperatorMetadata> parsed = OperatorMetadataParser.parse(Location.of(file.value()), bytes.get());
        parsed.damage().ifPresent(damages::add);
        return parsed.value().orElse(null);
    }

    /** The largest number at or below the batch; the smallest above it when there is none. */
    private OptionalLong newest(StoragePath versions) throws IOException {
        List<Long> numbers = new ArrayList<>();
        forEachEntry(storage, versions, entry -> number(entry.path().name()).ifPresent(numbers::add));
        OptionalLong atMost = numbers.stream()
                .mapToLong(Long::longValue)
                .filter(n -> n <= batchId)
                .max();
        return atMost.isPresent()
                ? atMost
                : numbers.stream().mapToLong(Long::longValue).min();
    }

    private Collection<String> storeNames(@Nullable OperatorMetadata metadata) throws IOException {
        TreeSet<String> names = new TreeSet<>();
        if (metadata != null) {
            metadata.stores().forEach(store -> names.add(store.storeName()));
        }
        if (names.isEmpty()) {
            forEachEntry(storage, directory.child("0"), entry -> {
                String name = entry.path().name();
                if (entry.kind() == EntryKind.DIRECTORY && JoinStores.isOne(name)) {
                    names.add(name);
                }
            });
        }
        return names.isEmpty() ? List.of(StateStoreId.DEFAULT_STORE) : names;
    }

    private StoreSchema store(String name, @Nullable OperatorMetadata metadata) throws IOException {
        Optional<OperatorMetadata.StoreMetadata> store =
                Optional.ofNullable(metadata).flatMap(known -> known.store(name));
        List<StoragePath> files = schemaFiles(name, metadata);
        if (!files.isEmpty()) {
            return merged(name, files, metadata);
        }
        StoragePath file = new StateStoreId(operatorId, 0, name)
                .directory()
                .child(METADATA)
                .child("schema");
        List<ColumnFamilySchema> families = new ArrayList<>();
        for (ColumnFamilySchema family : families(file)) {
            int prefix = store.map(OperatorMetadata.StoreMetadata::prefixColumns)
                    .orElseGet(() -> OperatorGuess.sessionPrefixColumns(family.key()));
            families.add(withPrefix(valueMended(family, metadata), prefix));
        }
        return new StoreSchema(name, families, false);
    }

    private static ColumnFamilySchema withPrefix(ColumnFamilySchema family, int columns) {
        if (columns <= 0 || columns >= family.key().size()) {
            return family;
        }
        return ColumnFamilySchema.of(family.name(), family.key(), family.value(), new KeyEncoding.Prefix(columns));
    }

    /** Up to Spark 3.3 the file of a deduplication claims its input's columns as value. */
    private static ColumnFamilySchema valueMended(ColumnFamilySchema family, @Nullable OperatorMetadata metadata) {
        boolean isDeduplication = metadata != null && metadata.operatorName().equals(OperatorName.DEDUPLICATION);
        if (!isDeduplication || family.value().size() == 1) {
            return family;
        }
        StructSchema voidValue =
                StructSchema.of(StructSchema.Field.of("__dummy__", dev.tidemark.format.type.SparkType.Simple.VOID));
        return ColumnFamilySchema.of(family.name(), family.key(), voidValue, family.keyEncoding());
    }

    /**
     * The schema files of version 3 that count at the batch: those the metadata name, looked up here rather than where the
     * writer had them, or all up to the batch when the metadata is of no help.
     */
    private List<StoragePath> schemaFiles(String store, @Nullable OperatorMetadata metadata) throws IOException {
        StoragePath schemas = directory.child(STATE_SCHEMA).child(store);
        List<StoragePath> named = new ArrayList<>();
        List<String> paths = metadata == null
                ? List.of()
                : metadata.store(store)
                        .map(OperatorMetadata.StoreMetadata::schemaPaths)
                        .orElse(List.of());
        for (String path : paths) {
            String fileName = path.substring(path.lastIndexOf('/') + 1);
            StoragePath.inside(fileName)
                    .map(inside -> schemas.child(inside.value()))
                    .ifPresent(named::add);
        }
        if (!named.isEmpty()) {
            return named;
        }
        List<StoragePath> all = new ArrayList<>();
        forEachEntry(storage, schemas, entry -> {
            if (entry.isFile()
                    && batchOf(entry.path()).filter(batch -> batch <= batchId).isPresent()) {
                all.add(entry.path());
            }
        });
        all.sort(Comparator.comparing((StoragePath path) -> batchOf(path).orElse(0L))
                .thenComparing(Comparator.naturalOrder()));
        return all;
    }

    private static Optional<Long> batchOf(StoragePath schemaFile) {
        return number(schemaFile.name().split("_", 2)[0]);
    }

    /** The newest file says which column families there are; the older ones what ids of values mean. */
    private StoreSchema merged(String store, List<StoragePath> files, @Nullable OperatorMetadata metadata)
            throws IOException {
        Map<String, ColumnFamilySchema> families = new LinkedHashMap<>();
        for (StoragePath file : files) {
            for (ColumnFamilySchema family : families(file)) {
                families.merge(family.name(), family, OperatorReader::evolved);
            }
        }
        List<ColumnFamilySchema> known = new ArrayList<>();
        families.values().forEach(family -> known.add(withMultiplicity(family, metadata)));
        return new StoreSchema(store, known, true);
    }

    private static ColumnFamilySchema evolved(ColumnFamilySchema older, ColumnFamilySchema newer) {
        Map<Integer, StructSchema> values = new LinkedHashMap<>(older.values());
        values.putAll(newer.values());
        return new ColumnFamilySchema(
                newer.name(), newer.key(), values, newer.valueSchemaId(), newer.keyEncoding(), false, newer.userKey());
    }

    private static ColumnFamilySchema withMultiplicity(ColumnFamilySchema family, @Nullable OperatorMetadata metadata) {
        boolean holdsSeveral = family.keyEncoding() instanceof KeyEncoding.TimestampFirst
                || family.keyEncoding() instanceof KeyEncoding.TimestampLast
                || (metadata != null && isListState(metadata.properties(), family.name()));
        return new ColumnFamilySchema(
                family.name(),
                family.key(),
                family.values(),
                family.valueSchemaId(),
                family.keyEncoding(),
                holdsSeveral,
                family.userKey());
    }

    private static boolean isListState(JsonObject properties, String name) {
        for (JsonValue item :
                properties.array("stateVariables").map(array -> array.items()).orElse(List.of())) {
            if (item instanceof JsonObject variable
                    && variable.text("stateName").filter(name::equals).isPresent()) {
                return variable.text("stateVariableType")
                        .filter("ListState"::equals)
                        .isPresent();
            }
        }
        return false;
    }

    private List<ColumnFamilySchema> families(StoragePath file) throws IOException {
        Optional<byte[]> bytes = bytes(file);
        if (bytes.isEmpty()) {
            damages.add(
                    new Damage(Location.of(file.value()), DamageKind.MISSING, "a state schema file", "no such file"));
            return List.of();
        }
        Parsed<StateSchemaFile> parsed = StateSchemaParser.parse(Location.of(file.value()), bytes.get());
        parsed.damage().ifPresent(damages::add);
        return parsed.value().map(StateSchemaFile::families).orElse(List.of());
    }

    private Optional<byte[]> bytes(StoragePath file) throws IOException {
        try {
            return Optional.of(storage.readAtMost(file, LIMIT_BYTES));
        } catch (FileNotFoundException absent) {
            return Optional.empty();
        } catch (FileTooLargeException tooLarge) {
            damages.add(new Damage(
                    Location.of(file.value()), DamageKind.TOO_LARGE, "at most " + LIMIT_BYTES + " bytes", "more"));
            return Optional.empty();
        }
    }

    private static List<Integer> numbersIn(Storage storage, StoragePath directory) throws IOException {
        TreeSet<Integer> numbers = new TreeSet<>();
        forEachEntry(storage, directory, entry -> {
            if (entry.kind() == EntryKind.DIRECTORY) {
                smallNumber(entry.path().name()).ifPresent(numbers::add);
            }
        });
        return List.copyOf(numbers);
    }

    private static OptionalInt smallNumber(String name) {
        return name.matches("0|[1-9]\\d{0,8}") ? OptionalInt.of(Integer.parseInt(name)) : OptionalInt.empty();
    }

    private static Optional<Long> number(String name) {
        return name.matches("0|[1-9]\\d{0,17}") ? Optional.of(Long.parseLong(name)) : Optional.empty();
    }

    private static void forEachEntry(
            Storage storage, StoragePath directory, java.util.function.Consumer<FileEntry> each) throws IOException {
        try {
            storage.forEachEntry(directory, each);
        } catch (FileNotFoundException | NotDirectoryException absent) {
            // An operator directory need not have every part.
            return;
        }
    }
}
