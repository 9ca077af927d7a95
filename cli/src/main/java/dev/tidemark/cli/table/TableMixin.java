package dev.tidemark.cli.table;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.function.Supplier;

import dev.tidemark.cli.Arguments;
import dev.tidemark.cli.HadoopMixin;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.io.Storages;

/** The table that a command looks at. */
final class TableMixin extends Arguments {
    private final Supplier<String> path = one(
            String.class,
            parameter("0").paramLabel("TABLE").description("a table's directory, local or of a Hadoop file system"));

    private final HadoopMixin hadoop = part(new HadoopMixin());

    /** The place as it was typed. */
    String path() {
        return path.get();
    }

    /**
     * Opens the table, which must exist; the caller closes its storage.
     *
     * @throws FileNotFoundException when nothing stands there
     */
    private DeltaTable open() throws IOException {
        Storage storage = Storages.open(path.get(), hadoop.options());
        if (storage.stat(StoragePath.ROOT).isEmpty()) {
            storage.close();
            throw new FileNotFoundException(path.get());
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
            throw new FileNotFoundException(path.get() + "/_delta_log");
        }
        return table;
    }
}
