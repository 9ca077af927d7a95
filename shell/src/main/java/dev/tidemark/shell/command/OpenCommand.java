package dev.tidemark.shell.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.shell.evidence.Place;
import dev.tidemark.view.PlaceKind;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code open PATH...}. */
@Command(
        name = "open",
        description = "Open checkpoints, tables, outputs and query descriptions; alone, list what is open.",
        footer = {"", "Example: open /backup/ckpt /backup/orders query.yaml --map /lake=/backup"})
final class OpenCommand extends BuiltIn {
    /** What to take a place for. */
    enum As {
        CHECKPOINT(PlaceKind.CHECKPOINT),
        TABLE(PlaceKind.DELTA_TABLE),
        OUTPUT(PlaceKind.FILE_SINK_OUTPUT),
        FILES(PlaceKind.UNKNOWN);

        private final PlaceKind kind;

        As(PlaceKind kind) {
            this.kind = kind;
        }
    }

    @Parameters(
            paramLabel = "PATH",
            arity = "0..*",
            description = "a directory, an archive of one, a URI, or a query description (.yaml, .json)")
    private List<String> paths = new ArrayList<>();

    @Option(names = "--as", paramLabel = "NAME", description = "how to call it in the tree (default: its own name)")
    private @Nullable String name;

    @Option(
            names = "--kind",
            paramLabel = "checkpoint|table|output|files",
            description = "what to take it for; also for what is not there yet (default: look)")
    private @Nullable As kind;

    @Option(
            names = "--map",
            paramLabel = "OLD=NEW",
            description = "where a path named in evidence lies now; repeatable")
    private List<String> moves = new ArrayList<>();

    OpenCommand(Session session) {
        super(session);
    }

    @Override
    int run() throws IOException, UsageException {
        for (String move : moves) {
            try {
                session().move(move);
            } catch (IllegalArgumentException malformed) {
                throw new UsageException("--map: " + malformed.getMessage());
            }
        }
        if (paths.isEmpty()) {
            return print(OpenList.of(session()));
        }
        for (String path : paths) {
            open(path);
        }
        return Codes.FINE;
    }

    private void open(String typed) throws IOException, UsageException {
        Optional<Path> description = description(typed);
        if (description.isPresent() && kind == null) {
            session().descriptions().open(description.get());
            say("/query/" + description.get().getFileName() + "  query description " + typed);
            return;
        }
        Place place = session().open(typed, Optional.ofNullable(kind).map(as -> as.kind), Optional.ofNullable(name));
        say(place.path() + "  " + OpenList.word(place.kind()) + " "
                + place.storage().location());
    }

    private static Optional<Path> description(String typed) {
        try {
            Path file = Path.of(typed);
            return Descriptions.isNamedLikeOne(typed) && Files.isRegularFile(file)
                    ? Optional.of(file)
                    : Optional.empty();
        } catch (InvalidPathException unnameable) {
            return Optional.empty();
        }
    }
}
