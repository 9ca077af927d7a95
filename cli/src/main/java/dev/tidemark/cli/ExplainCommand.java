package dev.tidemark.cli;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import dev.tidemark.diagnosis.RuleCatalog;
import dev.tidemark.diagnosis.RulePage;
import dev.tidemark.view.ExplainView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code explain RULE}: what a rule means and what to do about it. */
@Command(
        name = "explain",
        description = "Say what a rule's finding means and what to do about it; without a rule, list them all.")
final class ExplainCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", arity = "0..1", paramLabel = "RULE", description = "the id in a finding, such as CKP-004")
    private String id;

    @Mixin
    private OutputMixin output;

    @Override
    public Integer call() throws IOException {
        return output.print(id == null ? ExplainView.all() : ExplainView.of(page()));
    }

    private RulePage page() {
        return RuleCatalog.find(id).orElseThrow(() -> new ParameterException(spec.commandLine(), unknown()));
    }

    private String unknown() {
        List<RulePage> near = RuleCatalog.near(id);
        return "no rule " + id
                + (near.isEmpty()
                        ? "; tidemark explain lists them all"
                        : "; did you mean "
                                + near.stream()
                                        .map(page -> page.id() + " (" + page.title() + ")")
                                        .collect(Collectors.joining(", "))
                                + "?");
    }
}
