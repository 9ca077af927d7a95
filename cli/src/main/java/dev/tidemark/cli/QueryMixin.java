package dev.tidemark.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.engine.SparkVersion;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.query.DraftQuery;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.QueryDescriptionParser;
import dev.tidemark.query.TextFile;
import dev.tidemark.query.Trigger;
import dev.tidemark.view.PlaceKind;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The query that a command starts: its description, the Spark it runs on, and what of it is changed to see what then. */
final class QueryMixin extends Arguments {
    private final Supplier<Path> queryFile = one(
            Path.class,
            option("--query")
                    .paramLabel("FILE")
                    .description(
                            "the query description (YAML or JSON); without it, one is inferred from the checkpoint"));

    private final Supplier<String> spark = one(
            String.class,
            option("--spark").paramLabel("VERSION").description("start with this Spark instead of the described"));

    private final Supplier<List<String>> confs = many(
            String.class,
            option("--set").paramLabel("KEY=VALUE").description("what if this conf were set; may be given many times"));

    private final Supplier<List<String>> options = many(
            String.class,
            option("--option")
                    .paramLabel("I.KEY=VALUE")
                    .description("what if this option of source I (from 0) were set; may be given many times"));

    private final Supplier<String> trigger = one(
            String.class,
            option("--trigger")
                    .paramLabel("TRIGGER")
                    .description(
                            "what if the trigger were once, availableNow, processingTime, continuous or realTime"));

    /**
     * The query as it is started.
     *
     * @param assumptions what was taken for granted or changed, each a clause
     */
    record Asked(QueryDescription query, SparkVersion version, List<String> assumptions) {}

    /** Reads the description, or infers one from the checkpoint, and changes it as told. */
    Asked on(Storage checkpoint) throws IOException {
        requireNoTable(checkpoint);
        List<String> assumptions = new ArrayList<>();
        QueryDescription query = queryFile.get() == null
                ? inferred(checkpoint, assumptions)
                : described(queryFile.get(), commandLine(), assumptions);
        SparkVersion version = version(query, assumptions);
        return new Asked(changed(query, assumptions), version, assumptions);
    }

    /** Spark would begin a new checkpoint among the files of a table; nobody asks what happens then. */
    private void requireNoTable(Storage place) throws IOException {
        if (place.stat(StoragePath.ROOT).isEmpty()) {
            return;
        }
        String found = switch (PlaceKind.of(place)) {
            case DELTA_TABLE -> "a Delta table";
            case FILE_SINK_OUTPUT -> "the output of a file sink";
            default -> "";
        };
        if (!found.isEmpty()) {
            throw new ParameterException(
                    commandLine(),
                    place.location() + " is " + found + ", not a checkpoint; give the checkpointLocation of a query"
                            + " (tidemark show " + place.location() + " looks at what is here)");
        }
    }

    /** The description in a file; what of it does not matter becomes an assumption. */
    static QueryDescription described(Path queryFile, CommandLine command, List<String> assumptions)
            throws IOException {
        String text = text(queryFile, "query description", command);
        QueryDescriptionParser.Reading reading = QueryDescriptionParser.parse(Location.of(queryFile.toString()), text);
        for (Damage unknownKey : reading.unknownKeys()) {
            assumptions.add("the key " + unknownKey.found() + " (" + unknownKey.at() + ") does not matter");
        }
        return reading.query()
                .value()
                .orElseThrow(() -> new ParameterException(
                        command, reading.query().damage().orElseThrow().message()));
    }

    /** The text of a file that the command line names. */
    static String text(Path file, String what, CommandLine command) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new ParameterException(
                    command,
                    Files.exists(file)
                            ? "no regular file, and no " + what + ": " + file
                            : "no such " + what + ": " + file);
        }
        Parsed<String> text = TextFile.read(file);
        return text.value()
                .orElseThrow(() -> new ParameterException(
                        command, text.damage().orElseThrow().message()));
    }

    private static QueryDescription inferred(Storage storage, List<String> assumptions) throws IOException {
        DraftQuery draft = DraftQuery.of(Checkpoint.in(storage));
        assumptions.add("the query is as the checkpoint shows it (tidemark describe tells what that is)");
        return draft.query();
    }

    private SparkVersion version(QueryDescription query, List<String> assumptions) {
        String text = spark.get() != null ? spark.get() : query.versions().spark();
        if (text == null) {
            assumptions.add("Spark " + SparkVersion.NEWEST_KNOWN);
            return SparkVersion.NEWEST_KNOWN;
        }
        return SparkVersion.of(text)
                .orElseThrow(() -> new ParameterException(commandLine(), "no version of Spark: " + text));
    }

    private QueryDescription changed(QueryDescription described, List<String> assumptions) {
        QueryDescription query = described;
        for (String conf : confs.get()) {
            String[] parts = split("--set", conf, "KEY=VALUE");
            requireConf(conf, parts[0]);
            query = query.withConf(parts[0], parts[1]);
            assumptions.add(parts[0] + " is " + parts[1] + " (--set)");
        }
        for (String option : options.get()) {
            String[] parts = split("--option", option, "I.KEY=VALUE");
            int source = source(option, parts[0], query.sources().size());
            String key = parts[0].substring(parts[0].indexOf('.') + 1);
            query = query.withOption(source, key, parts[1]);
            assumptions.add(key + " of source " + source + " is " + parts[1] + " (--option)");
        }
        if (trigger.get() != null) {
            Optional<Trigger> other = Trigger.of(trigger.get().trim(), null);
            query = query.withTrigger(other.orElseThrow(() ->
                    wrong("--trigger", trigger.get(), "once, availableNow, processingTime, continuous or realTime")));
            assumptions.add("the trigger is " + other.get().word() + " (--trigger)");
        }
        return query;
    }

    /** A part of the description is no conf, and as one it would change nothing. */
    private void requireConf(String asked, String key) {
        String part = key.contains(".") ? key.substring(0, key.indexOf('.')) : key;
        String instead = switch (part) {
            case "confs" -> "leave out confs.";
            case "sources", "options" -> "options of a source are set by --option 0.KEY=VALUE";
            case "trigger" -> "the trigger is set by --trigger";
            case "spark" -> key.contains(".") ? "" : "the Spark that starts is set by --spark";
            default -> "";
        };
        if (!instead.isEmpty()) {
            throw new ParameterException(commandLine(), "--set " + asked + ": " + part + " is no conf; " + instead);
        }
    }

    private String[] split(String option, String text, String form) {
        int equals = text.indexOf('=');
        if (equals < 1) {
            throw wrong(option, text, form);
        }
        return new String[] {text.substring(0, equals).trim(), text.substring(equals + 1)};
    }

    private int source(String option, String key, int count) {
        if (!key.matches("\\d{1,4}\\..+")) {
            throw wrong("--option", option, "I.KEY=VALUE, as in 0.maxFilesPerTrigger=5");
        }
        int source = Integer.parseInt(key.substring(0, key.indexOf('.')));
        if (source >= count) {
            throw new ParameterException(
                    commandLine(),
                    "--option " + option + ": the query has " + count + (count == 1 ? " source" : " sources")
                            + ", the first is 0");
        }
        return source;
    }

    private ParameterException wrong(String option, String found, String expected) {
        return new ParameterException(commandLine(), option + ": expected " + expected + ", found " + found);
    }
}
