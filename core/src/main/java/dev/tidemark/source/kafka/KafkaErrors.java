package dev.tidemark.source.kafka;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

import dev.tidemark.source.SourceError;
import dev.tidemark.source.SourceFailureException;

/**
 * What the source throws, one factory a situation. Authority: Spark 4.1 KafkaExceptions; before 4.0 the same situations are
 * IllegalStateExceptions without a condition (Spark 3.5: KafkaMicroBatchStream.reportDataLoss).
 */
final class KafkaErrors {
    private static final String ILLEGAL_STATE = "org.apache.spark.sql.kafka010.KafkaIllegalStateException";
    private static final String LOSS = "KAFKA_DATA_LOSS.";
    private static final String LOST =
            "Some data may have been lost because they are not available in Kafka any more;\n"
                    + "either the data was aged out by Kafka or the topic may have been deleted before all the data in the\n"
                    + "topic was processed.\n"
                    + "If you don't want your streaming query to fail on such cases, set the source option failOnDataLoss to"
                    + " false.\nReason: ";
    private static final String LOST_BEFORE_4_0 =
            ". \nSome data may have been lost because they are not available in Kafka"
                    + " any more; either the\n data was aged out by Kafka or the topic may have been deleted before all the data in"
                    + " the\n topic was processed. If you don't want your streaming query to fail on such cases, set the\n source"
                    + " option \"failOnDataLoss\" to \"false\".\n    ";

    private final Naming naming;

    /** How losses are told. */
    enum Naming {
        /** With an error condition, since Spark 4.0. */
        CONDITIONS,
        /** In words only. */
        WORDS
    }

    KafkaErrors(Naming naming) {
        this.naming = naming;
    }

    static SourceFailureException illegalArgument(String message) {
        return new SourceFailureException(SourceError.plain("java.lang.IllegalArgumentException", message));
    }

    static SourceFailureException notANumber(String text) {
        return new SourceFailureException(
                SourceError.plain("java.lang.NumberFormatException", "For input string: \"" + text + "\""));
    }

    static SourceFailureException noOffsets(String text) {
        return illegalArgument("Expected e.g. {\"topicA\":{\"0\":23,\"1\":-1},\"topicB\":{\"0\":-2}}, got " + text);
    }

    static SourceFailureException notAllPartitions(
            Collection<TopicPartition> specified, Collection<TopicPartition> assigned) {
        return new SourceFailureException(SourceError.plain(
                "java.lang.AssertionError",
                "assertion failed: If startingOffsets contains specific offsets, you must specify all TopicPartitions.\n"
                        + "Use -1 for latest, -2 for earliest, if you don't care.\nSpecified: " + set(specified)
                        + " Assigned: " + set(assigned)));
    }

    static SourceFailureException unknownTopic() {
        String unknown = "org.apache.kafka.common.errors.UnknownTopicOrPartitionException";
        String message = "This server does not host this topic-partition.";
        return new SourceFailureException(SourceError.plain(unknown, message)
                .within(SourceError.plain("java.util.concurrent.ExecutionException", unknown + ": " + message)));
    }

    /** The progress of a batch that ran before the source was asked for anything. Spark 4.1.0: KafkaMicroBatchStream.metrics. */
    static SourceFailureException noLatestOffsets() {
        return new SourceFailureException(SourceError.plain(
                "java.lang.NullPointerException",
                "Cannot invoke \"scala.collection.IterableOps.map(scala.Function1)\" because the return value of"
                        + " \"scala.Option.get()\" is null"));
    }

    static SourceFailureException initialOffset(String problem, String place) {
        String illegal = "java.lang.IllegalStateException";
        return new SourceFailureException(SourceError.plain(illegal, problem)
                .within(SourceError.plain(illegal, "Failed to read log file " + place + ". " + problem)));
    }

