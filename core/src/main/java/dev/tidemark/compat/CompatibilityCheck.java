package dev.tidemark.compat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.compat.QueryShape.OperatorShape;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.engine.Failure;
import dev.tidemark.engine.Reach;
import dev.tidemark.engine.RestartEngine;
import dev.tidemark.engine.RestartPrediction;
import dev.tidemark.engine.SparkBehaviour;
import dev.tidemark.engine.SparkError;
import dev.tidemark.engine.SparkVersion;
import dev.tidemark.engine.Step;
import dev.tidemark.evidence.Location;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.query.OperatorDescription;
import dev.tidemark.query.QueryDescription;
import org.jspecify.annotations.Nullable;

/**
 * Whether a checkpoint fits a query that is to go on with it. Two views of the same question are held together: what differs
 * between the queries, and what a restart of the new one is predicted to do. A failure that a difference explains is told as
 * that difference; one that none explains is told as it is.
 */
public final class CompatibilityCheck {
    private static final Reach REACH = new Reach(2, Reach.DataFiles.LEFT_ALONE);

    private CompatibilityCheck() {}

    /**
     * What is asked.
     *
     * @param old the description of the query as it was; null when there is none
     */
    public record Question(NewQuery query, @Nullable QueryDescription old, SparkVersion spark) {}

    /**
     * The query that wrote a checkpoint in a test, to go on with another one: its operators and confs, and the sources of the
     * other one where they are of the same kind.
     *
     * @throws IOException when a directory of it cannot be listed
     */
    public static NewQuery scratch(Checkpoint scratch, CheckpointShape before, Map<String, String> confs)
            throws IOException {
        CheckpointShape written = CheckpointShape.of(scratch);
        List<OperatorDescription> operators = new ArrayList<>();
        List<OperatorShape> shapes = written.shape().operators();
        for (OperatorShape operator : shapes == null ? List.<OperatorShape>of() : shapes) {
            operators.add(
                    new OperatorDescription(operator.operatorId(), operator.name(), operator.partitions(), Map.of()));
        }
        QueryDescription drafted = before.draft().query();
        Map<String, String> all = new TreeMap<>(drafted.confs());
        all.putAll(confs);
        QueryDescription description =
                new QueryDescription(drafted.versions(), drafted.trigger(), all, drafted.sources(), operators, null);
        return new NewQuery(written.shape(), NewQuery.Witness.SCRATCH_CHECKPOINT, confs, description);
    }

    /**
     * Checks.
     *
     * @throws IOException when a directory of the checkpoint cannot be listed
     */
    public static Compatibility of(Storage storage, Question question, Places places) throws IOException {
        CheckpointShape before = CheckpointShape.of(Checkpoint.in(storage));
        SparkBehaviour behaviour = SparkBehaviour.of(question.spark());
        QueryShape old = question.old() == null ? null : DescribedShape.of(question.old());
        QueryComparison.Differences differences = QueryComparison.of(before, old, question.query(), behaviour);
        ChangeEffects changes = new ChangeEffects(before, question.query(), behaviour);
        List<Effect> effects = new ArrayList<>();
        differences.changes().forEach(change -> effects.add(changes.of(change)));
        List<String> undecided = new ArrayList<>(differences.undecided());
        List<String> notCompared = new ArrayList<>(differences.notCompared());
        if (!question.spark().isKnown()) {
            undecided.add("what Spark " + question.spark() + " does: known are 3.5 to 4.2");
            return answer(before, effects, undecided, notCompared, null);
        }
        RestartPrediction prediction =
                RestartEngine.predict(question.query().description(), question.spark(), storage, places, REACH);
        Failure failure = prediction.failure();
        if (failure != null) {
            reconcile(failure, effects);
        }
        notCompared.addAll(prediction.unknown());
        return answer(before, effects, undecided, notCompared, prediction);
    }

    private static Compatibility answer(
            CheckpointShape before,
            List<Effect> effects,
            List<String> undecided,
            List<String> notCompared,
            @Nullable RestartPrediction prediction) {
        effects.sort(Comparator.comparing((Effect effect) -> effect.severity())
                .reversed()
                .thenComparing(effect -> effect.rule().id())
                .thenComparing(Effect::subject));
        return new Compatibility(before, effects, undecided, notCompared, prediction);
    }

    /** Gives a predicted failure to the difference that explains it, or tells it as it is. */
    private static void reconcile(Failure failure, List<Effect> effects) {
        for (int i = 0; i < effects.size(); i++) {
            Effect effect = effects.get(i);
            if (explains(effect, failure)) {
                effects.set(i, failing(effect, failure));
                return;
            }
        }
        effects.add(failing(unexplained(failure), failure));
    }

    private static boolean explains(Effect effect, Failure failure) {
        return switch (effect.rule()) {
            case SOURCE_KIND_CHANGED -> !isAboutState(failure) && failure.step() != Step.START;
            case SOURCE_ADDED, SOURCE_REMOVED -> hasMessage(failure, "assertion failed: There are [");
            case SOURCES_SWAPPED, SOURCE_MOVED -> isOtherPlace(failure);
            case PINNED_CONF_REFUSED -> hasMessage(failure, effect.subject());
            default -> effect.error() != null && names(failure.error(), effect.error());
        };
    }

    private static boolean isAboutState(Failure failure) {
        return failure.step() == Step.PLAN || failure.step() == Step.LOAD_STATE;
    }

    private static boolean isOtherPlace(Failure failure) {
        return names(failure.error(), "DIFFERENT_DELTA_TABLE_READ_BY_STREAMING_SOURCE")
                || hasMessage(failure, "Wrong basePath");
    }

    private static boolean names(SparkError error, String name) {
        return error.causes().stream()
                .anyMatch(cause -> name.equals(cause.condition()) || name.equals(cause.simpleName()));
    }

    private static boolean hasMessage(Failure failure, String part) {
        return failure.error().causes().stream()
                .anyMatch(cause -> cause.message().contains(part));
    }

    private static Effect failing(Effect effect, Failure failure) {
        SparkError.Cause telling = failure.error().telling();
        String error = telling.condition() == null ? telling.simpleName() : telling.condition();
        return new Effect(
                effect.rule(),
                Severity.FATAL,
                Confidence.CERTAIN,
                effect.subject(),
                effect.words(),
                effect.error() != null && names(failure.error(), effect.error()) ? effect.error() : error,
                effect.evidence());
    }

    private static Effect unexplained(Failure failure) {
        SparkError.Cause telling = failure.error().telling();
        String name = telling.condition() == null ? telling.simpleName() : telling.condition();
        boolean isMoved = isOtherPlace(failure);
        String subject = Optional.ofNullable(failure.file()).orElse("restart");
        return new Effect(
                isMoved ? CompatRule.SOURCE_MOVED : CompatRule.RESTART_FAILS,
                Severity.FATAL,
                Confidence.CERTAIN,
                isMoved ? "sources" : subject,
                new Finding.Explanation(
                        failure.advice().reason(),
                        "the query stops"
                                + (failure.batchId() == null ? "" : " at batch " + failure.batchId()) + ", step "
                                + failure.step().word()
                                + (isMoved ? "" : "; no change of the query is the cause"),
                        failure.advice().remedy()),
                name,
                List.of(Location.of(failure.file() == null ? "offsets" : failure.file())));
    }
}
