package dev.tidemark.shell.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.render.Printable;
import dev.tidemark.shell.evidence.Node;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code cat PATH...}. */
@Command(
        name = "cat",
        description = "Show what something in the tree holds, decoded; with --raw its bytes.",
        footer = {"", "Example: cat /checkpoint/offsets/5"})
final class CatCommand extends BuiltIn {
    private static final int BUFFER_BYTES = 1 << 16;

    @Parameters(paramLabel = "PATH", arity = "1..*", description = "a path of the tree")
    private List<String> paths = new ArrayList<>();

    @Option(
            names = "--raw",
            description = "the bytes as they are: to a file or a pipe unchanged, on the screen made printable")
    private boolean raw;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "100",
            description = "at most so many rows or actions (default: 100)")
    private int limit;

    CatCommand(Session session) {
        super(session);
    }

    @Override
    int run() throws IOException, UsageException {
        int worst = Codes.FINE;
        for (String path : paths) {
            Node node = session().node(path);
            if (raw) {
                raw(path, node);
            } else {
                worst = Codes.worse(worst, print(node.decoded(Math.max(1, limit))));
            }
        }
        return worst;
    }

    private void raw(String path, Node node) throws IOException, UsageException {
        List<Node.Spot> files = node.files();
        if (files.size() != 1 || !files.get(0).entry().isFile()) {
            throw new UsageException(
                    files.size() > 1
                            ? path + " is made of " + files.size() + " files; stat " + path + " names them"
                            : path + " has no bytes");
        }
        Node.Spot spot = files.get(0);
        try (InputStream in = spot.storage().open(spot.entry().path())) {
            Optional<OutputStream> bytes = session().bytesOut();
            if (bytes.isPresent()) {
                copy(in, bytes.get());
            } else {
                show(in);
            }
        }
    }

    private static void copy(InputStream in, OutputStream to) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        int count = in.read(buffer);
        while (count >= 0) {
            Interruption.check();
            to.write(buffer, 0, count);
            count = in.read(buffer);
        }
        to.flush();
    }

    /** Line by line, with what a terminal would obey shown instead of sent. */
    private void show(InputStream in) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        int count = in.readNBytes(buffer, 0, buffer.length);
        while (count > 0) {
            Interruption.check();
            String text = new String(buffer, 0, count, StandardCharsets.UTF_8);
            String[] lines = text.split("\n", -1);
            for (int i = 0; i < lines.length; i++) {
                out().print(Printable.of(lines[i]));
                if (i < lines.length - 1) {
                    out().println();
                }
            }
            count = in.readNBytes(buffer, 0, buffer.length);
        }
        out().println();
        out().flush();
    }
}
