package dev.tidemark.cli.table;

import java.io.IOException;
import java.util.function.Supplier;

import dev.tidemark.cli.Command;
import dev.tidemark.cli.FindingsOutputMixin;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.verify.TableVerifier;
import dev.tidemark.delta.verify.Verification;
import dev.tidemark.delta.verify.VerifyScope;
import dev.tidemark.diagnosis.Triage;
import dev.tidemark.view.FindingsReport;
import dev.tidemark.view.table.TableVerifyView;

/** {@code table verify}. */
final class TableVerifyCommand extends Command {
    private final TableMixin table = part(new TableMixin());

    private final FindingsOutputMixin output = part(new FindingsOutputMixin());

    private final Supplier<Boolean> dataFiles =
            flag(option("--data-files").description("also look for every live data file and its size"));

    private final Supplier<Boolean> orphans =
            flag(option("--orphans").description("also look for files that no version needs"));

    TableVerifyCommand() {
        super("verify", "Whether the log agrees with itself: commits, checkpoints, checksums, deletion vectors.");
    }

    @Override
    public Integer call() throws IOException {
        try (DeltaTable opened = table.openLog()) {
            VerifyScope scope = new VerifyScope(dataFiles.get(), orphans.get());
            Verification verification = TableVerifier.verify(opened.storage(), scope);
            Triage triage = output.triage(TableVerifyView.findings(verification));
            return output.print(
                    FindingsReport.of(TableVerifyView.of(table.path(), verification, triage), triage, table.path()));
        }
    }
}
