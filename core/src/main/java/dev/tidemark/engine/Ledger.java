package dev.tidemark.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

/**
 * What simulated runs left behind outside the checkpoint's own logs and what no file of the evidence shows: the batches that
 * the sink took, the versions of the state, and entries whose text cannot be told. It outlasts a crash.
 */
public final class Ledger {
    private static final Delivery NOTHING = new Delivery(List.of(), 0, false);

    private final TreeMap<Long, Delivery> deliveries;
    private final TreeSet<Long> stateVersions;
    private final TreeMap<Long, String> untoldCommits;
    private final TreeMap<Long, List<Resume.Range>> lost;

    /** Nothing has been simulated yet. */
    public Ledger() {
        this(new TreeMap<>(), new TreeSet<>(), new TreeMap<>(), new TreeMap<>());
    }

    private Ledger(
            TreeMap<Long, Delivery> deliveries,
            TreeSet<Long> stateVersions,
            TreeMap<Long, String> untoldCommits,
            TreeMap<Long, List<Resume.Range>> lost) {
        this.deliveries = deliveries;
        this.stateVersions = stateVersions;
        this.untoldCommits = untoldCommits;
        this.lost = lost;
    }

    /**
     * A batch as a sink got it.
     *
     * @param contents the different contents that came under its number, in order; mostly one
     * @param times how often all of it came
     * @param isPartly whether some of it came once more, or for the first time
     */
    public record Delivery(List<List<Resume.Range>> contents, int times, boolean isPartly) {
        public Delivery {
            contents = List.copyOf(contents);
        }
    }

    /** The batches at the sink, by id. */
    public SortedMap<Long, Delivery> deliveries() {
        return Collections.unmodifiableSortedMap(deliveries);
    }

    /** The versions of the state that were written in all partitions of all operators. */
    public List<Long> stateVersions() {
        return List.copyOf(stateVersions);
    }

    Ledger copy() {
        return new Ledger(
                new TreeMap<>(deliveries),
                new TreeSet<>(stateVersions),
                new TreeMap<>(untoldCommits),
                new TreeMap<>(lost));
    }

    /** A batch is on its way to a sink that shows rows before it has all of them. */
    void deliveredPartly(long batchId, List<Resume.Range> content) {
        Delivery before = deliveries.getOrDefault(batchId, NOTHING);
        deliveries.put(batchId, new Delivery(with(before.contents(), content), before.times(), true));
    }

    /**
     * The sink has all of a batch.
     *
     * @param before what it had of the batch when this attempt began
     */
    void delivered(long batchId, List<Resume.Range> content, Delivery before) {
        deliveries.put(batchId, new Delivery(with(before.contents(), content), before.times() + 1, before.isPartly()));
    }

    /**
     * The sink had the batch and skipped it.
     *
     * @param isPlannedAnew whether its rows were chosen without a look at what the sink has under that number
     */
    void skipped(long batchId, List<Resume.Range> content, boolean isPlannedAnew) {
        Delivery before = delivery(batchId);
        boolean isOfTheEvidence = before.times() == 0;
        if (isOfTheEvidence && !isPlannedAnew) {
            deliveries.put(batchId, new Delivery(List.of(content), 1, false));
        } else if (isOfTheEvidence || !before.contents().contains(content)) {
            lost.put(batchId, content);
        }
    }

    /** Batches whose rows the sink skipped without having them. */
    SortedMap<Long, List<Resume.Range>> lost() {
        return Collections.unmodifiableSortedMap(lost);
    }

    /** What the sink has of a batch. */
    Delivery delivery(long batchId) {
        return deliveries.getOrDefault(batchId, NOTHING);
    }

    private static List<List<Resume.Range>> with(List<List<Resume.Range>> contents, List<Resume.Range> content) {
        List<List<Resume.Range>> all = new ArrayList<>(contents);
        if (!all.contains(content)) {
            all.add(content);
        }
        return all;
    }

    void stateWritten(long version) {
        stateVersions.add(version);
    }

    boolean hasState(long version) {
        return stateVersions.contains(version);
    }

    boolean hasAnyState() {
        return !stateVersions.isEmpty();
    }

    /** A commit stands in the log whose watermark cannot be told. */
    void commitUntold(long batchId, String why) {
        untoldCommits.put(batchId, why);
    }

    Optional<String> whyUntold(long batchId) {
        return Optional.ofNullable(untoldCommits.get(batchId));
    }

    /**
     * What of it can still matter once a batch is the newest but one.
     *
     * @param countedTimes how often a batch came matters up to so many times
     */
    Ledger since(long batchId, int countedTimes) {
        Ledger recent = new Ledger();
        deliveries.tailMap(batchId).forEach((id, delivery) -> {
            int times = Math.min(delivery.times(), countedTimes);
            recent.deliveries.put(id, new Delivery(delivery.contents(), times, times == 0 && delivery.isPartly()));
        });
        recent.stateVersions.addAll(stateVersions.tailSet(batchId));
        recent.untoldCommits.putAll(untoldCommits.tailMap(batchId));
        recent.lost.putAll(lost);
        return recent;
    }

    /** Tells one ledger from another. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Ledger ledger
                && deliveries.equals(ledger.deliveries)
                && stateVersions.equals(ledger.stateVersions)
                && untoldCommits.equals(ledger.untoldCommits)
                && lost.equals(ledger.lost);
    }

    @Override
    public int hashCode() {
        return deliveries.hashCode() * 31 + stateVersions.hashCode();
    }
}
