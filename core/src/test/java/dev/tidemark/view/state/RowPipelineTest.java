package dev.tidemark.view.state;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import dev.tidemark.format.binary.NullRow;
import dev.tidemark.state.operator.StateRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RowPipelineTest {
    private static final List<Integer> PARTITIONS =
            IntStream.range(0, 40).boxed().toList();
    private static final NullRow ROW = new NullRow(1);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void handsOutRowsInTheOrderOfPartitionsHoweverManyThreads(int threads) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        RowPipeline pipeline = new RowPipeline(threads, Long.MAX_VALUE);

        pipeline.run(
                PARTITIONS,
                (partition, each) -> {
                    for (int i = 0; i < rowsOf(partition); i++) {
                        each.row(new StateRow(partition, i, null, ROW, ROW));
                    }
                    return List.of();
                },
                (to, row) -> to.number(row.partitionId())
                        .raw(' ')
                        .number(row.batchId())
                        .raw('\n'),
                (bytes, length) -> out.write(bytes, 0, length));

        StringBuilder expected = new StringBuilder();
        PARTITIONS.forEach(partition -> IntStream.range(0, rowsOf(partition))
                .forEach(i -> expected.append(partition).append(' ').append(i).append('\n')));
        assertThat(out.toString(StandardCharsets.UTF_8).contentEquals(expected))
                .as("all rows, one partition after another")
                .isTrue();
        assertThat(pipeline.rows())
                .isEqualTo(
                        PARTITIONS.stream().mapToLong(RowPipelineTest::rowsOf).sum());
    }

    @Test
    void endsWhenTheOutputFailsWhilePartitionsAreAhead() {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> new RowPipeline(8, Long.MAX_VALUE)
                        .run(
                                PARTITIONS,
                                (partition, each) -> {
                                    for (int i = 0; i < 200_000; i++) {
                                        each.row(new StateRow(partition, i, null, ROW, ROW));
                                    }
                                    return List.of();
                                },
                                (to, row) -> to.number(row.batchId()).raw('\n'),
                                (bytes, length) -> {
                                    throw new IOException("full");
                                }))
                .withMessage("full");
    }

    /** Some partitions are empty, some take many chunks. */
    private static int rowsOf(int partition) {
        return partition % 5 * (partition % 7 == 0 ? 40_000 : 900);
    }
}
