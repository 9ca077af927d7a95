package dev.tidemark.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.concurrent.Callable;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.query.DraftQuery;
import dev.tidemark.view.DescribeView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tidemark describe}: a draft of the query description that the other commands take. */
@Command(
        name = "describe",
        description = {
            "Draft a description of the query from its checkpoint, as YAML, each line marked inferred or guess.",
            "Complete it, and give it to restart with --query."
        })
final class DescribeCommand implements Callable<Integer> {
    @Parameters(paramLabel = "CKPT", description = "the checkpoint directory")
    private String place;

    @Mixin
    private PlacesMixin evidence;

    @Mixin
    private OutputMixin output;

    @Override
    public Integer call() throws IOException {
        try (Storage storage = evidence.places().open(place)) {
            if (storage.stat(StoragePath.ROOT).isEmpty()) {
                throw new FileNotFoundException(place);
            }
            return output.print(DescribeView.of(DraftQuery.of(Checkpoint.in(storage))));
        }
    }
}
