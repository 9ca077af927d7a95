package dev.tidemark.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.function.Supplier;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.query.DraftQuery;
import dev.tidemark.view.DescribeView;

/** {@code tidemark describe}: a draft of the query description that the other commands take. */
final class DescribeCommand extends Command {
    private final Supplier<String> place =
            one(String.class, parameter("0").paramLabel("CKPT").description("the checkpoint directory"));

    private final PlacesMixin evidence = part(new PlacesMixin());

    private final OutputMixin output = part(new OutputMixin());

    DescribeCommand() {
        super(
                "describe",
                "Draft a description of the query from its checkpoint, as YAML, each line marked inferred or guess.",
                "Complete it, and give it to restart with --query.");
    }

    @Override
    public Integer call() throws IOException {
        try (Storage storage = evidence.places().open(place.get())) {
            if (storage.stat(StoragePath.ROOT).isEmpty()) {
                throw new FileNotFoundException(place.get());
            }
            return output.print(DescribeView.of(DraftQuery.of(Checkpoint.in(storage))));
        }
    }
}
