package dev.tidemark.delta.replay;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

import dev.tidemark.delta.SchemaTraits;
import dev.tidemark.delta.TableFeature;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.CommitInfo;
import dev.tidemark.delta.action.DeletionVectorDescriptor;
import dev.tidemark.delta.action.DomainMetadata;
import dev.tidemark.delta.action.Irregularity;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.Protocol;
import dev.tidemark.delta.action.Remove;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.delta.action.Sidecar;
import dev.tidemark.delta.error.DeltaError;
import dev.tidemark.delta.error.KernelErrors;
import dev.tidemark.delta.error.ReaderException;
import dev.tidemark.delta.log.CheckpointFiles;
import dev.tidemark.delta.log.KernelSegmentPlanner;
import dev.tidemark.delta.log.LastCheckpoint;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.delta.log.LogListing;
import dev.tidemark.delta.log.LogSegment;
import dev.tidemark.delta.log.VersionChecksum;
import dev.tidemark.delta.log.VersionChecksumParser;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import org.jspecify.annotations.Nullable;

/**
 * Reads a table as Delta Kernel does: newest file first, each in batches of lines of which removes count before adds;
 * what is met first wins; duplicates inside a checkpoint are believed.
 *
 * <p>Authority: Kernel 4.2: {@code SnapshotManager}, {@code ProtocolMetadataLogReplay}, {@code ActiveAddFilesIterator},
 * {@code ActionsIterator}, {@code LogReplay.loadDomainMetadataMap}.
 */
public final class KernelReader implements TableReader {
    private static final int LINES_A_BATCH = 1024;
    private static final Set<String> UNREAD_OF_CHECKSUM = Set.of(
            "setTransactions", "allFiles", "numDeletedRecordsOpt", "numDeletionVectorsOpt", "inCommitTimestampOpt");
    private static final int MAX_SMALL_FILE_BYTES = 64 << 20;
    private static final StoragePath HINT = LogListing.DIRECTORY.child("_last_checkpoint");

    private final Storage table;
    private final ActionDetail detail;
    private final LogLoader loader;
    private final FaultCollector faults = new FaultCollector();

    /** A reader of the table at the root of a storage. One reader serves one read. */
    public KernelReader(Storage table, ActionDetail detail) {
        this.table = table;
        this.detail = detail;
        this.loader = new LogLoader(table, PathStyle.KERNEL, detail);
    }

    /** What one file said about protocol and metadata. */
    private record Visited(
            LogContents contents,
            boolean isCheckpoint,
            @Nullable Protocol protocol,
            @Nullable Metadata metadata) {}

    private final class Scan {
        private final List<Visited> visited = new ArrayList<>();
        private final List<LogContents> sidecars = new ArrayList<>();
        private final List<ReaderException> sidecarErrors = new ArrayList<>();
        private final Set<String> tombstoneKeys = new HashSet<>();
        private final Set<String> addKeys = new HashSet<>();
        private final List<Add> live = new ArrayList<>();
        private final List<Remove> tombstones = new ArrayList<>();
        private final Map<String, SetTransaction> transactions = new HashMap<>();
        private final Map<String, DomainMetadata> domains = new HashMap<>();
        private final Map<String, Long> domainVersions = new HashMap<>();

        private void take(LogContents read, boolean isCheckpoint) {
            faults.addAll(read);
            Protocol protocol = null;
            Metadata metadata = null;
            for (LogContents.Entry entry : read.protocolsAndMetadata()) {
                if (protocol == null && entry.action() instanceof Protocol found) {
                    protocol = found;
                }
                if (metadata == null && entry.action() instanceof Metadata found) {
                    metadata = found;
                }
            }
            visited.add(new Visited(read, isCheckpoint, protocol, metadata));
            takeActions(read, isCheckpoint);
        }

        private void takeActions(LogContents read, boolean isCheckpoint) {
            List<LogContents.Entry> entries = read.entries();
            int from = 0;
            while (from < entries.size()) {
                long batch = (entries.get(from).line() - 1) / LINES_A_BATCH;
                int to = from;
                while (to < entries.size() && (entries.get(to).line() - 1) / LINES_A_BATCH == batch) {
                    to++;
                }
                takeBatch(entries.subList(from, to), isCheckpoint, read);
                from = to;
            }
            read.forgetActions();
        }

