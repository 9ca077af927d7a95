package dev.tidemark.state.load;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tidemark.io.FileEntry;
import dev.tidemark.state.StateFile;
import dev.tidemark.state.StateFileKind;

/**
 * A file that a writer left under its temporary name: {@code .NAME.UUID[.TIDn].tmp}. Spark 4.2:
 * CheckpointFileManager.generateTempPath.
 *
 * @param file as it lies there
 * @param finalName the name it was to get
 */
public record LeftoverFile(StateFile file, String finalName) {
    private static final Pattern NAME = Pattern.compile(
            "\\.((\\d{1,18})(?:_[^.]+)?\\.(delta|snapshot|changelog|zip))\\.[0-9a-fA-F-]{36}(?:\\.TID\\d+)?\\.tmp");

    /** The leftover that a directory entry is, or empty. */
    public static Optional<LeftoverFile> of(FileEntry entry) {
        Matcher name = NAME.matcher(entry.name());
        if (!entry.isFile() || !name.matches()) {
            return Optional.empty();
        }
        String suffix = name.group(3);
        StateFileKind kind =
                suffix.equals("delta") || suffix.equals("changelog") ? StateFileKind.CHANGES : StateFileKind.SNAPSHOT;
        StateFile file = new StateFile(
                entry.path(), Long.parseLong(name.group(2)), kind, entry.sizeBytes(), entry.modifiedAtMs());
        return Optional.of(new LeftoverFile(file, name.group(1)));
    }
}
