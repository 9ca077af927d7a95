package dev.tidemark.compat;

import dev.tidemark.compat.QueryChange.CheckpointFormatChanged;
import dev.tidemark.compat.QueryChange.LogFormatTooNew;
import dev.tidemark.compat.QueryChange.MisnamedConfLost;
import dev.tidemark.compat.QueryChange.OlderDefaultTaken;
import dev.tidemark.compat.QueryChange.OutputModeChanged;
import dev.tidemark.compat.QueryChange.PartitionsChanged;
import dev.tidemark.compat.QueryChange.PinnedConfIgnored;
import dev.tidemark.compat.QueryChange.PinnedConfRefused;
import dev.tidemark.compat.QueryChange.SinkChanged;
import dev.tidemark.compat.QueryChange.SparkChanged;
import dev.tidemark.compat.QueryChange.StateFormatUnknown;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.engine.SparkBehaviour;
import dev.tidemark.engine.SparkBehaviour.CommitVersions;

import static dev.tidemark.diagnosis.Severity.ERROR;
import static dev.tidemark.diagnosis.Severity.FATAL;
import static dev.tidemark.diagnosis.Severity.INFO;
import static dev.tidemark.diagnosis.Severity.WARNING;

/** What Spark makes of each change: of confs, formats, versions and sinks here, of sources and state in two others. */
final class ChangeEffects {
    private final CheckpointShape before;
    private final SparkBehaviour behaviour;
    private final SourceEffects sources;
    private final OperatorEffects operators;
    private final EffectDraft.Places places;

    ChangeEffects(CheckpointShape before, NewQuery after, SparkBehaviour behaviour) {
        this.before = before;
        this.behaviour = behaviour;
        this.places = new EffectDraft.Places(before);
        this.sources = new SourceEffects(before, places);
        this.operators = new OperatorEffects(before, after, behaviour);
    }

    Effect of(QueryChange change) {
        return sources.of(change)
                .or(() -> operators.of(change))
                .orElseGet(() -> other(change))
                .effect(change.subject());
    }

    private EffectDraft other(QueryChange change) {
        if (change instanceof PinnedConfIgnored conf) {
            return ignored(conf);
        } else if (change instanceof OlderDefaultTaken conf) {
            return new EffectDraft(CompatRule.OLDER_DEFAULT_TAKEN, INFO)
                    .says(conf.key() + " is not recorded: " + conf.used() + " is used, not " + conf.session())
                    .then("Spark takes the value that older versions had, so that their state stays readable; it is"
                            + " recorded from the next batch on")
                    .todo("nothing; only a new checkpoint gets the new default")
                    .at(places.offsets());
        } else if (change instanceof MisnamedConfLost conf) {
            return new EffectDraft(CompatRule.MISNAMED_CONF_LOST, WARNING)
                    .says(conf.key() + " was recorded as " + conf.recorded()
                            + " under the name that Spark 3.5.4 wrote; Spark " + behaviour.version() + " takes "
                            + conf.used())
                    .then("the plan may prune a branch with a stateful operator or a watermark that was there before")
                    .todo("restart once with Spark 3.5.5 to 4.0, which records it under its right name")
                    .at(places.offsets());
        } else if (change instanceof PinnedConfRefused conf) {
            return new EffectDraft(CompatRule.PINNED_CONF_REFUSED, FATAL)
                    .says("the checkpoint records " + conf.key() + "=" + conf.value() + ", which Spark "
                            + behaviour.version() + " refuses")
                    .then("the query stops while it takes the recorded confs")
                    .todo("restart with the Spark that wrote it; a state format cannot be changed by editing the log")
                    .fails(
                            behaviour.confFaultsAreConditions()
                                    ? "INVALID_CONF_VALUE.REQUIREMENT"
                                    : "IllegalArgumentException")
                    .at(places.offsets());
        } else if (change instanceof PartitionsChanged partitions) {
            return partitions(partitions);
        } else if (change instanceof CheckpointFormatChanged format) {
            return format(format);
        } else if (change instanceof LogFormatTooNew log) {
            return new EffectDraft(CompatRule.LOG_FORMAT_TOO_NEW, FATAL)
                    .says(log.log() + " is of version " + log.version() + ", and Spark " + behaviour.version()
                            + " reads version " + log.newest() + " at most")
                    .then("the query stops while it reads its logs")
                    .todo("stay on the Spark that wrote it, or start on a new checkpoint")
                    .fails(
                            behaviour.logVersionFaultsAreConditions()
                                    ? "INVALID_LOG_VERSION.MAX_SUPPORTED_VERSION"
                                    : "IllegalStateException")
                    .at(log.log().equals("offsets") ? places.offsets() : places.commits());
        } else if (change instanceof StateFormatUnknown state) {
            return new EffectDraft(CompatRule.STATE_FORMAT_UNKNOWN, FATAL)
                    .says("state is written with " + state.key() + "=" + state.value() + ", and Spark "
                            + behaviour.version() + " does not know that conf")
                    .then("it takes the bytes for something else: the query fails while it reads state, or goes on with"
                            + " garbage")
                    .todo("stay on the Spark that wrote it, or start on a new checkpoint")
                    .likely()
                    .at(places.offsets());
        } else if (change instanceof SparkChanged spark) {
            return spark(spark);
        } else if (change instanceof OutputModeChanged mode) {
            return new EffectDraft(CompatRule.OUTPUT_MODE_CHANGED, WARNING)
                    .says("the output mode changes from " + mode.from() + " to " + mode.to())
                    .then(
                            "Spark keeps no record of it and goes on: rows that were written under the old mode stay as they"
                                    + " are, and only transformWithState refuses the change")
                    .todo("see that whoever reads the sink can live with rows of both kinds");
        }
        return sink((SinkChanged) change);
    }