        private void takeBatch(List<LogContents.Entry> batch, boolean isCheckpoint, LogContents read) {
            if (!isCheckpoint) {
                for (LogContents.Entry entry : batch) {
                    if (entry.action() instanceof Remove remove
                            && tombstoneKeys.add(identity(entry, remove.deletionVector()))) {
                        tombstones.add(remove);
                    }
                }
            }
            for (LogContents.Entry entry : batch) {
                if (entry.action() instanceof Add add) {
                    takeAdd(add, identity(entry, add.deletionVector()), isCheckpoint);
                } else if (entry.action() instanceof SetTransaction transaction) {
                    transactions.putIfAbsent(transaction.appId(), transaction);
                } else if (entry.action() instanceof DomainMetadata domain
                        && domains.putIfAbsent(domain.domain(), domain) == null) {
                    domainVersions.put(domain.domain(), versionOf(read));
                }
            }
        }

        private void takeAdd(Add add, String identity, boolean isCheckpoint) {
            boolean isKnown = isCheckpoint ? addKeys.contains(identity) : !addKeys.add(identity);
            if (!isKnown && !tombstoneKeys.contains(identity)) {
                live.add(add);
            }
        }

        private String identity(LogContents.Entry entry, @Nullable DeletionVectorDescriptor vector) {
            return vector == null ? entry.pathKey() : entry.pathKey() + '\0' + vector.uniqueId();
        }

        private long versionOf(LogContents read) {
            return read.file().name() instanceof dev.tidemark.delta.log.LogFileName.Versioned
                    ? LogSegment.versionOf(read.file())
                    : -1;
        }
    }

    @Override
    public Replay read(OptionalLong version) throws IOException {
        LogListing listing = LogListing.of(table);
        LogSegment segment = null;
        Scan scan = null;
        try {
            KernelSegmentPlanner planner = new KernelSegmentPlanner(listing, table.location());
            segment = version.isPresent()
                    ? planner.at(version.getAsLong())
                    : planner.latest(hint()).orElseThrow();
            VersionChecksum checksum = checksum(segment);
            scan = scan(segment);
            Visited found = protocolAndMetadata(segment, scan, checksum);
            requireReadable(found);
            requireScan(scan);
            return replayed(segment, scan, found, checksum, null);
        } catch (ReaderException refused) {
            return salvaged(listing, segment, scan, version, refused.error());
        }
    }

    // ---- the hint

    private Optional<LastCheckpoint> hint() throws IOException {
        byte[] bytes;
        try {
            bytes = table.readAtMost(HINT, MAX_SMALL_FILE_BYTES);
        } catch (FileNotFoundException absent) {
            return Optional.empty();
        } catch (IOException refused) {
            faults.add(LogFault.Kind.BAD_HINT, Location.of(HINT.value()), "unreadable: " + refused.getMessage());
            return Optional.empty();
        }
        List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
        Location at = Location.of(HINT.value());
        if (lines.size() == 1) {
            JsonObject json = JsonParser.parseObject(at, lines.get(0)).value().orElse(JsonObject.EMPTY);
            OptionalLong version = json.number("version");
            boolean hasWrongParts = json.find("parts")
                            .filter(parts -> parts != dev.tidemark.format.json.JsonNull.NULL)
                            .isPresent()
                    && json.number("parts").isEmpty();
            if (version.isPresent() && json.number("size").isPresent() && !hasWrongParts) {
                return Optional.of(new LastCheckpoint(
                        version.getAsLong(),
                        json.number("size").getAsLong(),
                        null,
                        false,
                        false,
                        null,
                        LastCheckpoint.Digest.ABSENT));
            }
        }
        faults.add(LogFault.Kind.BAD_HINT, at, "it cannot be read; Kernel lists the whole log instead");
        return Optional.empty();
    }

    // ---- reading

    private Scan scan(LogSegment segment) throws IOException {
        Scan scan = new Scan();
        List<LogFile> newestFirst = new ArrayList<>(segment.deltas());
        Collections.reverse(newestFirst);
        loader.readAll(newestFirst, LogContents.Kept.ALL, read -> scan.take(read, false));
        CheckpointFiles checkpoint = segment.checkpoint();
        if (checkpoint != null) {
            List<LogFile> files = new ArrayList<>(checkpoint.files());
            files.sort(
                    Comparator.comparing((LogFile file) -> file.name().value()).reversed());
            List<Sidecar> sidecars = new ArrayList<>();
            for (LogFile file : files) {
                LogContents read = loader.read(file, LogContents.Kept.ALL);
                if (checkpoint.kind() != CheckpointFiles.Kind.MULTIPART) {
                    sidecars.addAll(read.sidecars());
                }
                scan.take(read, true);
            }
            for (Sidecar sidecar : sidecars) {
                readSidecar(sidecar, scan);
            }
        }
        return scan;
    }

