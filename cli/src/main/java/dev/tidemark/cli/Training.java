package dev.tidemark.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;

/**
 * Runs the quick commands once over the shipped examples and discards what they say, so that Java can archive the
 * classes they need. The launcher starts it when it makes the class archive; nothing else does.
 */
final class Training {
    private Training() {}

    /** The one argument is the directory of examples. */
    public static void main(String[] args) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        String example = args[0] + "/orders-crashed/";
        String checkpoint = example + "ckpt";
        for (List<String> line : List.of(
                List.of("--help"),
                List.of("show", checkpoint),
                List.of("show", checkpoint, "--format", "json"),
                List.of("batches", checkpoint),
                List.of("batches", checkpoint, "--format", "json"),
                List.of("batch", checkpoint, "5"),
                List.of("diff", checkpoint),
                List.of("describe", checkpoint),
                List.of(
                        "restart",
                        checkpoint,
                        "--query",
                        example + "query.yaml",
                        "--map",
                        "/lake/orders-crashed=" + example),
                List.of("table", "replay", example + "orders", "--format", "json"))) {
            Main.run(nowhere, nowhere, line.toArray(String[]::new));
        }
    }
}
