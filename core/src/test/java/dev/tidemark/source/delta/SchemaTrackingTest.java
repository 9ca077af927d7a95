package dev.tidemark.source.delta;

import java.io.IOException;

import dev.tidemark.source.ReadLimit;
import dev.tidemark.source.SourceError;
import dev.tidemark.source.StreamSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.tidemark.source.delta.HandMadeTable.COLUMN_A;
import static dev.tidemark.source.delta.HandMadeTable.COLUMN_B;
import static dev.tidemark.source.delta.HandMadeTable.add;
import static dev.tidemark.source.delta.HandMadeTable.column;
import static dev.tidemark.source.delta.HandMadeTable.conditionOf;
import static dev.tidemark.source.delta.HandMadeTable.created;
import static dev.tidemark.source.delta.HandMadeTable.failureOf;
import static dev.tidemark.source.delta.HandMadeTable.json;
import static dev.tidemark.source.delta.HandMadeTable.metadata;
import static dev.tidemark.source.delta.HandMadeTable.metadataOf;
import static dev.tidemark.source.delta.HandMadeTable.quoted;
import static dev.tidemark.source.delta.HandMadeTable.schema;
import static org.assertj.core.api.Assertions.assertThat;

/** A stream that tracks the schema of its table. */
class SchemaTrackingTest {
    private static final String EVOLVED = "DELTA_STREAMING_METADATA_EVOLUTION";
    private static final String BLOCKED = "DELTA_STREAMING_CANNOT_CONTINUE_PROCESSING_POST_SCHEMA_EVOLUTION";
    private static final ReadLimit LIMIT = new ReadLimit.MaxFiles(1000);

    /** An entry of a schema log. */
    private static String entry(long version, String... columns) {
        return entryOf("t", version, columns);
    }

    private static String entryOf(String tableId, long version, String... columns) {
        return "v1\n{\"tableId\":\"" + tableId + "\",\"deltaCommitVersion\":" + version + ",\"dataSchemaJson\":"
                + quoted(schema(columns)) + ",\"partitionSchemaJson\":" + quoted(schema())
                + ",\"sourceMetadataPath\":\"file:/lake/ckpt/sources/0\",\"tableConfigurations\":{},"
                + "\"protocolJson\":\"{\\\"protocol\\\":{\\\"minReaderVersion\\\":1,\\\"minWriterVersion\\\":2}}\"}";
    }

    /** A column is added in version 2, together with a file; the stream knows the schema of version 0. */
    private static HandMadeTable grown() {
        return created(add("a"))
                .commit(add("b"))
                .commit(metadata(COLUMN_A, COLUMN_B), add("c"))
                .commit(add("d"))
                .tracking(entry(0, COLUMN_A));
    }

    @Test
    void endsABatchAtTheBarrierBeforeAChange() throws IOException {
        StreamSource source = grown().source();

        String barrier = source.latestOffset(json("1:-1"), LIMIT);

        assertThat(barrier).isEqualTo(json("2:-20")).contains("\"sourceVersion\":3");
        assertThat(HandMadeTable.files(source.batch(json("1:-1"), barrier))).containsExactly("1:0:b");
    }

    @Test
    void plansNothingButTheSecondBarrierBehindTheFirst() throws IOException {
        StreamSource source = grown().source();

        assertThat(source.latestOffset(json("2:-20"), LIMIT)).isEqualTo(json("2:-19"));
        assertThat(source.latestOffset(json("2:-19"), LIMIT)).isEqualTo(json("2:-19"));
        assertThat(source.batch(json("2:-20"), json("2:-19")).files()).isEmpty();
    }

    @Test
    void writesAnEntryAsDeltaDoes() throws IOException {
        HandMadeTable table = grown();

        conditionOf(() -> table.source().commit(json("2:-20")));

        assertThat(table.schemaLogEntry(1)).isEqualTo(entry(2, COLUMN_A, COLUMN_B));
    }