    private EffectDraft ignored(PinnedConfIgnored conf) {
        boolean isPartitions = conf.key().equals("spark.sql.shuffle.partitions");
        String then = isPartitions && behaviour.pinsPartitionsOfStatefulOperatorsOnly()
                ? "stateful operators keep " + conf.used() + " partitions, without a word; stateless shuffles use "
                        + conf.session()
                : "the query goes on with " + conf.used() + ", without a word";
        return new EffectDraft(CompatRule.PINNED_CONF_IGNORED, WARNING)
                .says(conf.key() + " is set to " + conf.session() + " and stays " + conf.used())
                .then(then)
                .todo("set it to " + conf.used() + " so that nobody is misled; another value needs a new checkpoint")
                .at(places.offsets());
    }

    private EffectDraft partitions(PartitionsChanged change) {
        boolean isMore = change.to() > change.from();
        return new EffectDraft(CompatRule.PARTITIONS_CHANGED, isMore ? FATAL : ERROR)
                .says("the state of operator " + change.operatorId() + " has " + change.from()
                        + " partitions, the session asks for " + change.to()
                        + ", and the offset log does not record the number")
                .then(
                        isMore
                                ? "the new partitions have no state to load: the query fails"
                                : "the state of the partitions that are left out is abandoned, without a word: rows come"
                                        + " twice or never")
                .todo("set spark.sql.shuffle.partitions to " + change.from())
                .fails(isMore ? "CANNOT_LOAD_STATE_STORE.CANNOT_READ_DELTA_FILE_NOT_EXISTS" : null)
                .at(places.offsets());
    }

    private EffectDraft format(CheckpointFormatChanged change) {
        boolean isExact = behaviour.commitVersions() == CommitVersions.SAME_AS_SESSION;
        Severity severity = isExact || change.isStateful() ? FATAL : INFO;
        String then = isExact
                ? "Spark " + behaviour.version() + " wants both to be the same, with state or without, and stops"
                : change.isStateful()
                        ? "state of one format is not found by a session of the other: the query fails"
                        : "the query has no state, so that it does not matter";
        String error = isExact
                ? "INVALID_LOG_VERSION.EXACT_MATCH_VERSION"
                : change.to() == 1 ? "CANNOT_LOAD_STATE_STORE.UNCATEGORIZED" : "CANNOT_WRITE_STATE_STORE.CANNOT_COMMIT";
        return new EffectDraft(CompatRule.CHECKPOINT_FORMAT_CHANGED, severity)
                .says("commits are of version " + change.from()
                        + ", and the session asks for checkpointFormatVersion " + change.to()
                        + ", which no checkpoint pins")
                .then(then)
                .todo("set spark.sql.streaming.stateStore.checkpointFormatVersion to " + change.from())
                .fails(severity == FATAL ? error : null)
                .at(places.commits());
    }

    private EffectDraft spark(SparkChanged change) {
        return new EffectDraft(CompatRule.SPARK_CHANGED, change.isOlder() ? WARNING : INFO)
                .says("Spark " + change.writer() + " wrote the newest offsets, Spark " + change.to() + " is to go on")
                .then(
                        change.isOlder()
                                ? "its logs were held against what the older Spark reads, and what was found stands here;"
                                        + " confs that it does not know are ignored"
                                : "what it does not find recorded keeps its old meaning, and it records more from the"
                                        + " next batch on")
                .todo(
                        change.isOlder()
                                ? "try it on a copy of the checkpoint first"
                                : "keep a copy of the checkpoint until the new version has proved itself")
                .at(places.offsets());
    }

    private EffectDraft sink(SinkChanged change) {
        String next = before.newestBatch() == null ? "batch 0" : "the next batch";
        String then = change.isSameKind() && change.kind().equalsIgnoreCase("delta")
                ? "Spark does not compare sinks: the query goes on with " + next
                        + " in the new table, which has no rows of the batches before"
                : "Spark does not compare sinks: the query goes on with " + next
                        + " there. A file sink that has batches"
                        + " already skips as many of them as it has, and their rows are lost; an empty one fails when"
                        + " it is to compact a log that it does not have";
        return new EffectDraft(CompatRule.SINK_CHANGED, WARNING)
                .says("the sink changes from " + change.from() + " to " + change.to())
                .then(then)
                .todo("copy what the old sink holds, or start on a new checkpoint to write all of it again");
    }
}
