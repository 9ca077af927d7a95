package dev.tidemark.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import dev.tidemark.audit.Audit;
import dev.tidemark.audit.AuditLog;
import dev.tidemark.audit.AuditRun;
import dev.tidemark.audit.Discovery;
import dev.tidemark.audit.ItemExaminer;
import dev.tidemark.audit.ItemResult;
import dev.tidemark.audit.ItemVerdict;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.io.Places;
import picocli.CommandLine.ParameterException;

/** {@code audit ROOT...}: many checkpoints and tables at once, a line each, and what they have to do with each other. */
final class AuditCommand extends Command {
    private final Supplier<List<String>> roots = many(
            String.class,
            parameter("0..*")
                    .paramLabel("ROOT")
                    .arity("0..*")
                    .description("a directory to look below, of any file system; * ? [] {} stand for names"));

    private final Supplier<Path> from = one(
            Path.class,
            option("--from")
                    .paramLabel("FILE")
                    .description("more roots, one a line; empty lines and those with # in front do not count"));

    private final Supplier<Integer> jobs = one(
            Integer.class,
            option("--jobs").paramLabel("N").description("how many at a time (default: the number of processors)"));

    private final Supplier<Duration> timeout = one(
            Duration.class,
            option("--timeout")
                    .paramLabel("DURATION")
                    .converters(new Timespan())
                    .defaultValue("60s")
                    .description("the time for one item, such as 30s or 5m (default: 60s)"));

    private final Supplier<Integer> depth = one(
            int.class,
            option("--depth")
                    .paramLabel("N")
                    .defaultValue("" + Discovery.DEFAULT_DEPTH)
                    .description("how deep to look below a root (default: " + Discovery.DEFAULT_DEPTH + ")"));

    private final Supplier<Path> resumed = one(
            Path.class,
            option("--resume")
                    .paramLabel("FILE")
                    .description("go on where the run that wrote this NDJSON file was interrupted, and append to it"));

    private final RetryMixin retry = part(new RetryMixin());

    private final PlacesMixin evidence = part(new PlacesMixin());

    private final FailOnMixin failOn = part(new FailOnMixin());

    private final AuditOutputMixin output = part(new AuditOutputMixin());

    AuditCommand() {
        super(
                "audit",
                "Find the checkpoints, Delta tables and file-sink outputs below some roots and examine each as diagnose does.",
                "One that is broken, hangs or cannot be read never stops the rest.");
        footer(
                "",
                "Exit codes: 0 all well, 1 findings at or above --fail-on, 3 something could not be told, 70 a bug; the worst counts.");
    }

    @Override
    public Integer call() throws IOException {
        Places places = evidence.places();
        List<String> all = allRoots();
        Audit audit = new Audit(places, depth.get());
        long keptBytes = resumed.get() == null ? 0 : resume(audit);
        AuditRun.Limits limits = new AuditRun.Limits(jobs(), timeoutMs());
        ItemExaminer examiner = new ItemExaminer(evidence.mapping(), failOn.severity(), retry.times());
        List<Finding> relations = new ArrayList<>();
        TerminalProgress progress = new TerminalProgress(commandLine().getErr());
        output.write(resumed.get(), keptBytes, answer -> {
            answer.begin(all);
            try (AuditRun run = new AuditRun(
                    examiner, places, limits, System::nanoTime, result -> take(audit, result, answer, progress))) {
                for (String root : all) {
                    audit.walk(root, run);
                }
                run.finish();
            }
            progress.clear();
            relations.addAll(audit.relations());
            answer.end(relations, audit.tally());
        });
        return exitCode(audit, relations);
    }

    private static void take(Audit audit, ItemResult result, AuditAnswer answer, TerminalProgress progress)
            throws IOException {
        audit.take(result);
        progress.clear();
        answer.item(result);
        progress.show(audit.tally().items() + " done, " + result.item().place());
    }

    private List<String> allRoots() throws IOException {
        List<String> all = new ArrayList<>(roots.get());
        if (from.get() != null) {
            QueryMixin.text(from.get(), "file of roots", commandLine())
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .forEach(all::add);
        }
        if (all.isEmpty()) {
            throw new ParameterException(
                    commandLine(),
                    from.get() == null ? "name a root, or a file of them with --from" : "no root in " + from.get());
        }
        return all;
    }

    private long resume(Audit audit) throws IOException {
        output.requireResumable(commandLine());
        if (!Files.exists(resumed.get())) {
            return 0;
        }
        try (BufferedReader lines = Files.newBufferedReader(resumed.get(), StandardCharsets.UTF_8)) {
            return AuditLog.read(lines, audit::resume);
        } catch (java.nio.charset.MalformedInputException noText) {
            throw new ParameterException(commandLine(), "not the NDJSON of an audit: " + resumed.get());
        }
    }

    private int jobs() {
        if (jobs.get() != null && jobs.get() < 1) {
            throw new ParameterException(commandLine(), "--jobs must be at least 1");
        }
        return jobs.get() == null ? Runtime.getRuntime().availableProcessors() : jobs.get();
    }

    private long timeoutMs() {
        if (timeout.get().toMillis() < 1) {
            throw new ParameterException(commandLine(), "--timeout must be at least 1ms");
        }
        return timeout.get().toMillis();
    }

    private int exitCode(Audit audit, List<Finding> relations) {
        if (audit.tally().of(ItemVerdict.BUG) > 0) {
            return ExitCode.BUG;
        } else if (audit.tally().of(ItemVerdict.UNKNOWN) > 0) {
            return ExitCode.UNKNOWN;
        }
        boolean isWrong = audit.tally().of(ItemVerdict.WRONG) > 0
                || relations.stream().anyMatch(relation -> relation.severity().compareTo(failOn.severity()) >= 0);
        return isWrong ? ExitCode.WRONG : ExitCode.FINE;
    }
}
