package dev.tidemark.shell.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import dev.tidemark.io.LocalStorage;
import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.Storage;
import dev.tidemark.render.Printable;
import dev.tidemark.shell.command.Setup;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Evidence in memory, and a command line of a few commands that say how they were called. */
final class Lake {
    static final String CHECKPOINT = "/lake/ckpt";
    static final String TABLE = "/lake/orders";
    private static final String DELTA_OFFSET = "{\"sourceVersion\":1,\"reservoirId\":\"r\",\"reservoirVersion\":%d,"
            + "\"index\":-1,\"isStartingVersion\":false}";

    private final Map<String, Storage> places = new LinkedHashMap<>();

    /** Some lines, how they ended and what they said. */
    record Answer(int code, String out, String err) {}

    /** A checkpoint of three batches, the last one not committed, and a table of two versions. */
    static Lake usual() {
        Lake lake = new Lake();
        lake.places.put(
                CHECKPOINT,
                new MemoryStorage()
                        .with("metadata", "{\"id\":\"03f8aa5b-dc42-420b-87d5-94d7d22c2c83\"}")
                        .with("offsets/0", offsets(0))
                        .with("offsets/1", offsets(1))
                        .with("offsets/2", offsets(2))
                        .with("commits/0", "v1\n{\"nextBatchWatermarkMs\":0}")
                        .with("commits/1", "v1\n{\"nextBatchWatermarkMs\":0}"));
        lake.places.put(
                TABLE,
                new MemoryStorage()
                        .with("_delta_log/00000000000000000000.json", commit("CREATE TABLE", "a"))
                        .with("_delta_log/00000000000000000001.json", commit("WRITE", "b")));
        return lake;
    }

    private static String offsets(int batch) {
        return "v1\n{\"batchWatermarkMs\":0,\"batchTimestampMs\":" + (1_700_000_000_000L + batch * 60_000L)
                + ",\"conf\":{}}\n" + DELTA_OFFSET.formatted(batch + 1);
    }

    private static String commit(String operation, String file) {
        return "{\"commitInfo\":{\"timestamp\":1700000000000,\"operation\":\"" + operation + "\"}}\n"
                + "{\"add\":{\"path\":\"" + file + ".parquet\",\"partitionValues\":{},\"size\":10,"
                + "\"modificationTime\":0,\"dataChange\":true}}\n";
    }

    /** The same with another place. */
    Lake with(String place, Storage storage) {
        places.put(place, storage);
        return this;
    }

    /** A shell in which those places are open. */
    Shell shell(String... open) throws Exception {
        Setup setup = new Setup("test", this::open, List.of(), List.of());
        Shell shell = new Shell(setup, Lake::commandLine);
        shell.open(List.of(open), null);
        return shell;
    }

    private Storage open(String place) throws IOException {
        Storage known = places.get(place);
        return known == null ? LocalStorage.at(java.nio.file.Path.of(place)) : known;
    }

    /** Runs lines one after the other and joins what they say. */
    static Answer run(Shell shell, String... lines) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = 0;
        for (String line : lines) {
            code = shell.interpreter().run(line, new PrintWriter(out), new PrintWriter(err));
        }
        return new Answer(code, out.toString(), err.toString());
    }

    static CommandLine commandLine() {
        CommandLine root = new CommandLine(new Root());
        root.addSubcommand(new Batch());
        root.addSubcommand(new Show());
        root.addSubcommand("table", new CommandLine(new Table()).addSubcommand(new TableDiff()));
        root.addSubcommand(new Wait());
        return root.setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((usage, args) -> {
                    usage.getCommandLine().getErr().println(Printable.of(usage.getMessage()));
                    return 2;
                })
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr()
                            .println(Printable.of(failure.getClass().getSimpleName() + ": " + failure.getMessage()));
                    return failure instanceof CommandLine.ParameterException
                            ? 2
                            : failure instanceof IOException ? 3 : 70;
                });
    }

    @Command(name = "tidemark")
    static final class Root {}

    /** Says with which words it was called. */
    abstract static class Echo implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Option(names = "--format")
        private String format;

        @Option(names = "--width")
        private Integer width;

        @Option(names = "--map")
        private List<String> moves;

        @Override
        public Integer call() {
            List<String> words = spec.commandLine().getParseResult().originalArgs();
            spec.commandLine().getOut().println(spec.name() + " called with " + String.join(" ", words));
            spec.commandLine().getOut().flush();
            return 0;
        }
    }

    @Command(name = "batch", description = "Show a batch.")
    static final class Batch extends Echo {
        @Parameters(index = "0", paramLabel = "PATH")
        private String place;

        @Parameters(index = "1", paramLabel = "N")
        private long batchId;
    }

    @Command(name = "show", description = "Say what a place is.")
    static final class Show extends Echo {
        @Parameters(index = "0", paramLabel = "PATH")
        private String place;
    }

    @Command(name = "table", description = "Commands about tables.")
    static final class Table {}

    @Command(name = "diff", description = "What lies between two versions.")
    static final class TableDiff extends Echo {
        @Parameters(index = "0", paramLabel = "TABLE")
        private String place;

        @Parameters(index = "1", paramLabel = "A")
        private long before;

        @Parameters(index = "2", paramLabel = "B")
        private long after;
    }

    /** Goes on until it is cancelled. */
    @Command(name = "wait", description = "Wait.")
    static final class Wait implements Callable<Integer> {
        @Override
        public Integer call() throws IOException {
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException cancelled) {
                throw new IOException("interrupted");
            }
            return 0;
        }
    }
}
