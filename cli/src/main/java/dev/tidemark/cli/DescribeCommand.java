package dev.tidemark.cli;

import java.io.IOException;
import java.util.concurrent.Callable;

import dev.tidemark.query.DraftQuery;
import dev.tidemark.view.DescribeView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tidemark describe}: a draft of the query description that the other commands take. */
@Command(
        name = "describe",
        description = {
            "Drafts a description of the query from its checkpoint, as YAML, each line marked inferred or guess.",
            "Complete it, and give it to restart with --query."
        })
final class DescribeCommand implements Callable<Integer> {
    @Mixin
    private TargetMixin target;

    @Mixin
    private OutputMixin output;

    @Override
    public Integer call() throws IOException {
        return output.print(DescribeView.of(DraftQuery.of(target.checkpoint())));
    }
}
