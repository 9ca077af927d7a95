package dev.tidemark.state.rocksdb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.state.StateFile;
import dev.tidemark.state.StateVersion;
import dev.tidemark.state.UnbasedLineage;
import org.jspecify.annotations.Nullable;

/**
 * Finds the ways to a version: the one every Spark takes, others from older snapshots, and those among them that Spark
 * 4.2's auto snapshot repair takes when the first snapshot turns out to be broken. Spark 4.2:
 * RocksDB.loadWithoutCheckpointId, loadWithCheckpointId, getFullLineage, AutoSnapshotLoader.
 */
final class RoutePlanner {
    /** How far back the repair looks. Spark 4.2: autoSnapshotRepair.maxChangeFileReplay. */
    private static final long MOST_REPLAYED = 500;

    private final RocksFiles files;
    private final LineageReader lineages;

    /** Reads the lineage in the header of a changelog. */
    @FunctionalInterface
    interface LineageReader {
        Parsed<Changelog> read(StateFile changelog) throws IOException;
    }

    RoutePlanner(RocksFiles files, LineageReader lineages) {
        this.files = files;
        this.lineages = lineages;
    }

    /** At least one route, Spark's own first. */
    List<RocksRoute> routes(StateVersion version) throws IOException {
        if (version.number() == 0) {
            return List.of(new RocksRoute(version, null, List.of(), List.of()));
        }
        return version.uniqueId() == null ? plain(version) : identified(version);
    }

    /** What the repair tries, in its order; {@code whole} reads a changelog to its end, as Spark does to close it. */
    List<RocksRoute> repairs(StateVersion version, LineageReader whole) throws IOException {
        if (version.number() == 0) {
            return List.of();
        }
        if (version.uniqueId() == null) {
            List<RocksRoute> routes = plain(version);
            return routes.subList(1, routes.size());
        }
        Map<Long, StateVersion> near = near(version, whole);
        long first = near.values().stream()
                .filter(known -> files.snapshot(known).isPresent())
                .mapToLong(StateVersion::number)
                .max()
                .orElse(0);
        Map<Long, StateVersion> known = fullLineage(version, whole).orElse(near);
        List<RocksRoute> routes = new ArrayList<>();
        for (long base = version.number() - 1; base > 0 && known.containsKey(base + 1); base--) {
            StateVersion start = known.getOrDefault(base, near.get(base));
            if (start != null && base != first) {
                files.snapshot(start)
                        .ifPresent(snapshot -> routes.add(identifiedRoute(version, snapshot, start.number(), known)));
            }
        }
        if (first != 0
                && LongStream.rangeClosed(1, Math.min(version.number(), known.size() + 1L))
                        .allMatch(known::containsKey)) {
            routes.add(identifiedRoute(version, null, 0, known));
        }
        return routes;
    }

    /** The lineage that Spark begins with: a snapshot of the version itself spares it the reading of a changelog. */
    private Map<Long, StateVersion> near(StateVersion version, LineageReader whole) throws IOException {
        Map<Long, StateVersion> near = new TreeMap<>();
        Optional<StateFile> changelog = files.changelog(version);
        if (files.snapshot(version).isEmpty() && changelog.isPresent()) {
            whole.read(changelog.get())
                    .value()
                    .map(Changelog::lineage)
                    .orElse(List.of())
                    .forEach(item -> near.put(item.version(), new StateVersion(item.version(), item.uniqueId())));
        }
        near.put(version.number(), version);
        return near;
    }

    /** Every version back to the first, or as far as the repair may replay; empty when a changelog on the way is not sound. */
    private Optional<Map<Long, StateVersion>> fullLineage(StateVersion version, LineageReader whole)
            throws IOException {
        long start = Math.max(1, version.number() - MOST_REPLAYED);
        Map<Long, StateVersion> full = new TreeMap<>();
        full.put(version.number(), version);
        StateVersion oldest = version;
        while (oldest.number() > start) {
            Optional<StateFile> changelog = files.changelog(oldest);
            if (changelog.isEmpty()) {
                return Optional.empty();
            }
            Parsed<Changelog> header = whole.read(changelog.get());
            if (header.damage().isPresent()) {
                return Optional.empty();
            }
            StateVersion from = oldest;
            for (LineageItem item : header.value().map(Changelog::lineage).orElse(List.of())) {
                if (item.version() >= start && item.version() < from.number()) {
                    StateVersion older = new StateVersion(item.version(), item.uniqueId());
                    full.put(older.number(), older);
                    oldest = older.number() < oldest.number() ? older : oldest;
                }
            }
            if (oldest.equals(from)) {
                return Optional.empty();
            }
        }
        return full.size() == version.number() - start + 1 ? Optional.of(full) : Optional.empty();
    }