    @Test
    void readsNoOtherEntryThanTheTwoNewest() throws IOException {
        HandMadeTable table = created(add("a")).tracking("torn", entry(0, COLUMN_A), entry(0, COLUMN_A));

        assertThat(table.everything()).isEqualTo("1:-1");
    }

    @Test
    void refusesTheLogOfAnotherSource() throws IOException {
        HandMadeTable table = created(add("a")).tracking(entry(0, COLUMN_A).replace("sources/0", "sources/1"));

        assertThat(failureOf(table::source).outermost().message())
                .startsWith("requirement failed: The Delta source metadata path used for execution"
                        + " 'file:/lake/ckpt/sources/0' is different from the one persisted for previous processing"
                        + " 'file:/lake/ckpt/sources/1'.");
    }

    @Test
    void saysHowToLetAChangeOfTheSchemaPass() throws IOException {
        HandMadeTable table = created(add("a")).tracking(entry(0, COLUMN_A, COLUMN_B), entry(1, COLUMN_A));

        assertThat(failureOf(table::source).outermost().message())
                .contains("(DROP COLUMN) between Delta version 0 and 1", "Columns dropped:\n'b'\n")
                .contains(
                        "  .option(\"allowSourceColumnDrop\", \"1\")",
                        "  .option(\"allowSourceColumnDrop\", \"always\")")
                .contains("  SET spark.databricks.delta.streaming.allowSourceColumnDrop.ckpt_"
                        + "file:/lake/ckpt/sources/0".hashCode() + " = 1;");
    }

    @Test
    void logsTheNewSchemaAndFailsWhenABarrierIsCommitted() throws IOException {
        HandMadeTable table = grown();
        StreamSource source = table.source();
        source.commit(json("2:-1"));
        assertThat(table.schemaLogSize()).isEqualTo(1);

        assertThat(conditionOf(() -> source.commit(json("2:-20")))).isEqualTo(EVOLVED);
        assertThat(table.schemaLogSize()).isEqualTo(2);
    }

    @Test
    void goesOnWithTheFilesOfTheVersionBehindItsBarriers() throws IOException {
        HandMadeTable table = grown().tracking(entry(2, COLUMN_A, COLUMN_B));

        assertThat(table.planFrom("2:-20")).containsExactly("2:-19", "4:-1");
        assertThat(table.batch("2:-19", "4:-1")).containsExactly("2:0:c", "3:0:d");
    }

    @Test
    void seesNoBarrierInPropertiesThatAreNotDeltas() throws IOException {
        HandMadeTable own = created()
                .commit(metadataOf("t", "{\"my.property\":\"1\"}", COLUMN_A))
                .tracking(entry(0, COLUMN_A));
        HandMadeTable deltas = created()
                .commit(metadataOf("t", "{\"delta.appendOnly\":\"true\"}", COLUMN_A))
                .tracking(entry(0, COLUMN_A));

        assertThat(own.source().latestOffset(json("1:-1"), LIMIT)).isEqualTo(json("2:-1"));
        assertThat(deltas.source().latestOffset(json("1:-1"), LIMIT)).isEqualTo(json("1:-20"));
    }

    @Test
    void stopsTheFrozenEndOfAnAvailableNowRunAtABarrier() throws IOException {
        StreamSource source = grown().source();
        source.prepareForAvailableNow();

        assertThat(source.latestOffset(json("1:-1"), new ReadLimit.MaxFiles(100)))
                .isEqualTo(json("2:-20"));
    }

    @Test
    void beginsItsLogQuietlyWithTheSchemaItReads() throws IOException {
        HandMadeTable table = created(add("a")).tracking();

        assertThat(table.source().latestOffset(null, LIMIT)).isEqualTo(json("1:-1"));
        assertThat(table.schemaLogSize()).isEqualTo(1);
    }

    @Test
    void beginsItsLogWithAFailureWhenTheFirstSchemaIsAnother() throws IOException {
        HandMadeTable table = created(add("a"))
                .commit(metadata(COLUMN_A, COLUMN_B))
                .tracking()
                .option("startingVersion", "0");

        assertThat(conditionOf(() -> table.source().latestOffset(null, LIMIT))).isEqualTo(EVOLVED);
        assertThat(table.schemaLogSize()).isEqualTo(1);
    }

