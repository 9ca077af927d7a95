package dev.tidemark.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs the quick commands once over the shipped examples and discards what they say, so that Java can archive the
 * classes they need. The launcher starts it when it makes the class archive; nothing else does.
 */
final class Training {
    private Training() {}

    /** Arguments: the directory of examples, and an empty one for the native libraries of later starts. */
    public static void main(String[] args) throws IOException {
        NativeLibraries.copyInto(Path.of(args[1]));
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        String example = args[0] + "/orders-crashed/";
        String rocks = args[0] + "/visits-counted/ckpt";
        String checkpoint = example + "ckpt";
        Path rows = Files.createTempFile("tidemark-training-", ".ndjson");
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
                List.of("state", "list", checkpoint),
                List.of("state", "stats", checkpoint),
                List.of("state", "rows", checkpoint),
                List.of("state", "rows", checkpoint, "--format", "ndjson", "--output", rows.toString()),
                List.of("state", "schema", checkpoint),
                List.of("state", "lineage", checkpoint),
                List.of("state", "loadable", checkpoint),
                List.of("state", "changes", checkpoint, "--from", "3", "--to", "4"),
                List.of("state", "stats", rocks),
                List.of("state", "rows", rocks, "--format", "ndjson"),
                List.of("table", "log", example + "orders"),
                List.of("table", "replay", example + "orders", "--format", "json"),
                List.of("table", "replay", example + "orders", "--summary"))) {
            Main.run(nowhere, nowhere, line.toArray(String[]::new));
        }
        Files.delete(rows);
    }
}
