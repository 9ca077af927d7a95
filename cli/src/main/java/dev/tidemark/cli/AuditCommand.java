package dev.tidemark.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import dev.tidemark.audit.Audit;
import dev.tidemark.audit.AuditLog;
import dev.tidemark.audit.AuditRun;
import dev.tidemark.audit.Discovery;
import dev.tidemark.audit.ItemExaminer;
import dev.tidemark.audit.ItemResult;
import dev.tidemark.audit.ItemVerdict;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.io.Places;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code audit ROOT...}: many checkpoints and tables at once, a line each, and what they have to do with each other. */
@Command(
        name = "audit",
        description = {
            "Find the checkpoints, Delta tables and file-sink outputs below some roots and examine each as diagnose does.",
            "One that is broken, hangs or cannot be read never stops the rest."
        },
        footer = {
            "",
            "Exit codes: 0 all well, 1 findings at or above --fail-on, 3 something could not be told, 70 a bug; the worst counts."
        })
final class AuditCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "ROOT",
            arity = "0..*",
            description = "a directory to look below, of any file system; * ? [] {} stand for names")
    private List<String> roots = List.of();

    @Option(
            names = "--from",
            paramLabel = "FILE",
            description = "more roots, one a line; empty lines and those with # in front do not count")
    private Path from;

    @Option(names = "--jobs", paramLabel = "N", description = "how many at a time (default: the number of processors)")
    private Integer jobs;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            converter = Timespan.class,
            defaultValue = "60s",
            description = "the time for one item, such as 30s or 5m (default: 60s)")
    private Duration timeout;

    @Option(
            names = "--depth",
            paramLabel = "N",
            defaultValue = "" + Discovery.DEFAULT_DEPTH,
            description = "how deep to look below a root (default: " + Discovery.DEFAULT_DEPTH + ")")
    private int depth;

    @Option(
            names = "--resume",
            paramLabel = "FILE",
            description = "go on where the run that wrote this NDJSON file was interrupted, and append to it")
    private Path resumed;

    @Mixin
    private RetryMixin retry;

    @Mixin
    private PlacesMixin evidence;

    @Mixin
    private FailOnMixin failOn;

    @Mixin
    private AuditOutputMixin output;

    @Override
    public Integer call() throws IOException {
        Places places = evidence.places();
        List<String> all = allRoots();
        Audit audit = new Audit(places, depth);
        long keptBytes = resumed == null ? 0 : resume(audit);
        AuditRun.Limits limits = new AuditRun.Limits(jobs(), timeoutMs());
        ItemExaminer examiner = new ItemExaminer(evidence.mapping(), failOn.severity(), retry.times());
        List<Finding> relations = new ArrayList<>();
        TerminalProgress progress = new TerminalProgress(spec.commandLine().getErr());
        output.write(resumed, keptBytes, answer -> {
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
        List<String> all = new ArrayList<>(roots);
        if (from != null) {
            QueryMixin.text(from, "file of roots", spec.commandLine())
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .forEach(all::add);
        }
        if (all.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    from == null ? "name a root, or a file of them with --from" : "no root in " + from);
        }
        return all;
    }

    private long resume(Audit audit) throws IOException {
        output.requireResumable(spec.commandLine());
        if (!Files.exists(resumed)) {
            return 0;
        }
        try (BufferedReader lines = Files.newBufferedReader(resumed, StandardCharsets.UTF_8)) {
            return AuditLog.read(lines, audit::resume);
        } catch (java.nio.charset.MalformedInputException noText) {
            throw new ParameterException(spec.commandLine(), "not the NDJSON of an audit: " + resumed);
        }
    }

    private int jobs() {
        if (jobs != null && jobs < 1) {
            throw new ParameterException(spec.commandLine(), "--jobs must be at least 1");
        }
        return jobs == null ? Runtime.getRuntime().availableProcessors() : jobs;
    }

    private long timeoutMs() {
        if (timeout.toMillis() < 1) {
            throw new ParameterException(spec.commandLine(), "--timeout must be at least 1ms");
        }
        return timeout.toMillis();
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
