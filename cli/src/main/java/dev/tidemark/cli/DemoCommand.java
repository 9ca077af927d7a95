package dev.tidemark.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

import picocli.CommandLine.ParameterException;

/** {@code tidemark demo}: walks through show, diff, restart and the sink of a stream that crashed, which ships with Tidemark. */
final class DemoCommand extends Command {
    private static final String EXAMPLE = "orders-crashed";

    /** The path that the example had when Spark wrote it. */
    private static final String NAMED_ROOT = "/lake/" + EXAMPLE;

    private final Supplier<Path> examples = one(
            Path.class,
            option("--examples")
                    .paramLabel("DIR")
                    .hidden(true)
                    .description("the directory of examples; for runs from outside a distribution"));

    /** One step: what the reader should know before, and the command that then runs. */
    private record Step(List<String> before, List<String> command) {}

    DemoCommand() {
        super("demo", "Walk through show, diff and restart on a shipped checkpoint whose last batch crashed.");
    }

    @Override
    public Integer call() throws IOException {
        Path example = example();
        PrintWriter out = commandLine().getOut();
        out.println("""
                A stream reads a Delta table of orders and writes revenue by region to another, with Spark 4.1.
                Its driver died in the middle of a batch. Everything below is read from what it left on disk:
                  %s
                """.formatted(shown(example)));
        int worst = ExitCode.FINE;
        int number = 0;
        List<Step> steps = steps(example);
        for (Step step : steps) {
            number++;
            out.println("--- " + number + " of " + steps.size() + " ---");
            step.before().forEach(out::println);
            out.println();
            out.println("$ tidemark " + String.join(" ", step.command()));
            out.flush();
            int code = Main.run(out, commandLine().getErr(), step.command().toArray(String[]::new));
            worst = code == ExitCode.USAGE || code == ExitCode.BUG ? ExitCode.BUG : worst;
            out.println();
        }
        out.println("""
                Your own checkpoint next:  tidemark show PATH
                Local directories, archives (.zip, .tar, .tar.gz) and Hadoop file systems (s3a://, abfs://, gs://,
                hdfs://) all work; nothing is ever written to them.""");
        out.flush();
        return worst;
    }

    private List<Step> steps(Path example) {
        String checkpoint = shown(example.resolve("ckpt"));
        return List.of(
                new Step(
                        List.of(
                                "show: what is this, and is it well? Before a batch runs, Spark writes down what it will",
                                "read (offsets/N); after it, that it is done (commits/N). A crash leaves the first alone."),
                        List.of("show", checkpoint)),
                new Step(
                        List.of(
                                "diff: offsets against commits. Which batches are begun and not done, and why.",
                                "One batch without a commit at the end is how every crash looks, and is no damage."),
                        List.of("diff", checkpoint)),
                new Step(
                        List.of(
                                "restart: what will Spark do when the query is started again? The description of the",
                                "query stands in query.yaml; --map says where the tables that it names are now. The batch",
                                "runs again, and with the offsets that were written down for it, whatever came since;",
                                "--until-caught-up follows it through sources, state and sink."),
                        List.of(
                                "restart",
                                checkpoint,
                                "--query",
                                shown(example.resolve("query.yaml")),
                                "--map",
                                NAMED_ROOT + "=" + shown(example),
                                "--until-caught-up",
                                "--read-data")),
                new Step(
                        List.of(
                                "table replay: are the rows of batch 5 in the sink already? Delta keeps the number of the",
                                "last batch of each query (its transaction). It is 5: the batch that runs again is skipped",
                                "there, and nothing is written twice."),
                        List.of("table", "replay", shown(example.resolve("revenue")), "--summary")));
    }

    private Path example() {
        String home = System.getProperty("tidemark.home");
        Path directory = examples.get() != null ? examples.get() : home == null ? null : Path.of(home, "examples");
        if (directory == null || !Files.isDirectory(directory.resolve(EXAMPLE))) {
            throw new ParameterException(
                    commandLine(), "the example is part of the distribution; start it with bin/tidemark demo");
        }
        return directory.resolve(EXAMPLE).toAbsolutePath().normalize();
    }

    /** The path as one would type it from here. */
    private static String shown(Path path) {
        Path here = Path.of("").toAbsolutePath();
        return path.startsWith(here) ? here.relativize(path).toString() : path.toString();
    }
}
