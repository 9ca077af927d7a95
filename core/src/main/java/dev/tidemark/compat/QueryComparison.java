package dev.tidemark.compat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

import dev.tidemark.compat.QueryChange.DelayOfFirstRunChanged;
import dev.tidemark.compat.QueryChange.OutputModeChanged;
import dev.tidemark.compat.QueryChange.SinkChanged;
import dev.tidemark.compat.QueryChange.SparkChanged;
import dev.tidemark.compat.QueryShape.FamilyShape;
import dev.tidemark.compat.QueryShape.OperatorShape;
import dev.tidemark.compat.QueryShape.SinkShape;
import dev.tidemark.compat.QueryShape.SourceShape;
import dev.tidemark.compat.QueryShape.StoreShape;
import dev.tidemark.engine.SparkBehaviour;
import dev.tidemark.engine.SparkVersion;
import dev.tidemark.format.type.StructSchema;
import org.jspecify.annotations.Nullable;

/** Finds what differs between the query that wrote a checkpoint and the one that is to go on with it. */
final class QueryComparison {
    private static final String DELAY = "spark.watermarkDelayMs";

    private final CheckpointShape before;
    private final @Nullable QueryShape old;
    private final NewQuery after;
    private final SparkBehaviour behaviour;
    private final List<QueryChange> changes = new ArrayList<>();
    private final List<String> undecided = new ArrayList<>();
    private final List<String> notCompared = new ArrayList<>();

    private QueryComparison(
            CheckpointShape before, @Nullable QueryShape old, NewQuery after, SparkBehaviour behaviour) {
        this.before = before;
        this.old = old;
        this.after = after;
        this.behaviour = behaviour;
    }

    /**
     * The differences.
     *
     * @param undecided what could not be compared and decides whether the query starts
     * @param notCompared what could not be compared and does not
     */
    record Differences(List<QueryChange> changes, List<String> undecided, List<String> notCompared) {}

    /**
     * Compares.
     *
     * @param old the description of the query as it was, for what a checkpoint does not record; null when there is none
     */
    static Differences of(CheckpointShape before, @Nullable QueryShape old, NewQuery after, SparkBehaviour behaviour) {
        return new QueryComparison(before, old, after, behaviour).compare();
    }

    private Differences compare() {
        SourceComparison sources = new SourceComparison(before, old, after);
        sources.compare(changes, undecided, notCompared);
        operators();
        new ConfComparison(before, after, behaviour).compare(changes);
        watermarks();
        sink();
        spark();
        return new Differences(List.copyOf(changes), List.copyOf(undecided), List.copyOf(notCompared));
    }

    private void operators() {
        List<OperatorShape> recorded = operators(before.shape());
        List<OperatorShape> asked = after.shape().operators();
        if (asked == null) {
            if (!recorded.isEmpty()) {
                undecided.add("the stateful operators: the description does not name them, and the checkpoint has state"
                        + " (give --against a checkpoint that the new version wrote in a test)");
            }
            return;
        }
        new OperatorComparison(before, after, behaviour).compare(recorded, asked, changes, undecided);
    }

    private static List<OperatorShape> operators(QueryShape shape) {
        return shape.operators() == null ? List.of() : shape.operators();
    }

    /** A description's delays against the one that state keeps from the first run, where nothing better is told. */
    private void watermarks() {
        List<SourceShape> asked =
                after.shape().sources() == null ? List.of() : after.shape().sources();
        List<Long> now = asked.stream()
                .map(SourceShape::watermark)
                .filter(watermark -> watermark != null && watermark.delayMs() >= 0)
                .map(watermark -> watermark.delayMs())
                .toList();
        if (old != null || after.isScratch() || now.isEmpty()) {
            return;
        }
        TreeSet<Long> first = new TreeSet<>();
        for (OperatorShape operator : operators(before.shape())) {
            for (StoreShape store : operator.stores().values()) {
                for (FamilyShape family : store.families().values()) {
                    delays(family.key(), first);
                    delays(family.value(), first);
                }
            }
        }
        first.stream()
                .filter(delay -> !now.contains(delay))
                .forEach(delay -> changes.add(new DelayOfFirstRunChanged(delay, now)));
    }

    private static void delays(@Nullable StructSchema schema, TreeSet<Long> to) {
        for (StructSchema.Field field : schema == null ? List.<StructSchema.Field>of() : schema.fields()) {
            field.metadata().number(DELAY).ifPresent(to::add);
        }
    }

    private void sink() {
        SinkShape recorded = old == null ? null : old.sink();
        SinkShape asked = after.shape().sink();
        if (recorded == null || asked == null) {
            if (!before.isFresh() && !after.isScratch()) {
                notCompared.add("output mode, sink, source options and the watermark as it was: a checkpoint does not"
                        + " record them (give --old-query)");
            }
            return;
        }
        if (recorded.outputMode() != null
                && asked.outputMode() != null
                && !recorded.outputMode().equalsIgnoreCase(asked.outputMode())) {
            changes.add(new OutputModeChanged(recorded.outputMode(), asked.outputMode()));
        }
        String from = text(recorded);
        String to = text(asked);
        if (!from.equals(to)) {
            boolean isSameKind = recorded.format() != null && recorded.format().equalsIgnoreCase(asked.format());
            changes.add(new SinkChanged(from, to, isSameKind, String.valueOf(asked.format())));
        }
    }

    private static String text(SinkShape sink) {
        return sink.format() + (sink.place() == null ? "" : " at " + DescribedShape.place(sink.place()));
    }

    private void spark() {
        Optional<SparkVersion> writer =
                Optional.ofNullable(before.draft().query().versions().spark()).flatMap(SparkVersion::of);
        if (before.isFresh() || writer.isEmpty()) {
            return;
        }
        SparkVersion target = behaviour.version();
        boolean isSameLine = writer.get().major() == target.major()
                && (writer.get().minor() == target.minor() || isFourOrFourOne(writer.get(), target));
        if (!isSameLine) {
            boolean isOlder =
                    !target.isAtLeast(writer.get().major(), writer.get().minor());
            changes.add(new SparkChanged(writerText(writer.get()), target.toString(), isOlder));
        }
    }

    /** The confs that a checkpoint records are the same in 4.0 and 4.1. */
    private static boolean isFourOrFourOne(SparkVersion writer, SparkVersion target) {
        return writer.major() == 4 && writer.minor() <= 1 && target.minor() <= 1;
    }

    private static String writerText(SparkVersion writer) {
        return writer.major() == 4 && writer.minor() <= 1 ? "4.0 or 4.1" : writer.toString();
    }
}