    /** Kernel believes the recorded length of a sidecar. */
    private void readSidecar(Sidecar sidecar, Scan scan) throws IOException {
        LogFile file = SidecarPaths.resolve(table, sidecar);
        String shown = table.location() + "/" + file.path();
        if (file.entry().isFile() && file.entry().sizeBytes() < sidecar.sizeBytes()) {
            scan.sidecarErrors.add(
                    KernelErrors.engine("Error reading Parquet file: " + shown + ": Cannot seek after EOF"));
        }
        Storage view = new ShorterView(table, file.path(), sidecar.sizeBytes());
        LogContents read = new LogLoader(view, PathStyle.KERNEL, detail).read(file, LogContents.Kept.ALL);
        scan.sidecars.add(read);
        faults.addAll(read);
        scan.takeActions(read, true);
    }

    private @Nullable VersionChecksum checksum(LogSegment segment) throws IOException {
        LogFile file = segment.checksum();
        if (file == null) {
            return null;
        }
        byte[] bytes;
        try {
            bytes = table.readAtMost(file.path(), MAX_SMALL_FILE_BYTES);
        } catch (FileNotFoundException gone) {
            return null;
        } catch (IOException refused) {
            faults.add(LogFault.Kind.BAD_CHECKSUM, file.location(), "unreadable: " + refused.getMessage());
            return null;
        }
        Parsed<VersionChecksum> parsed = VersionChecksumParser.parse(file.location(), bytes);
        VersionChecksum checksum = parsed.value().orElse(null);
        if (checksum == null) {
            faults.add(
                    LogFault.Kind.BAD_CHECKSUM,
                    file.location(),
                    parsed.damage().orElseThrow().message() + "; readers pass over it");
            return null;
        }
        boolean isWhole = checksum.irregularities().stream().noneMatch(KernelReader::isReadOfChecksum)
                && checksum.protocol() != null
                && checksum.metadata() != null
                && checksum.tableSizeBytes().orElse(-1) >= 0
                && checksum.fileCount().orElse(-1) >= 0
                && (checksum.domains() == null || checksum.domains().stream().noneMatch(DomainMetadata::removed))
                && new String(bytes, StandardCharsets.UTF_8).lines().count() == 1;
        return isWhole ? checksum : null;
    }

    /** Kernel reads neither transactions nor files nor deletion counts of a checksum. */
    private static boolean isReadOfChecksum(Irregularity odd) {
        return !odd.action().equals("txn") && !UNREAD_OF_CHECKSUM.contains(odd.field());
    }

    // ---- protocol and metadata

    private Visited protocolAndMetadata(LogSegment segment, Scan scan, @Nullable VersionChecksum checksum) {
        long checksumVersion = segment.checksum() == null
                ? Long.MIN_VALUE
                : segment.checksum().name().versionIfAny().orElseThrow();
        if (checksum != null && checksumVersion == segment.version()) {
            return new Visited(anyOf(scan), false, checksum.protocol(), checksum.metadata());
        }
        Protocol protocol = null;
        Metadata metadata = null;
        for (Visited visited : scan.visited) {
            requireReadable(visited.contents(), visited.isCheckpoint(), "protocol", "metaData");
            protocol = protocol == null ? visited.protocol() : protocol;
            if (metadata == null && visited.metadata() != null) {
                metadata = visited.metadata();
                requireWhole(visited);
            }
            if (protocol != null && metadata != null) {
                return new Visited(visited.contents(), visited.isCheckpoint(), protocol, metadata);
            }
            if (checksum != null && LogSegment.versionOf(visited.contents().file()) == checksumVersion + 1) {
                protocol = protocol == null ? checksum.protocol() : protocol;
                metadata = metadata == null ? checksum.metadata() : metadata;
                return new Visited(visited.contents(), false, protocol, metadata);
            }
        }
        throw KernelErrors.illegalState(
                "No " + (protocol == null ? "protocol" : "metadata") + " found at version " + segment.version());
    }

    private static LogContents anyOf(Scan scan) {
        return scan.visited.get(0).contents();
    }

