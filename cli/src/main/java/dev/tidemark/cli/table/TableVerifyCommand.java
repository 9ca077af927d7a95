package dev.tidemark.cli.table;

import java.io.IOException;
import java.util.concurrent.Callable;

import dev.tidemark.cli.FindingsOutputMixin;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.verify.TableVerifier;
import dev.tidemark.delta.verify.Verification;
import dev.tidemark.delta.verify.VerifyScope;
import dev.tidemark.diagnosis.Triage;
import dev.tidemark.view.FindingsReport;
import dev.tidemark.view.table.TableVerifyView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code table verify}. */
@Command(
        name = "verify",
        description = "Whether the log agrees with itself: commits, checkpoints, checksums, deletion vectors.")
final class TableVerifyCommand implements Callable<Integer> {
    @Mixin
    private TableMixin table;

    @Mixin
    private FindingsOutputMixin output;

    @Option(names = "--data-files", description = "also look for every live data file and its size")
    private boolean dataFiles;

    @Option(names = "--orphans", description = "also look for files that no version needs")
    private boolean orphans;

    @Override
    public Integer call() throws IOException {
        try (DeltaTable opened = table.openLog()) {
            VerifyScope scope = new VerifyScope(dataFiles, orphans);
            Verification verification = TableVerifier.verify(opened.storage(), scope);
            Triage triage = output.triage(TableVerifyView.findings(verification));
            return output.print(
                    FindingsReport.of(TableVerifyView.of(table.path(), verification, triage), triage, table.path()));
        }
    }
}
