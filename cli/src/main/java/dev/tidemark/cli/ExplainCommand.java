package dev.tidemark.cli;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import dev.tidemark.diagnosis.RuleCatalog;
import dev.tidemark.diagnosis.RulePage;
import dev.tidemark.view.ExplainView;
import picocli.CommandLine.ParameterException;

/** {@code explain RULE}: what a rule means and what to do about it. */
final class ExplainCommand extends Command {
    private final Supplier<String> id = one(
            String.class,
            parameter("0").paramLabel("RULE").arity("0..1").description("the id in a finding, such as CKP-004"));

    private final OutputMixin output = part(new OutputMixin());

    ExplainCommand() {
        super("explain", "Say what a rule's finding means and what to do about it; without a rule, list them all.");
    }

    @Override
    public Integer call() throws IOException {
        return output.print(id.get() == null ? ExplainView.all() : ExplainView.of(page()));
    }

    private RulePage page() {
        return RuleCatalog.find(id.get()).orElseThrow(() -> new ParameterException(commandLine(), unknown()));
    }

    private String unknown() {
        List<RulePage> near = RuleCatalog.near(id.get());
        return "no rule " + id.get()
                + (near.isEmpty()
                        ? "; tidemark explain lists them all"
                        : "; did you mean "
                                + near.stream()
                                        .map(page -> page.id() + " (" + page.title() + ")")
                                        .collect(Collectors.joining(", "))
                                + "?");
    }
}