    /** In a checkpoint, columns that may not be null are checked one by one. */
    private static void requireWhole(Visited visited) {
        Metadata metadata = Objects.requireNonNull(visited.metadata());
        if (!visited.isCheckpoint()) {
            return;
        }
        String missing = null;
        if (metadata.id() == null) {
            missing = "id";
        } else if (metadata.schemaString() == null) {
            missing = "schemaString";
        }
        if (missing != null) {
            throw KernelErrors.illegalArgument("Expected a non-null value for column: " + missing);
        }
    }

    private void requireReadable(Visited found) {
        Metadata metadata = Objects.requireNonNull(found.metadata());
        if (metadata.schemaString() != null) {
            Parsed<SchemaTraits> schema =
                    SchemaTraits.of(Location.of("metaData.schemaString"), metadata.schemaString());
            if (schema.value().isEmpty()) {
                Damage damage = schema.damage().orElseThrow();
                throw damage.kind() == DamageKind.EMPTY
                        ? KernelErrors.illegalArgument(
                                "Could not parse the following JSON as a valid Delta data type:\n")
                        : KernelErrors.schemaNotParsed(damage.found());
            }
            requireKnownTypes(schema.value().get(), metadata.schemaString());
        }
        Protocol protocol = Objects.requireNonNull(found.protocol());
        if (protocol.minReaderVersion() > 3) {
            throw KernelErrors.unsupportedProtocol(table.location(), protocol.minReaderVersion());
        }
        List<String> features = protocol.readerFeatures() == null ? List.of() : protocol.readerFeatures();
        for (String feature : features) {
            if (TableFeature.of(feature).filter(TableFeature::isKnownToKernel).isEmpty()) {
                throw KernelErrors.unknownFeature(feature);
            }
        }
    }

    private static void requireKnownTypes(SchemaTraits schema, String text) {
        if (schema.unknownToKernel().isPresent()) {
            throw KernelErrors.illegalArgument(schema.unknownToKernel().get() + " is not a supported delta data type");
        }
        if (!schema.isStruct()) {
            throw KernelErrors.illegalArgument("Could not parse the following JSON as a valid StructType:\n" + text);
        }
        if (schema.hasVoid()) {
            throw KernelErrors.unsupportedType("VOID");
        }
    }

    // ---- the scan

    private void requireScan(Scan scan) {
        for (Visited visited : scan.visited) {
            requireReadable(visited.contents(), visited.isCheckpoint(), "add", "remove", "txn", "domainMetadata");
            requirePaths(visited.contents());
        }
        if (!scan.sidecarErrors.isEmpty()) {
            throw scan.sidecarErrors.get(0);
        }
        for (LogContents sidecar : scan.sidecars) {
            requireReadable(sidecar, true, "add", "remove");
            requirePaths(sidecar);
        }
    }

    private static void requirePaths(LogContents read) {
        if (!read.badPaths().isEmpty()) {
            throw KernelErrors.badPath(read.badPaths().get(0).why());
        }
    }

    private void requireReadable(LogContents read, boolean isCheckpoint, String... columns) {
        String shown = table.location() + "/" + read.file().path();
        LogContents.Problem problem = read.problem();
        if (problem instanceof LogContents.Problem.Broken broken) {
            String why = shown + ": " + broken.damage().found();
            switch (broken.part()) {
                case NOT_PARQUET -> throw KernelErrors.runtime(why);
                case FOOTER -> throw KernelErrors.engine("Error reading Parquet file: " + why);
                case ROWS -> throw KernelErrors.undecodablePage(why);
            }
        }
        if (problem != null) {
            throw KernelErrors.engine("Error reading file: " + shown + " (No such file)");
        }
        for (LogContents.BadLine bad : read.badLines()) {
            throw badLine(bad);
        }
        if (isCheckpoint && shown.endsWith(".parquet")) {
            return;
        }
        for (LogContents.OddLine odd : read.oddLines()) {
            ReaderException refused = oddLine(odd.irregularity(), List.of(columns));
            if (refused != null) {
                throw refused;
            }
        }
    }

    private static ReaderException badLine(LogContents.BadLine bad) {
        return switch (bad.fault()) {
            case MALFORMED, TRUNCATED, TOO_LONG ->
                KernelErrors.engine("Could not parse JSON: " + bad.damage().found());
            case NULL, SCALAR, ARRAY -> notAnObject();
        };
    }

    private static ReaderException notAnObject() {
        return KernelErrors.classCast("class com.fasterxml.jackson.databind.JsonNode cannot be cast to class"
                + " com.fasterxml.jackson.databind.node.ObjectNode");
    }

