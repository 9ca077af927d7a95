package dev.tidemark.compat;

import java.util.List;

import dev.tidemark.compat.QueryShape.OffsetKind;
import dev.tidemark.compat.QueryShape.OperatorShape;
import dev.tidemark.compat.QueryShape.SourceShape;
import dev.tidemark.format.type.StructSchema;
import org.jspecify.annotations.Nullable;

/** One difference between the query that wrote a checkpoint and the one that is to go on with it. */
public sealed interface QueryChange {
    /** The part of the query it is about, such as {@code sources[1]}. */
    String subject();

    /**
     * A source that the checkpoint does not know.
     *
     * @param position in the new query
     */
    record SourceAdded(int position, SourceShape source) implements QueryChange {
        @Override
        public String subject() {
            return sourceAt(position);
        }
    }

    /**
     * A source that the query no longer has.
     *
     * @param position in the checkpoint
     */
    record SourceRemoved(int position, SourceShape source) implements QueryChange {
        @Override
        public String subject() {
            return "recorded " + sourceAt(position);
        }
    }

    /** Another kind of source in the same position. */
    record SourceKindChanged(int position, OffsetKind from, OffsetKind to) implements QueryChange {
        @Override
        public String subject() {
            return sourceAt(position);
        }
    }

    /** Two sources of one kind that changed places. */
    record SourcesSwapped(int first, int second, OffsetKind kind) implements QueryChange {
        @Override
        public String subject() {
            return sourceAt(first);
        }
    }

    /** A source of the same kind that reads from elsewhere. */
    record SourceMoved(int position, OffsetKind kind, String from, String to) implements QueryChange {
        @Override
        public String subject() {
            return sourceAt(position);
        }
    }

    /** Kafka topics that came or went. */
    record TopicsChanged(int position, List<String> added, List<String> removed) implements QueryChange {
        @Override
        public String subject() {
            return sourceAt(position);
        }
    }

    /** An option of a source; null where it is not set. */
    record SourceOptionChanged(
            int position,
            String option,
            @Nullable String from,
            @Nullable String to) implements QueryChange {
        @Override
        public String subject() {
            return sourceAt(position) + "." + option;
        }
    }

    /** A watermark; null where there is none. */
    record WatermarkChanged(
            int position, QueryShape.@Nullable WatermarkShape from, QueryShape.@Nullable WatermarkShape to)
            implements QueryChange {
        @Override
        public String subject() {
            return sourceAt(position) + ".watermark";
        }
    }

    /** A watermark delay other than the one of the first run, which the state's schema keeps. */
    record DelayOfFirstRunChanged(long firstMs, List<Long> nowMs) implements QueryChange {
        @Override
        public String subject() {
            return "watermark";
        }
    }

    /** A stateful operator that the checkpoint does not know. */
    record OperatorAdded(OperatorShape operator) implements QueryChange {
        @Override
        public String subject() {
            return operatorAt(operator.operatorId());
        }
    }

    /** A stateful operator that the query no longer has. */
    record OperatorRemoved(OperatorShape operator) implements QueryChange {
        @Override
        public String subject() {
            return operatorAt(operator.operatorId());
        }
    }

    /** Another stateful operator in the same position. */
    record OperatorReplaced(long operatorId, String from, String to) implements QueryChange {
        @Override
        public String subject() {
            return operatorAt(operatorId);
        }
    }

    /** The same stateful operators in another order. */
    record OperatorsReordered(List<String> from, List<String> to) implements QueryChange {
        @Override
        public String subject() {
            return "operators";
        }
    }

    /** Where state is kept. */
    record StateColumns(long operatorId, String store, String family) {
        @Override
        public String toString() {
            String name = operatorAt(operatorId) + "." + store;
            return family.equals("default") ? name : name + "." + family;
        }
    }

    /** A part of a row of state. */
    enum Part {
        KEY("key"),
        VALUE("value");

        private final String word;

        Part(String word) {
            this.word = word;
        }

        /** For people. */
        public String word() {
            return word;
        }
    }

    /** Keys or values whose types do not fit those that are stored. */
    record StateSchemaChanged(StateColumns of, Part part, StructSchema from, StructSchema to) implements QueryChange {
        @Override
        public String subject() {
            return of + "." + part.word();
        }
    }

