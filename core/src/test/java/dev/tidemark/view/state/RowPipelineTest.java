package dev.tidemark.view.state;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.binary.NullRow;
import dev.tidemark.state.operator.StateRow;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RowPipelineTest {
    private static final List<Integer> PARTITIONS =
            IntStream.range(0, 7).boxed().toList();
    private static final int ROWS = 30_000;

    @Test
    void givesTheSameBytesHoweverManyThreadsRead() throws IOException {
        String one = run(new RowPipeline(1, Long.MAX_VALUE));

        assertThat(run(new RowPipeline(4, Long.MAX_VALUE)).equals(one)).isTrue();
        assertThat(one).startsWith("0\n0\n").endsWith("6\n6\n").hasSize(2 * ROWS * PARTITIONS.size());
    }

    @Test
    void handsOutTheFirstRowAlone() throws IOException {
        int[] first = {-1};
        new RowPipeline(1, Long.MAX_VALUE)
                .run(
                        PARTITIONS,
                        RowPipelineTest::read,
                        RowPipelineTest::encode,
                        (bytes, length) -> first[0] = first[0] < 0 ? length : first[0]);

        assertThat(first[0]).isEqualTo(2);
    }

    @Test
    void stopsAtTheLimit() throws IOException {
        RowPipeline pipeline = new RowPipeline(4, 10);

        assertThat(run(pipeline)).isEqualTo("0\n".repeat(10));
        assertThat(pipeline.isCutShort()).isTrue();
        assertThat(pipeline.rows()).isEqualTo(10);
    }

    @Test
    void tellsDamagesInOrderOfPartitions() throws IOException {
        List<Damage> damages = new RowPipeline(4, Long.MAX_VALUE)
                .run(
                        PARTITIONS,
                        (partition, each) ->
                                List.of(new Damage(Location.of("state/0/" + partition), DamageKind.MISSING, "a", "b")),
                        RowPipelineTest::encode,
                        (bytes, length) -> {});

        assertThat(damages)
                .extracting(damage -> damage.at().path())
                .containsExactly(
                        "state/0/0", "state/0/1", "state/0/2", "state/0/3", "state/0/4", "state/0/5", "state/0/6");
    }

    @Test
    void letsTheTroubleOfAStorageThrough() {
        assertThatThrownBy(() -> new RowPipeline(4, Long.MAX_VALUE)
                        .run(
                                PARTITIONS,
                                (partition, each) -> {
                                    if (partition == 3) {
                                        throw new IOException("the disk is gone");
                                    }
                                    return read(partition, each);
                                },
                                RowPipelineTest::encode,
                                (bytes, length) -> {}))
                .isInstanceOf(IOException.class)
                .hasMessage("the disk is gone");
    }

    private static String run(RowPipeline pipeline) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        pipeline.run(
                PARTITIONS,
                RowPipelineTest::read,
                RowPipelineTest::encode,
                (chunk, length) -> bytes.write(chunk, 0, length));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static List<Damage> read(int partition, dev.tidemark.state.operator.StateRowSink each) throws IOException {
        for (int i = 0; i < ROWS; i++) {
            if (!each.row(new StateRow(partition, 0, null, new NullRow(0), null))) {
                break;
            }
        }
        return List.of();
    }

    private static void encode(dev.tidemark.format.json.JsonBytes to, StateRow row) {
        to.number(row.partitionId()).raw('\n');
    }
}
