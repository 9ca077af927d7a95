package dev.tidemark.engine;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NotDirectoryException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.FileTooLargeException;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import org.jspecify.annotations.Nullable;

/** The little that a restart must know of a Delta table when its log alone is looked at, commit by commit. */
final class DeltaGlimpse {
    private static final StoragePath LOG = new StoragePath("_delta_log");
    private static final int LIMIT_BYTES = 64 << 20;

    private DeltaGlimpse() {}

    /** The id of the newest metaData action in a JSON commit; empty when no commit that is left has one. */
    static Optional<String> tableId(Storage table) throws IOException {
        for (FileEntry commit : commits(table)) {
            String id = null;
            for (String line : lines(table, commit)) {
                id = line.contains("\"metaData\"") ? metadataId(line).orElse(id) : id;
            }
            if (id != null) {
                return Optional.of(id);
            }
        }
        return Optional.empty();
    }

    /** Whether a JSON commit adds a file that the newest commits still need not have removed. */
    static boolean hasFiles(Storage table) throws IOException {
        Predicate<String> adds = line -> line.startsWith("{\"add\"");
        for (FileEntry commit : commits(table)) {
            if (lines(table, commit).stream().anyMatch(adds)) {
                return true;
            }
        }
        return false;
    }

    private static Optional<String> metadataId(String line) {
        Optional<JsonObject> action =
                JsonParser.parseObject(Location.of("metaData"), line).value();
        return action.flatMap(object -> object.object("metaData")).flatMap(metadata -> metadata.text("id"));
    }

    /** The newest first. */
    private static List<FileEntry> commits(Storage table) throws IOException {
        try {
            return table.list(LOG).stream()
                    .filter(entry -> entry.isFile() && entry.name().matches("\\d{20}\\.json"))
                    .sorted(Comparator.comparing(FileEntry::name).reversed())
                    .toList();
        } catch (FileNotFoundException | NotDirectoryException absent) {
            return List.of();
        }
    }

    private static List<String> lines(Storage table, FileEntry commit) throws IOException {
        byte @Nullable [] bytes;
        try {
            bytes = table.readAtMost(commit.path(), LIMIT_BYTES);
        } catch (FileTooLargeException tooLarge) {
            return List.of();
        }
        return new String(bytes, StandardCharsets.UTF_8).lines().toList();
    }
}