    @Test
    void toleratesNoMissingCommits() throws IOException {
        HandMadeTable table = grown().option("failOnDataLoss", "false");

        assertThat(failureOf(() -> table.planFrom("1:-1")).outermost().message())
                .isEqualTo("requirement failed: Using schema from schema tracking log cannot tolerate missing commit"
                        + " files.");
    }

    // changes that are no additions

    private static String mapped(String name, String physicalName, String type) {
        return column(
                name,
                type,
                "{\"delta.columnMapping.id\":1,\"delta.columnMapping.physicalName\":\"" + physicalName + "\"}");
    }

    private static HandMadeTable changed(String then, String... now) {
        return created(add("a")).tracking(entry(0, COLUMN_A, then), entry(3, now));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "allowSourceColumnRename|always|true",
                "allowSourceColumnRename|3|true",
                "allowSourceColumnRename|2|false",
                "allowSourceColumnDrop|always|false",
                "allowSourceColumnTypeChange|always|false"
            })
    void letsAnOptionUnblockARename(String option, String value, boolean passes) throws IOException {
        HandMadeTable table = changed(mapped("b", "p", "string"), COLUMN_A, mapped("c", "p", "string"));

        SourceError.Cause blocked = failureOf(table::source).outermost();
        assertThat(blocked.condition()).isEqualTo(BLOCKED);
        assertThat(blocked.message()).contains("(RENAME COLUMN) between Delta version 0 and 3");
        assertUnblocked(table.option(option, value), passes);
        assertUnblocked(table.delta("3.3.2"), false);
    }

    private static void assertUnblocked(HandMadeTable table, boolean passes) throws IOException {
        if (passes) {
            assertThat(table.source()).isNotNull();
        } else {
            assertThat(conditionOf(table::source)).isEqualTo(BLOCKED);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "allowSourceColumnRename,always,true",
        "allowSourceColumnRename,3,false",
        "allowSourceColumnRename.ckpt_HASH,always,true",
        "allowSourceColumnRename.ckpt_HASH,3,true",
        "allowSourceColumnRename.ckpt_HASH,2,false",
        "allowSourceColumnRename.ckpt_1,always,false",
        "allowSourceColumnRenameAndDrop,always,true",
        "allowSourceColumnDrop,always,false"
    })
    void letsAConfUnblockARenameInEveryRelease(String conf, String value, boolean passes) throws IOException {
        String key = conf.replace("HASH", Integer.toString("file:/lake/ckpt/sources/0".hashCode()));
        HandMadeTable table = changed(mapped("b", "p", "string"), COLUMN_A, mapped("c", "p", "string"))
                .conf("streaming." + key, value);

        assertUnblocked(table, passes);
        assertUnblocked(table.delta("3.3.2"), passes);
    }

    @Test
    void namesADropAndAWidenedType() throws IOException {
        HandMadeTable dropped = changed(COLUMN_B, COLUMN_A);
        HandMadeTable widened = changed(column("b", "integer"), COLUMN_A, column("b", "long"));

        assertThat(failureOf(dropped::source).outermost().message()).contains("(DROP COLUMN)");
        assertThat(failureOf(widened::source).outermost().message()).contains("(TYPE WIDENING)");
        assertUnblocked(dropped.option("allowSourceColumnDrop", "always"), true);
        assertUnblocked(widened.option("allowSourceColumnTypeChange", "3"), true);
    }

    @Test
    void wantsTheConfForBothOnDelta33AndSaysSo() throws IOException {
        HandMadeTable both = created(add("a"))
                .tracking(
                        entry(0, mapped("a", "p", "string"), mapped("b", "q", "string")),
                        entry(3, mapped("c", "p", "string")))
                .delta("3.3.2");

        assertThat(failureOf(both::source).outermost().message())
                .contains("(RENAME AND DROP COLUMN)")
                .contains("you can set (one of) the following SQL configurations")
                .endsWith(
                        "you may replace the `allowSourceColumnRenameAndDrop` with `allowSourceColumnRenameAndDrop` in the SQL"
                                + " conf to unblock stream for just this schema change type.");
        both.conf("streaming.allowSourceColumnRename", "always").conf("streaming.allowSourceColumnDrop", "always");
        assertUnblocked(both, false);
        assertUnblocked(both.conf("streaming.allowSourceColumnRenameAndDrop", "always"), true);
    }

    @Test
    void letsAdditionsPass() throws IOException {
        assertThat(created(add("a"))
                        .tracking(entry(0, COLUMN_A), entry(3, COLUMN_A, COLUMN_B))
                        .source())
                .isNotNull();
    }

    // the log itself

    @Test
    void wantsItsLogUnderTheCheckpoint() throws IOException {
        HandMadeTable table = created(add("a")).option("schemaTrackingLocation", "/lake/elsewhere");

        assertThat(failureOf(table::analyse).outermost().message())
                .isEqualTo("[DELTA_STREAMING_SCHEMA_LOCATION_NOT_UNDER_CHECKPOINT] Schema location '/lake/elsewhere'"
                        + " must be placed under checkpoint location '/lake/ckpt'.");
        table.conf("streaming.allowSchemaLocationOutsideCheckpointLocation", "true")
                .analyse();
    }

    @Test
    void doesNotTakeANeighbourForThePlaceUnderTheCheckpoint() throws IOException {
        HandMadeTable table = created(add("a")).option("schemaLocation", "/lake/ckpt2/schemas");

        assertThat(conditionOf(table::analyse)).isEqualTo("DELTA_STREAMING_SCHEMA_LOCATION_NOT_UNDER_CHECKPOINT");
    }

    @Test
    void refusesTheLogOfAnotherTable() throws IOException {
        HandMadeTable table = created(add("a")).tracking(entryOf("other", 0, COLUMN_A));

        assertThat(conditionOf(table::source)).isEqualTo("DELTA_STREAMING_SCHEMA_LOG_INCOMPATIBLE_DELTA_TABLE_ID");
    }

    @Test
    void refusesATornLog() throws IOException {
        String whole = entry(0, COLUMN_A);
        for (String torn : new String[] {"", "v1", "v2\n{}", whole.substring(0, whole.length() - 1)}) {
            assertThat(conditionOf(created(add("a")).tracking(torn)::source))
                    .describedAs(torn)
                    .isEqualTo("DELTA_STREAMING_SCHEMA_LOG_DESERIALIZE_FAILED");
        }
        assertThat(conditionOf(created(add("a")).tracking("v1\n{\"tableId\":\"t\"}")::source))
                .isEqualTo("DELTA_STREAMING_SCHEMA_LOG_PARSE_SCHEMA_FAILED");
    }

    // without a log

    @Test
    void wantsALogForARenameAhead() throws IOException {
        String mapping = "{\"delta.columnMapping.mode\":\"name\"}";
        HandMadeTable table = HandMadeTable.of(
                        HandMadeTable.protocol(2, 5), metadataOf("t", mapping, mapped("b", "p", "string")), add("a"))
                .commit(metadataOf("t", mapping, mapped("c", "p", "string")))
                .option("startingVersion", "0");

        assertThat(conditionOf(table::plan)).isEqualTo("DELTA_STREAMING_INCOMPATIBLE_SCHEMA_CHANGE_USE_SCHEMA_LOG");
        assertThat(failureOf(table::plan).outermost().className())
                .endsWith(".DeltaStreamingNonAdditiveSchemaIncompatibleException");
        assertThat(failureOf(table.delta("3.3.2")::plan).outermost().className())
                .endsWith(".DeltaStreamingColumnMappingSchemaIncompatibleException");
        table.delta("4.2.0");
        assertThat(table.conf("streaming.unsafeReadOnIncompatibleColumnMappingSchemaChanges.enabled", "true")
                        .plan())
                .containsExactly("2:-1");
    }
}
