package dev.tidemark.source.delta;

import java.io.IOException;
import java.time.Instant;

import dev.tidemark.source.NewestTime;
import dev.tidemark.source.SourceFile;
import org.junit.jupiter.api.Test;

import static dev.tidemark.source.delta.HandMadeTable.add;
import static dev.tidemark.source.delta.HandMadeTable.column;
import static dev.tidemark.source.delta.HandMadeTable.metadata;
import static dev.tidemark.source.delta.HandMadeTable.metadataOf;
import static dev.tidemark.source.delta.HandMadeTable.quoted;
import static dev.tidemark.source.delta.HandMadeTable.withVector;
import static org.assertj.core.api.Assertions.assertThat;

/** What the log tells of event times, without a look into data files. */
class EventTimesOfFilesTest {
    private static final String AT = column("at", "timestamp");
    private static final long NINE = Instant.parse("2026-03-02T09:00:00.123Z").toEpochMilli();
    private static final long TEN = Instant.parse("2026-03-02T10:00:00Z").toEpochMilli();

    private static String with(String add, String stats) {
        return add.replace("\"dataChange\":true", "\"dataChange\":true,\"stats\":" + quoted(stats));
    }

    private static String stats(String column, int nulls) {
        return "{\"numRecords\":3,\"minValues\":{\"" + column + "\":\"2026-03-02T09:00:00.123Z\"},\"maxValues\":{\""
                + column + "\":\"2026-03-02T11:00:00.000+01:00\"},\"nullCount\":{\"" + column + "\":" + nulls + "}}";
    }

    private static NewestTime newest(HandMadeTable table) throws IOException {
        NewestTime newest = NewestTime.NONE;
        for (SourceFile file :
                table.source().batch(null, HandMadeTable.json("1:-1")).files()) {
            newest = newest.and(file.newest());
        }
        return newest;
    }

    @Test
    void areThoseOfTheStatistics() throws IOException {
        assertThat(newest(HandMadeTable.of(HandMadeTable.PROTOCOL, metadata(AT), with(add("a"), stats("at", 0)))
                        .watermark("AT")))
                .isEqualTo(NewestTime.exactly(TEN));
    }

    @Test
    void areNotKnownWithoutStatistics() throws IOException {
        assertThat(newest(HandMadeTable.of(HandMadeTable.PROTOCOL, metadata(AT), add("a"))
                        .watermark("at")))
                .isEqualTo(NewestTime.UNKNOWN);
    }

    @Test
    void areNotKnownOfAColumnThatIsNoTimestamp() throws IOException {
        String date = column("at", "date");

        assertThat(newest(HandMadeTable.of(HandMadeTable.PROTOCOL, metadata(date), with(add("a"), stats("at", 0)))
                        .watermark("at")))
                .isEqualTo(NewestTime.UNKNOWN);
    }

    @Test
    void areNoneWhereEveryRowIsNull() throws IOException {
        String stats = "{\"numRecords\":3,\"minValues\":{},\"maxValues\":{},\"nullCount\":{\"at\":3}}";

        assertThat(newest(HandMadeTable.of(HandMadeTable.PROTOCOL, metadata(AT), with(add("a"), stats))
                        .watermark("at")))
                .isEqualTo(NewestTime.NONE);
    }

    @Test
    void areBoundedWhereADeletionVectorHidesRows() throws IOException {
        String protocol = "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,\"readerFeatures\":"
                + "[\"deletionVectors\"],\"writerFeatures\":[\"deletionVectors\"]}}";
        String loose = stats("at", 0).replace("{\"numRecords\"", "{\"tightBounds\":false,\"numRecords\"");
        String nullable = stats("at", 1).replace("{\"numRecords\"", "{\"tightBounds\":false,\"numRecords\"");

        assertThat(newest(HandMadeTable.of(protocol, metadata(AT), with(withVector(add("a")), loose))
                        .watermark("at")))
                .isEqualTo(new NewestTime(NINE, TEN));
        assertThat(newest(HandMadeTable.of(protocol, metadata(AT), with(withVector(add("a")), nullable))
                        .watermark("at")))
                .as("the rows that are left may all be null")
                .isEqualTo(new NewestTime(Long.MIN_VALUE, TEN));
    }

    @Test
    void areThoseOfThePartition() throws IOException {
        String partitioned = metadata(AT).replace("\"partitionColumns\":[]", "\"partitionColumns\":[\"at\"]");
        String file =
                add("a").replace("\"partitionValues\":{}", "\"partitionValues\":{\"at\":\"2026-03-02 11:00:00\"}");

        assertThat(newest(HandMadeTable.of(HandMadeTable.PROTOCOL, partitioned, file)
                        .watermark("at")
                        .zone("Europe/Berlin")))
                .isEqualTo(NewestTime.exactly(TEN));
        assertThat(newest(HandMadeTable.of(HandMadeTable.PROTOCOL, partitioned, file)
                        .watermark("at")))
                .as("without a time zone")
                .isEqualTo(NewestTime.UNKNOWN);
    }

    @Test
    void areLookedUpUnderThePhysicalNameOfAMappedColumn() throws IOException {
        String protocol = HandMadeTable.protocol(2, 5);
        String mapped = metadataOf(
                HandMadeTable.ID,
                "{\"delta.columnMapping.mode\":\"name\"}",
                column(
                        "at",
                        "timestamp",
                        "{\"delta.columnMapping.id\":1,\"delta.columnMapping.physicalName\":\"col-1\"}"));

        assertThat(newest(HandMadeTable.of(protocol, mapped, with(add("a"), stats("col-1", 0)))
                        .watermark("at")))
                .isEqualTo(NewestTime.exactly(TEN));
    }
}