    /** Keys or values of the same types with other names. */
    record StateColumnsRenamed(StateColumns of, Part part, List<String> from, List<String> to) implements QueryChange {
        @Override
        public String subject() {
            return of + "." + part.word();
        }
    }

    /** Stores that came or went: another state format, or another kind of join. */
    record StoresChanged(long operatorId, List<String> from, List<String> to) implements QueryChange {
        @Override
        public String subject() {
            return operatorAt(operatorId);
        }
    }

    /** The time mode or output mode of transformWithState. */
    record StatePropertyChanged(long operatorId, String property, String from, String to) implements QueryChange {
        @Override
        public String subject() {
            return operatorAt(operatorId) + "." + property;
        }
    }

    /** State variables of transformWithState that came or went. */
    record StateVariablesChanged(long operatorId, List<String> added, List<String> removed) implements QueryChange {
        @Override
        public String subject() {
            return operatorAt(operatorId) + ".stateVariables";
        }
    }

    /**
     * Values of a state variable that are stored in Avro, and read with another schema.
     *
     * @param isReadable whether Avro's rules let the new schema read the old values
     */
    record StateValueEvolved(StateColumns of, StructSchema from, StructSchema to, boolean isReadable)
            implements QueryChange {
        @Override
        public String subject() {
            return of + ".value";
        }
    }

    /** A state variable of transformWithState that keeps its name and not its type. */
    record StateVariableTypeChanged(long operatorId, String variable, String from, String to) implements QueryChange {
        @Override
        public String subject() {
            return operatorAt(operatorId) + "." + variable;
        }
    }

    /** A conf of the session that the checkpoint's own value overrides. */
    record PinnedConfIgnored(String key, String session, String used) implements QueryChange {
        @Override
        public String subject() {
            return key;
        }
    }

    /** A conf that an older Spark did not record and this one takes as it was then. */
    record OlderDefaultTaken(String key, String session, String used) implements QueryChange {
        @Override
        public String subject() {
            return key;
        }
    }

    /** The conf that Spark 3.5.4 recorded under a wrong name, which this Spark does not look for. */
    record MisnamedConfLost(String key, String recorded, String used) implements QueryChange {
        @Override
        public String subject() {
            return key;
        }
    }

    /** A recorded value that this Spark does not take. */
    record PinnedConfRefused(String key, String value) implements QueryChange {
        @Override
        public String subject() {
            return key;
        }
    }

    /** Another number of partitions of state, which nothing records. */
    record PartitionsChanged(long operatorId, int from, int to) implements QueryChange {
        @Override
        public String subject() {
            return operatorAt(operatorId) + ".partitions";
        }
    }

    /** Another format of the state stores' checkpoints, which nothing records. */
    record CheckpointFormatChanged(int from, int to, boolean isStateful) implements QueryChange {
        @Override
        public String subject() {
            return "spark.sql.streaming.stateStore.checkpointFormatVersion";
        }
    }

    /** A log of a version that this Spark does not read. */
    record LogFormatTooNew(String log, int version, int newest) implements QueryChange {
        @Override
        public String subject() {
            return log;
        }
    }

    /** State written in a way that this Spark does not know. */
    record StateFormatUnknown(String key, String value) implements QueryChange {
        @Override
        public String subject() {
            return key;
        }
    }

    /** Another Spark. */
    record SparkChanged(String writer, String to, boolean isOlder) implements QueryChange {
        @Override
        public String subject() {
            return "spark";
        }
    }

    /** Another output mode. */
    record OutputModeChanged(String from, String to) implements QueryChange {
        @Override
        public String subject() {
            return "sink.outputMode";
        }
    }

    /** Another sink, or the same elsewhere. */
    record SinkChanged(String from, String to, boolean isSameKind, String kind) implements QueryChange {
        @Override
        public String subject() {
            return "sink";
        }
    }

    private static String sourceAt(int position) {
        return "sources[" + position + "]";
    }

    private static String operatorAt(long operatorId) {
        return "operators[" + operatorId + "]";
    }
}
