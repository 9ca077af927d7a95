package dev.tidemark.cli.state;

import java.io.IOException;
import java.util.function.Supplier;

import dev.tidemark.cli.Arguments;
import dev.tidemark.cli.WholeNumber;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.stream.CheckpointState;

/** The batch after which state is looked at; the same option on every command that looks at one. */
final class BatchMixin extends Arguments {
    private final Supplier<Long> batch = one(
            Long.class,
            option("--batch")
                    .paramLabel("N")
                    .converters(new WholeNumber.AsLong())
                    .description("as of the end of that batch (default: the last committed)"));

    /**
     * The batch that is asked for, or the last committed one.
     *
     * @throws NoSuchStateException when there is no such batch
     */
    long of(CheckpointState state) throws IOException, NoSuchStateException {
        Long asked = batch.get();
        if (asked == null) {
            return state.newestBatch();
        }
        state.require(asked);
        return asked;
    }
}
