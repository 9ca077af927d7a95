package dev.tidemark.cli.state;

import java.io.IOException;

import dev.tidemark.cli.WholeNumber;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.stream.CheckpointState;
import picocli.CommandLine.Option;

/** The batch after which state is looked at; the same option on every command that looks at one. */
final class BatchMixin {
    @Option(
            converter = WholeNumber.AsLong.class,
            names = "--batch",
            paramLabel = "N",
            description = "as of the end of that batch (default: the last committed)")
    private Long batch;

    /** The batch that is asked for, or the last committed one. */
    long of(CheckpointState state) throws IOException, NoSuchStateException {
        return batch == null ? state.newestBatch() : batch;
    }
}
