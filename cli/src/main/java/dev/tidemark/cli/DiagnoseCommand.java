package dev.tidemark.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import dev.tidemark.delta.verify.TableVerifier;
import dev.tidemark.delta.verify.VerifyScope;
import dev.tidemark.diagnosis.CaseReader;
import dev.tidemark.diagnosis.Diagnosis;
import dev.tidemark.diagnosis.rules.Examination;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.view.DiagnoseView;
import dev.tidemark.view.PlaceKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code diagnose PATH}: what is wrong, what follows, and what to do. */
@Command(
        name = "diagnose",
        description = {
            "Say what is wrong with a checkpoint, a Delta table or a file sink's output, what follows and what to do.",
            "On top stands what a restart does; the last line says what was not checked."
        },
        footer = {"", "Exit codes: 0 nothing at or above --fail-on, 1 something, 3 it could not be told."})
final class DiagnoseCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "PATH", description = "a checkpoint, a Delta table or a file sink's output")
    private String place;

    @Option(
            names = "--query",
            paramLabel = "FILE",
            description = "the query description; without it, one is inferred and tables are looked for nearby")
    private Path queryFile;

    @Mixin
    private PlacesMixin evidence;

    @Mixin
    private FindingsOutputMixin output;

    @Override
    public Integer call() throws IOException {
        Places places = evidence.places();
        try (Storage storage = places.open(place)) {
            if (storage.stat(StoragePath.ROOT).isEmpty()) {
                throw new FileNotFoundException(place);
            }
            PlaceKind kind = PlaceKind.of(storage);
            return switch (kind) {
                case CHECKPOINT -> print(checkpoint(storage, places));
                case DELTA_TABLE -> print(table(storage));
                default -> output.print(kind.show(storage));
            };
        }
    }

    private int print(Diagnosis diagnosis) throws IOException {
        return output.print(DiagnoseView.of(diagnosis, output.triage(diagnosis.findings())));
    }

    private Diagnosis checkpoint(Storage storage, Places places) throws IOException {
        List<String> assumptions = new ArrayList<>();
        QueryDescription query =
                queryFile == null ? null : QueryMixin.described(queryFile, spec.commandLine(), assumptions);
        return Examination.of(new CaseReader(storage, places, query).read());
    }

    private static Diagnosis table(Storage storage) throws IOException {
        return Examination.of(storage.location(), TableVerifier.verify(storage, VerifyScope.LOG));
    }
}
