package dev.tidemark.cli.table;

import java.io.FileNotFoundException;
import java.io.IOException;

import dev.tidemark.cli.HadoopMixin;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.io.Storages;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The table that a command looks at. */
final class TableMixin {
    @Parameters(
            index = "0",
            paramLabel = "TABLE",
            description = "a table's directory, local or of a Hadoop file system")
    private String path;

    @Mixin
    private HadoopMixin hadoop;

    /** The place as it was typed. */
    String path() {
        return path;
    }

    /**
     * Opens the table, which must exist; the caller closes its storage.
     *
     * @throws FileNotFoundException when nothing stands there
     */
    private DeltaTable open() throws IOException {
        Storage storage = Storages.open(path, hadoop.options());
        if (storage.stat(StoragePath.ROOT).isEmpty()) {
            storage.close();
            throw new FileNotFoundException(path);
        }
        return new DeltaTable(storage);
    }

    /**
     * Opens a table that must have a log.
     *
     * @throws FileNotFoundException when there is no {@code _delta_log}
     */
    DeltaTable openLog() throws IOException {
        DeltaTable table = open();
        if (!table.listing().exists()) {
            table.close();
            throw new FileNotFoundException(path + "/_delta_log");
        }
        return table;
    }
}
