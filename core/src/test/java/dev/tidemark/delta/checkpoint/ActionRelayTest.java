package dev.tidemark.delta.checkpoint;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.FileAction;
import dev.tidemark.delta.action.FileDetail;
import dev.tidemark.delta.action.PartitionValues;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ActionRelayTest {
    private static final Damage DAMAGE = new Damage(Location.of("c.parquet"), DamageKind.TRUNCATED, "more", "the end");

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4_095, 4_096, 4_097, 100_000})
    void handsOverEveryActionInRowOrder(int count) throws IOException {
        List<Long> rows = new ArrayList<>();

        Optional<Damage> damage = ActionRelay.run(sink -> decode(sink, count), (action, row) -> {
            assertThat(action.path()).isEqualTo("f" + row);
            rows.add(row);
        });

        assertThat(damage).contains(DAMAGE);
        assertThat(rows).hasSize(count).isSorted();
    }

    @Test
    void passesOnWhatTheStorageSays() {
        assertThatThrownBy(() -> ActionRelay.run(
                        sink -> {
                            decode(sink, 10);
                            throw new IOException("refused");
                        },
                        (action, row) -> {}))
                .isInstanceOf(IOException.class)
                .hasMessage("refused");
    }

    @Test
    void stopsDecodingWhenTheSinkFails() {
        assertThatThrownBy(() -> ActionRelay.run(sink -> decode(sink, Integer.MAX_VALUE), (action, row) -> {
                    throw new IllegalStateException("enough");
                }))
                .hasMessage("enough");
    }

    private static Optional<Damage> decode(ActionRelay.RowSink sink, int count) throws IOException {
        for (int row = 0; row < count; row++) {
            sink.accept(action(row), row);
        }
        return Optional.of(DAMAGE);
    }

    private static FileAction action(long row) {
        return new Add("f" + row, PartitionValues.NONE, 0, 0, false, null, FileDetail.NONE);
    }
}