    private RocksRoute identifiedRoute(
            StateVersion version, @Nullable StateFile snapshot, long from, Map<Long, StateVersion> known) {
        List<StateFile> changelogs = new ArrayList<>();
        for (long number = from + 1; number <= version.number(); number++) {
            StateVersion next = known.getOrDefault(number, version);
            Optional<StateFile> changelog = files.changelog(next);
            if (changelog.isEmpty()) {
                return new RocksRoute(version, snapshot, changelogs, List.of(missingChangelog(next)));
            }
            changelogs.add(changelog.get());
        }
        return new RocksRoute(version, snapshot, changelogs, List.of());
    }

    private List<RocksRoute> plain(StateVersion version) {
        List<RocksRoute> routes = new ArrayList<>();
        for (StateFile snapshot : files.plainSnapshotsDownFrom(version.number())) {
            routes.add(plainRoute(version, snapshot, snapshot.version()));
        }
        routes.add(plainRoute(version, null, 0));
        return routes;
    }

    private RocksRoute plainRoute(StateVersion version, @Nullable StateFile snapshot, long from) {
        List<StateFile> changelogs = new ArrayList<>();
        for (long number = from + 1; number <= version.number(); number++) {
            Optional<StateFile> changelog = files.changelog(StateVersion.of(number));
            if (changelog.isEmpty()) {
                return new RocksRoute(
                        version, snapshot, changelogs, List.of(missingChangelog(StateVersion.of(number))));
            }
            changelogs.add(changelog.get());
        }
        return new RocksRoute(version, snapshot, changelogs, List.of());
    }

    private List<RocksRoute> identified(StateVersion version) throws IOException {
        List<RocksRoute> own = new ArrayList<>();
        List<RocksRoute> detours = new ArrayList<>();
        files.snapshot(version).ifPresent(snapshot -> own.add(new RocksRoute(version, snapshot, List.of(), List.of())));
        Walk walk = new Walk(version);
        while (walk.goBack()) {
            walk.route().ifPresent(walk.isInOwnLineage() ? own::add : detours::add);
        }
        if (walk.reachedStart()) {
            (walk.isInOwnLineage() ? own : detours).add(walk.routeFromNothing());
        }
        if (own.isEmpty()) {
            own.add(new RocksRoute(version, null, List.of(), List.of(walk.obstacle())));
        }
        own.addAll(detours);
        return own;
    }

    private Damage missingChangelog(StateVersion version) {
        return new Damage(
                Location.of(files.changelogPath(version).value()),
                DamageKind.MISSING,
                "the changes of version " + version.number(),
                "no such file");
    }

    /** Goes from a version back through the lineages that its changelogs hold. */
    private final class Walk {
        private final StateVersion goal;
        private final List<StateVersion> chain = new ArrayList<>();
        private final List<StateFile> changelogs = new ArrayList<>();
        private List<LineageItem> known = List.of();
        private final Set<StateVersion> seen = new HashSet<>();
        private @Nullable Damage obstacle;

        /** The versions that the goal's own changelog names, the newest first. */
        private List<LineageItem> own = List.of();

        Walk(StateVersion goal) {
            this.goal = goal;
            chain.add(goal);
            seen.add(goal);
        }

        /** Takes one more changelog and learns the version it builds on. */
        boolean goBack() throws IOException {
            StateVersion oldest = chain.get(chain.size() - 1);
            if (oldest.number() == 0 || obstacle != null) {
                return false;
            }
            Optional<StateFile> changelog = files.changelog(oldest);
            if (changelog.isEmpty()) {
                obstacle = missingChangelog(oldest);
                return false;
            }
            Optional<StateVersion> before = before(oldest, changelog.get());
            if (before.isEmpty()) {
                return false;
            }
            changelogs.add(0, changelog.get());
            chain.add(before.get());
            return true;
        }