    private static @Nullable ReaderException oddLine(Irregularity odd, List<String> columns) {
        switch (odd.kind()) {
            case BLANK_LINE, ARRAY_LINE -> {
                return notAnObject();
            }
            case LIBERAL_JSON -> {
                return KernelErrors.engine("Could not parse JSON: Unexpected character");
            }
            case BYTE_ORDER_MARK -> {
                return KernelErrors.engine("Could not parse JSON: Unexpected character (code 65279)");
            }
            case MISSING_FIELD, WRONG_TYPE, NOT_TEXT -> {
                return isAsked(odd, columns)
                        ? KernelErrors.runtime("Root node at key " + odd.field() + " is null but field isn't nullable")
                        : null;
            }
            case SEVERAL_ACTIONS, TEXT_BEHIND, NOT_UTF8 -> {
                return null;
            }
        }
        return null;
    }

    /** Of a remove Kernel reads path and deletion vector alone, of an add no statistics. */
    private static boolean isAsked(Irregularity odd, List<String> columns) {
        if (!columns.contains(odd.action())) {
            return false;
        }
        boolean isVector = odd.field().startsWith("deletionVector");
        return switch (odd.action()) {
            case "remove" -> odd.field().isEmpty() || odd.field().equals("path") || isVector;
            case "add" -> !odd.field().equals("stats") && !odd.field().equals("clusteringProvider");
            default -> true;
        };
    }

    // ---- the answer

    private Replay replayed(
            LogSegment segment,
            Scan scan,
            Visited found,
            @Nullable VersionChecksum checksum,
            @Nullable DeltaError error)
            throws IOException {
        TableState state = new TableState(
                found.protocol(),
                found.metadata(),
                LiveFiles.of(scan.live),
                scan.tombstones,
                scan.transactions.values().stream()
                        .sorted(Comparator.comparing(SetTransaction::appId))
                        .toList(),
                domains(segment, scan, checksum));
        faults.addDoubts(state);
        return new Replay(segment.version(), timestamp(segment, found.metadata()), state, segment, error, faults.all());
    }

    private static List<DomainMetadata> domains(LogSegment segment, Scan scan, @Nullable VersionChecksum checksum) {
        Map<String, DomainMetadata> domains = new HashMap<>(scan.domains);
        if (checksum != null && checksum.domains() != null) {
            long of = Objects.requireNonNull(segment.checksum())
                    .name()
                    .versionIfAny()
                    .orElseThrow();
            domains.keySet().removeIf(domain -> scan.domainVersions.getOrDefault(domain, -1L) <= of);
            checksum.domains().forEach(domain -> domains.putIfAbsent(domain.domain(), domain));
        }
        return domains.values().stream()
                .filter(domain -> !domain.removed())
                .sorted(Comparator.comparing(DomainMetadata::domain))
                .toList();
    }

    private @Nullable Long timestamp(LogSegment segment, @Nullable Metadata metadata) throws IOException {
        boolean inCommit = metadata != null
                && metadata.property("delta.enableInCommitTimestamps")
                        .filter("true"::equalsIgnoreCase)
                        .isPresent();
        if (!inCommit) {
            return segment.lastCommit().entry().modifiedAtMs();
        }
        CommitInfo info =
                loader.read(segment.lastCommit(), LogContents.Kept.NO_FILES).commitInfo();
        OptionalLong timestamp = info == null ? OptionalLong.empty() : info.inCommitTimestampMs();
        return timestamp.isPresent() ? timestamp.getAsLong() : null;
    }

    private Replay salvaged(
            LogListing listing,
            @Nullable LogSegment segment,
            @Nullable Scan scan,
            OptionalLong version,
            DeltaError error)
            throws IOException {
        LogSegment remains =
                segment == null ? SalvagePlanner.plan(listing, version).orElse(null) : segment;
        if (remains == null) {
            return new Replay(null, null, TableState.NOTHING, null, error, faults.all());
        }
        Scan read = scan == null ? scan(remains) : scan;
        Protocol protocol = null;
        Metadata metadata = null;
        for (Visited visited : read.visited) {
            protocol = protocol == null ? visited.protocol() : protocol;
            metadata = metadata == null ? visited.metadata() : metadata;
        }
        Visited found = read.visited.isEmpty() ? null : new Visited(anyOf(read), false, protocol, metadata);
        return found == null
                ? new Replay(remains.version(), null, TableState.NOTHING, remains, error, faults.all())
                : replayed(remains, read, found, null, error);
    }
}
