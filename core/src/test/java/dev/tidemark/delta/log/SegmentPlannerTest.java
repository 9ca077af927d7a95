package dev.tidemark.delta.log;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

import dev.tidemark.delta.error.DeltaError;
import dev.tidemark.delta.error.ReaderException;
import dev.tidemark.io.MemoryStorage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SegmentPlannerTest {
    private static LogListing listing(String... names) throws IOException {
        MemoryStorage storage = new MemoryStorage();
        for (String name : names) {
            boolean isEmpty = name.endsWith("!");
            storage.with("_delta_log/" + (isEmpty ? name.substring(0, name.length() - 1) : name), isEmpty ? "" : "x");
        }
        return LogListing.of(storage);
    }

    private static String commit(long version) {
        return String.format("%020d.json", version);
    }

    private static String checkpoint(long version) {
        return String.format("%020d.checkpoint.parquet", version);
    }

    private static LastCheckpoint hint(long version) {
        return new LastCheckpoint(version, 1, null, false, false, null, LastCheckpoint.Digest.ABSENT);
    }

    private static List<String> names(LogSegment segment) {
        return segment.deltas().stream().map(file -> file.name().value()).toList();
    }

    private static LogSegment spark(LogListing listing, Optional<LastCheckpoint> hint) {
        return new SparkSegmentPlanner(listing, "log").latest(hint).orElseThrow();
    }

    private static LogSegment kernel(LogListing listing, Optional<LastCheckpoint> hint) {
        return new KernelSegmentPlanner(listing, "table").latest(hint).orElseThrow();
    }

    @Test
    void startsBehindTheNewestCheckpoint() throws IOException {
        LogListing listing = listing(commit(0), commit(1), checkpoint(1), commit(2));

        for (LogSegment segment : List.of(spark(listing, Optional.empty()), kernel(listing, Optional.empty()))) {
            assertThat(segment.version()).isEqualTo(2);
            assertThat(segment.checkpointVersion()).isEqualTo(1);
            assertThat(names(segment)).containsExactly(commit(2));
        }
    }

    @Test
    void healsAHintToACheckpointThatIsGoneAsSparkDoesAndFailsAsKernelDoes() throws IOException {
        LogListing listing = listing(commit(0), commit(1), commit(2));

        assertThat(spark(listing, Optional.of(hint(2))).checkpointVersion()).isEqualTo(-1);
        assertThatThrownBy(() -> kernel(listing, Optional.of(hint(2))))
                .isInstanceOf(ReaderException.class)
                .hasMessage("Invalid table found at table: Missing checkpoint at version 2");
    }

    @Test
    void failsWhenTheHintedCheckpointIsGoneAndTheLogDoesNotReachBack() throws IOException {
        LogListing listing = listing(commit(1), commit(2));

        assertThatThrownBy(() -> spark(listing, Optional.of(hint(2))))
                .hasMessage("[DELTA_MISSING_PART_FILES] Couldn't find all part files of the checkpoint version: 2")
                .isInstanceOfSatisfying(
                        ReaderException.class,
                        thrown -> assertThat(thrown.error().cause())
                                .isEqualTo(new DeltaError(
                                        "java.io.FileNotFoundException",
                                        null,
                                        "Checkpoint file to load version: 2 is missing.")));
    }

    @Test
    void takesACheckpointWithoutBytesForAbsent() throws IOException {
        LogListing listing = listing(commit(0), commit(1), checkpoint(1) + "!");

        assertThat(spark(listing, Optional.empty()).checkpoint()).isNull();
        assertThat(kernel(listing, Optional.empty()).checkpoint()).isNull();
    }

    @Test
    void asksForTheCommitOfTheCheckpointAsKernelDoes() throws IOException {
        LogListing listing = listing(checkpoint(1), commit(2));

        assertThat(spark(listing, Optional.empty()).version()).isEqualTo(2);
        assertThatThrownBy(() -> kernel(listing, Optional.empty()))
                .hasMessage("Invalid table found at table: Missing delta file for version 1");
    }

    @Test
    void ranksV2AboveMultipartAboveClassic() throws IOException {
        String part1 = String.format("%020d.checkpoint.%010d.%010d.parquet", 1, 1, 2);
        String part2 = String.format("%020d.checkpoint.%010d.%010d.parquet", 1, 2, 2);
        String v2 = String.format("%020d.checkpoint.aaaa.json", 1);

        assertThat(spark(listing(commit(1), checkpoint(1), part1, part2), Optional.empty())
                        .checkpoint()
                        .kind())
                .isEqualTo(CheckpointFiles.Kind.MULTIPART);
        assertThat(spark(listing(commit(1), checkpoint(1), part1), Optional.empty())
                        .checkpoint()
                        .kind())
                .as("with a part missing")
                .isEqualTo(CheckpointFiles.Kind.CLASSIC);
        assertThat(spark(listing(commit(1), checkpoint(1), part1, part2, v2), Optional.empty())
                        .checkpoint()
                        .kind())
                .isEqualTo(CheckpointFiles.Kind.V2);
    }

    @Test
    void saysThatTheLogIsTruncated() throws IOException {
        LogListing listing = listing(commit(3), commit(4));

        assertThatThrownBy(() -> spark(listing, Optional.empty()))
                .hasMessageStartingWith("[DELTA_TRUNCATED_TRANSACTION_LOG] log/" + commit(0)
                        + ": Unable to reconstruct state at version 4");
        assertThatThrownBy(() -> kernel(listing, Optional.empty()))
                .hasMessage("Invalid table found at table: Cannot compute snapshot. Missing delta file version 0.");
    }

    @Test
    void givesAReasonForEveryFile() throws IOException {
        LogListing listing = listing(commit(0), commit(1), checkpoint(1), commit(2), commit(3), "foreign", "9.crc");
        LogSegment segment = new SparkSegmentPlanner(listing, "log").at(2);

        assertThat(SegmentReasons.of(segment, listing))
                .extracting(reason -> reason.file().name().value() + ": " + reason.why())
                .containsExactly(
                        commit(0) + ": covered by the checkpoint of version 1",
                        checkpoint(1) + ": the newest complete checkpoint at or below version 2",
                        commit(1) + ": covered by the checkpoint of version 1",
                        commit(2) + ": behind the checkpoint",
                        commit(3) + ": newer than version 2",
                        "9.crc: a checksum of another version",
                        "foreign: nothing that Delta writes");
    }
}