        private Optional<StateVersion> before(StateVersion version, StateFile changelog) throws IOException {
            if (version.number() == 1) {
                return Optional.of(StateVersion.of(0));
            }
            long wanted = version.number() - 1;
            Optional<LineageItem> item = find(wanted);
            if (item.isEmpty()) {
                Parsed<Changelog> header = lineages.read(changelog);
                known = header.value().map(Changelog::lineage).orElse(List.of()).stream()
                        .sorted(Comparator.comparingLong(LineageItem::version).reversed())
                        .toList();
                if (version.equals(goal)) {
                    own = known;
                }
                item = find(wanted);
                if (item.isEmpty()) {
                    obstacle = header.damage()
                            .orElseGet(() -> new Damage(
                                    Location.of(changelog.path().value()),
                                    DamageKind.MISSING,
                                    "version " + wanted + " in the lineage",
                                    "a lineage without it"));
                    return Optional.empty();
                }
            }
            StateVersion found = new StateVersion(wanted, item.get().uniqueId());
            return seen.add(found) ? Optional.of(found) : Optional.empty();
        }

        private Optional<LineageItem> find(long wanted) {
            return known.stream().filter(item -> item.version() == wanted).findFirst();
        }

        /** The route from the snapshot of the version just reached, if it has one. */
        Optional<RocksRoute> route() {
            StateVersion base = chain.get(chain.size() - 1);
            return base.number() == 0
                    ? Optional.empty()
                    : files.snapshot(base).map(snapshot -> new RocksRoute(goal, snapshot, changelogs, List.of()));
        }

        /** Whether Spark finds the version just reached without reading a second lineage. */
        boolean isInOwnLineage() {
            if (own.isEmpty() || oldestOwn().version() == 1) {
                return true;
            }
            return chain.get(chain.size() - 1).number() >= oldestOwn().version();
        }

        /** Up to Spark 4.1 a snapshot must not be older than this. */
        private LineageItem oldestOwn() {
            return own.get(own.size() - 1);
        }

        boolean reachedStart() {
            return chain.get(chain.size() - 1).number() == 0;
        }

        RocksRoute routeFromNothing() {
            return new RocksRoute(goal, null, changelogs, List.of());
        }

        /**
         * Where Spark starts from by the goal's lineage: its newest snapshot, or nothing when it goes back to the first
         * version; null when neither is.
         */
        private @Nullable Long baseInLineage() {
            for (LineageItem item : own) {
                if (files.snapshot(new StateVersion(item.version(), item.uniqueId()))
                        .isPresent()) {
                    return item.version();
                }
            }
            return oldestOwn().version() == 1 ? Long.valueOf(0) : null;
        }

        /** The first of the lineage's changelogs behind a version that is not there: they are read in their order. */
        private Optional<StateVersion> firstMissing(long base) {
            return own.stream()
                    .filter(item -> item.version() > base)
                    .map(item -> new StateVersion(item.version(), item.uniqueId()))
                    .filter(version -> files.changelog(version).isEmpty())
                    .min(Comparator.comparingLong(StateVersion::number));
        }

        /** The goal's own lineage as it counts for Spark. */
        private List<StateVersion> withGoal() {
            List<StateVersion> versions = new ArrayList<>();
            versions.add(goal);
            own.forEach(item -> versions.add(0, new StateVersion(item.version(), item.uniqueId())));
            return versions;
        }

        /** Why the goal's own lineage leads nowhere. */
        Damage obstacle() {
            if (chain.size() > 1 && !own.isEmpty()) {
                Long base = baseInLineage();
                if (base == null) {
                    return unbased();
                }
                Optional<StateVersion> missing = firstMissing(base);
                if (missing.isPresent()) {
                    return missingChangelog(missing.get());
                }
            }
            return obstacle != null ? obstacle : missingChangelog(goal);
        }

        private Damage unbased() {
            StateVersion oldest =
                    new StateVersion(oldestOwn().version(), oldestOwn().uniqueId());
            return new Damage(
                            Location.of(files.snapshotPath(oldest).value()),
                            DamageKind.MISSING,
                            "a snapshot of a version in the lineage of "
                                    + files.changelogPath(goal).name(),
                            "no such file")
                    .because(new UnbasedLineage(withGoal()));
        }
    }
}
