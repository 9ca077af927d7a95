package dev.tidemark.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;

import dev.tidemark.delta.verify.VerifyScope;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.CaseReader;
import dev.tidemark.diagnosis.Diagnosis;
import dev.tidemark.diagnosis.exhibit.RestartOutlook;
import dev.tidemark.diagnosis.exhibit.RowReading;
import dev.tidemark.diagnosis.exhibit.SinkExhibit;
import dev.tidemark.diagnosis.exhibit.SinkReader;
import dev.tidemark.diagnosis.exhibit.TableExhibitReader;
import dev.tidemark.diagnosis.rules.Examination;
import dev.tidemark.diagnosis.trend.TrendRules;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.progress.BatchSeries;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.report.Report;
import dev.tidemark.view.DiagnoseView;
import dev.tidemark.view.PlaceKind;
import dev.tidemark.view.stream.StreamReport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;

/** {@code diagnose PATH}: what is wrong, what follows, and what to do. */
final class DiagnoseCommand extends Command {
    private final Supplier<String> place = one(
            String.class,
            parameter("0").paramLabel("PATH").description("a checkpoint, a Delta table or a file sink's output"));

    private final Supplier<Path> queryFile = one(
            Path.class,
            option("--query")
                    .paramLabel("FILE")
                    .description(
                            "the query description; without it, one is inferred and tables are looked for nearby"));

    private final Supplier<String> now = one(
            String.class,
            option("--now")
                    .paramLabel("TIME")
                    .description("count retention from this moment, such as 2030-01-01T00:00:00Z"));

    private final PlacesMixin evidence = part(new PlacesMixin());

    private final FindingsOutputMixin output = part(new FindingsOutputMixin());

    private final ProgressMixin progress = part(new ProgressMixin());

    private final Supplier<Boolean> readState = flag(option("--read-state")
            .description("read every row of the state, also of large stores and of RocksDB, as --format html does"));

    private final Supplier<Boolean> details =
            flag(option("--details").description("tell whole what is merely worth knowing; else a line or two of it"));

    private final RetryMixin retry = part(new RetryMixin());

    DiagnoseCommand() {
        super(
                "diagnose",
                "Say what is wrong with a checkpoint, a Delta table or a file sink's output, what follows and what to do.",
                "On top stands what a restart does; the last line says what was not checked.");
        footer("", "Exit codes: 0 nothing at or above --fail-on, 1 something, 3 it could not be told.");
    }

    @Override
    public Integer call() throws IOException {
        Places places = evidence.places();
        try (Storage storage = places.open(place.get())) {
            if (storage.stat(StoragePath.ROOT).isEmpty()) {
                throw new FileNotFoundException(place.get());
            }
            PlaceKind kind = PlaceKind.of(storage);
            return output.print(retry.read(storage, places, (observed, around) -> switch (kind) {
                case CHECKPOINT -> checkpoint(observed, around);
                case DELTA_TABLE -> table(observed);
                case FILE_SINK_OUTPUT -> output(observed, around);
                default -> kind.show(observed, output.failOn());
            }));
        }
    }

    private Report checkpoint(Storage storage, Places places) throws IOException {
        List<String> assumptions = new ArrayList<>();
        QueryDescription query =
                queryFile.get() == null ? null : QueryMixin.described(queryFile.get(), commandLine(), assumptions);
        boolean isDrawn = output.format() == FindingsOutputMixin.Format.HTML;
        CaseFile file = new CaseReader(storage, places, query, nowMs())
                .read(isDrawn || readState.get() ? RowReading.ALL : RowReading.SMALL);
        StreamReport.Around around = isDrawn || readState.get()
                ? Surroundings.read(storage, file.checkpoint(), places, query(file))
                : StreamReport.Around.NOTHING;
        BatchSeries series = progress.series(file.checkpoint(), places, query, around.growth());
        Diagnosis diagnosis = Examination.of(file).with(TrendRules.check(series));
        Report report = report(diagnosis);
        return isDrawn
                ? StreamReport.withFigures(report, file.checkpoint(), series, around)
                : StreamReport.withTrends(report, series);
    }

    /** The query that the prediction rests on: the one described, else the one inferred. */
    private static @Nullable QueryDescription query(CaseFile file) {
        return file.restart().map(RestartOutlook::query).or(file::query).orElse(null);
    }

    private Report table(Storage storage) throws IOException {
        return report(Examination.of(TableExhibitReader.read(storage, VerifyScope.ALL)));
    }

    private Report output(Storage storage, Places places) throws IOException {
        return report(Examination.of(SinkReader.file(storage, places.named(storage), SinkExhibit.Origin.DESCRIBED)));
    }

    private Report report(Diagnosis diagnosis) throws IOException {
        boolean isDocument = output.format() == FindingsOutputMixin.Format.HTML
                || output.format() == FindingsOutputMixin.Format.MARKDOWN;
        DiagnoseView.Detail detail = isDocument || details.get() ? DiagnoseView.Detail.FULL : DiagnoseView.Detail.BRIEF;
        return DiagnoseView.of(diagnosis, output.triage(diagnosis.findings()), detail);
    }

    private OptionalLong nowMs() {
        if (now.get() == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Instant.parse(now.get()).toEpochMilli());
        } catch (DateTimeParseException malformed) {
            throw new ParameterException(
                    commandLine(), "--now wants a time such as 2030-01-01T00:00:00Z, found " + now.get());
        }
    }
}
