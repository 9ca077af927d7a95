package dev.tidemark.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Supplier;

import dev.tidemark.diagnosis.Baseline;
import dev.tidemark.diagnosis.BaselineParser;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.Triage;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonWriter;
import dev.tidemark.render.GithubRenderer;
import dev.tidemark.render.HtmlRenderer;
import dev.tidemark.render.JsonRenderer;
import dev.tidemark.render.JunitRenderer;
import dev.tidemark.render.MarkdownRenderer;
import dev.tidemark.render.NdjsonRenderer;
import dev.tidemark.render.Renderer;
import dev.tidemark.render.SarifRenderer;
import dev.tidemark.report.Report;
import picocli.CommandLine.ParameterException;

/**
 * How findings leave the house; the same options on every command that looks for trouble. A command asks for the
 * {@link #triage} of what it found, makes its report of what is open, wraps it in
 * {@link dev.tidemark.view.FindingsReport} and prints it. The exit code is the same in every format.
 */
public final class FindingsOutputMixin extends Arguments {
    /** The forms findings have. */
    public enum Format {
        TEXT,
        JSON,
        NDJSON,
        SARIF,
        JUNIT,
        GITHUB,
        MARKDOWN,
        HTML
    }

    private final Supplier<Format> format = one(
            Format.class,
            option("--format")
                    .paramLabel("FORMAT")
                    .defaultValue("text")
                    .description(
                            "text (default) or html for people; json, ndjson, sarif, junit, github or markdown for programs"));

    private final DestinationMixin destination = part(new DestinationMixin());

    private final FailOnMixin failOn = part(new FailOnMixin());

    private final Supplier<Boolean> exitZero =
            flag(option("--exit-zero").description("exit with 0 whatever is found, and when it could not be told"));

    private final Supplier<Path> baselineFile = one(
            Path.class,
            option("--baseline")
                    .paramLabel("FILE")
                    .description("findings that are accepted and make nothing wrong; nothing fatal can be accepted"));

    private final Supplier<Path> newBaselineFile = one(
            Path.class,
            option("--write-baseline")
                    .paramLabel("FILE")
                    .description("write what was found, but for what is fatal, as a baseline"));

    private Clock clock = Clock.systemUTC();

    /** The chosen form. */
    public Format format() {
        return format.get();
    }

    /** The least severity that makes an answer wrong. */
    public Severity failOn() {
        return failOn.severity();
    }

    /** Holds findings against the baseline, and writes the new one where it is asked for. */
    public Triage triage(List<Finding> findings) throws IOException {
        Baseline known = baselineFile.get() == null ? Baseline.EMPTY : read(baselineFile.get());
        if (newBaselineFile.get() != null) {
            write(known.renewed(findings), findings);
        }
        return baselineFile.get() == null
                ? Triage.of(findings, failOn())
                : Triage.of(findings, failOn(), known, LocalDate.now(clock));
    }

    /** Prints the report in the chosen form and returns the command's exit code. */
    public int print(Report report) throws IOException {
        Renderer renderer = renderer();
        destination.write(commandLine().getOut(), to -> renderer.render(report, to));
        return exitCode(report);
    }

    /** The exit code of a report, whatever the form. */
    public int exitCode(Report report) {
        return exitZero.get() ? ExitCode.FINE : ExitCode.of(report.outcome());
    }

    /** Where the answer goes, for a command that writes it piece by piece. */
    public DestinationMixin destination() {
        return destination;
    }

    private Renderer renderer() {
        String version = ProductVersion.text();
        return switch (format.get()) {
            case TEXT -> destination.text();
            case JSON -> new JsonRenderer(version);
            case NDJSON -> new NdjsonRenderer(version);
            case SARIF -> new SarifRenderer(version);
            case JUNIT -> new JunitRenderer();
            case GITHUB -> new GithubRenderer();
            case MARKDOWN -> new MarkdownRenderer();
            case HTML -> new HtmlRenderer(version);
        };
    }

    private Baseline read(Path file) throws IOException {
        String text = QueryMixin.text(file, "baseline", commandLine());
        Parsed<Baseline> parsed = BaselineParser.parse(Location.of(file.toString()), text);
        if (parsed.damage().isPresent()) {
            throw new ParameterException(
                    commandLine(), "not a baseline: " + parsed.damage().get().message());
        }
        return parsed.value().orElseThrow();
    }

    private void write(Baseline baseline, List<Finding> findings) throws IOException {
        JsonObject.Builder document =
                JsonObject.builder().put("tidemark", new JsonRenderer(ProductVersion.text()).header("baseline"));
        BaselineParser.document(baseline).members().forEach(member -> document.put(member.name(), member.value()));
        AnswerFile.write(newBaselineFile.get(), to -> JsonWriter.pretty(to, document.build()));
        long fatal = findings.stream()
                .filter(finding -> finding.severity() == Severity.FATAL)
                .count();
        if (fatal > 0) {
            commandLine().getErr().println(name() + ": " + fatal + " fatal, not written: no baseline can accept them");
        }
    }
}