    SourceFailureException initialOffsetsGone(Collection<TopicPartition> partitions) {
        return loss(
                "INITIAL_OFFSET_NOT_FOUND_FOR_PARTITIONS",
                "Cannot find initial offsets for partitions " + set(partitions) + ". They may have been deleted.",
                "Cannot find earliest offsets of " + set(partitions) + ". Some data may have been missed");
    }

    SourceFailureException addedPartition(TopicPartition partition, long earliest) {
        return loss(
                "ADDED_PARTITION_DOES_NOT_START_FROM_OFFSET_ZERO",
                "Added partition " + partition + " starts from " + earliest + " instead of 0.",
                "Added partition " + partition + " starts from " + earliest
                        + " instead of 0. Some data may have been missed");
    }

    SourceFailureException partitionsDeleted(Collection<TopicPartition> partitions, boolean hasGroupId) {
        String deleted = "Partitions " + set(partitions) + " have been deleted.";
        return hasGroupId
                ? loss(
                        "PARTITIONS_DELETED_AND_GROUP_ID_CONFIG_PRESENT",
                        deleted + "\nKafka option 'kafka.group.id' has been set on this query, it is",
                        set(partitions) + " are gone. Kafka option 'kafka.group.id' has been set on this query, it is")
                : loss("PARTITIONS_DELETED", deleted, set(partitions) + " are gone. Some data may have been missed.");
    }

    SourceFailureException offsetChanged(TopicPartition partition, long from, long until) {
        return loss(
                "PARTITION_OFFSET_CHANGED",
                "Partition " + partition + " offset was changed from " + from + " to " + until
                        + ".\nThis could be either 1) a user error that the start offset is set beyond available offset when"
                        + " starting query, or 2) the kafka topic-partition is deleted and re-created.",
                "Partition " + partition + "'s offset was changed from " + from + " to " + until
                        + ", some data may have been missed");
    }

    /** A task that reads records which are not there any more. */
    SourceFailureException recordsGone(TopicPartition partition, long from, long until) {
        SourceError outOfRange = SourceError.plain(
                "org.apache.kafka.clients.consumer.OffsetOutOfRangeException",
                "Fetch position FetchPosition{offset=" + from + "} is out of range for partition " + partition);
        SourceError told = loss(
                        "COULD_NOT_READ_OFFSET_RANGE",
                        "Could not read records in offset [" + from + ", " + until + ") for topic partition "
                                + partition + "\nwith consumer group spark-kafka-source.",
                        "Cannot fetch offset " + from + " (GroupId: spark-kafka-source, TopicPartition: " + partition
                                + ")")
                .error();
        SourceError thrown = outOfRange.within(told);
        return new SourceFailureException(naming == Naming.CONDITIONS ? thrown : inTask(thrown));
    }

    /** Before Spark 4.0 the driver tells of the task. DAGScheduler.abortStage. */
    private static SourceError inTask(SourceError cause) {
        SourceError.Cause outer = cause.causes().get(0);
        return cause.within(SourceError.plain(
                "org.apache.spark.SparkException",
                "Job aborted due to stage failure: Task 0 in stage 0.0 failed 1 times, most recent failure: Lost task 0.0 in"
                        + " stage 0.0 (TID 0) (127.0.0.1 executor driver): " + outer.className() + ": "
                        + outer.message()));
    }

    private SourceFailureException loss(String condition, String reason, String inWords) {
        return new SourceFailureException(
                naming == Naming.CONDITIONS
                        ? new SourceError(
                                List.of(new SourceError.Cause(ILLEGAL_STATE, LOSS + condition, "22000", LOST + reason)))
                        : SourceError.plain("java.lang.IllegalStateException", inWords + LOST_BEFORE_4_0));
    }

    /** As Scala prints a set. */
    private static String set(Collection<TopicPartition> partitions) {
        String name = partitions.size() > 4 ? "HashSet(" : "Set(";
        return partitions.stream().map(TopicPartition::toString).collect(Collectors.joining(", ", name, ")"));
    }
}
