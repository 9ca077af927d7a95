package dev.tidemark.cli.table;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.tidemark.delta.DeltaTable;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StorageOptions;
import dev.tidemark.io.StoragePath;
import dev.tidemark.io.Storages;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The table that a command looks at. */
final class TableMixin {
    @Parameters(
            index = "0",
            paramLabel = "TABLE",
            description = "a table's directory, local or of a Hadoop file system")
    private String path;

    @Option(names = "-D", paramLabel = "KEY=VALUE", description = "a Hadoop configuration; may be given many times")
    private Map<String, String> hadoopConfs = new LinkedHashMap<>();

    /** The place as it was typed. */
    String path() {
        return path;
    }

    /**
     * Opens the table, which must exist; the caller closes its storage.
     *
     * @throws FileNotFoundException when nothing stands there
     */
    DeltaTable open() throws IOException {
        Storage storage = Storages.open(path, new StorageOptions(hadoopConfs, List.of()));
        if (storage.stat(StoragePath.ROOT).isEmpty()) {
            storage.close();
            throw new FileNotFoundException(path);
        }
        return new DeltaTable(storage);
    }
}
