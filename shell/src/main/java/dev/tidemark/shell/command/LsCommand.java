package dev.tidemark.shell.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import dev.tidemark.shell.evidence.Listing;
import dev.tidemark.shell.evidence.Node;
import dev.tidemark.shell.evidence.TreePath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ls [PATH]}. */
@Command(
        name = "ls",
        description = "List a directory of the tree; of a long one the first and the last names.",
        footer = {"", "Example: ls /checkpoint/offsets"})
final class LsCommand extends BuiltIn {
    private static final int MOST_SHOWN = 40;

    @Parameters(paramLabel = "PATH", defaultValue = ".", description = "a path of the tree (default: where you stand)")
    private String path = ".";

    @Option(
            names = {"-a", "--all"},
            description = "each name, however many there are, and those that begin with a dot")
    private boolean all;

    LsCommand(Session session) {
        super(session);
    }

    @Override
    int run() throws IOException {
        TreePath at = session().here().resolve(path);
        Node node = session().tree().require(at);
        return print(node.kind() == Node.Kind.DIRECTORY ? directory(at, node) : single(at, node));
    }

    private Report single(TreePath at, Node node) throws IOException {
        List<List<Cell>> rows = new ArrayList<>();
        List<JsonValue> entries = new ArrayList<>();
        add(node, rows, entries);
        return report(at, rows, entries, List.of(), 1);
    }

    private Report directory(TreePath at, Node node) throws IOException {
        Listing listing = all ? Listing.all(node) : Listing.outline(node, MOST_SHOWN, LsCommand::isShown);
        List<List<Cell>> rows = new ArrayList<>();
        List<JsonValue> entries = new ArrayList<>();
        for (Listing.Names names : listing.names()) {
            for (Node child : names.first()) {
                add(child, rows, entries);
            }
            if (names.leftOut() > 0) {
                String more = String.format(Locale.ROOT, "... %,d more", names.leftOut());
                rows.add(List.of(
                        Cell.text(more, Tone.FAINT), Cell.text(""), Cell.text(""), Cell.text(""), Cell.text("")));
            }
            for (Node child : names.last()) {
                add(child, rows, entries);
            }
        }
        List<Block> notes = new ArrayList<>();
        if (listing.count() == 0) {
            notes.add(new Block.Note(Tone.FAINT, at + " is empty"));
        } else if (!listing.isWhole()) {
            String looked = String.format(Locale.ROOT, "%,d", Listing.MOST_LOOKED_AT);
            notes.add(new Block.Note(
                    Tone.WARN, "There is more: only " + looked + " names were looked at; ls --all looks at all."));
        } else if (entries.size() < listing.count()) {
            String count = String.format(Locale.ROOT, "%,d", listing.count());
            notes.add(new Block.Note(Tone.FAINT, count + " names; ls --all shows each."));
        }
        return report(at, rows, entries, notes, listing.count());
    }

    /** Checksum files and what writers left half-done say little to a person. */
    private static boolean isShown(Node node) {
        return !node.name().startsWith(".");
    }

    private static Report report(
            TreePath at, List<List<Cell>> rows, List<JsonValue> entries, List<Block> notes, long count) {
        List<Block> blocks = new ArrayList<>();
        if (!rows.isEmpty()) {
            blocks.add(new Block.Table(List.of("name", "kind", "size", "modified", ""), rows));
        }
        blocks.addAll(notes);
        JsonObject document = JsonObject.builder()
                .put("path", at.toString())
                .put("count", count)
                .put("entries", new JsonArray(entries))
                .build();
        return new Report("ls", Outcome.FINE, blocks, document);
    }

    private static void add(Node node, List<List<Cell>> rows, List<JsonValue> entries) throws IOException {
        boolean isFile = node.kind() == Node.Kind.FILE;
        List<Node.Spot> spots = isFile ? node.files() : List.of();
        Node.Spot spot = spots.size() == 1 ? spots.get(0) : null;
        String slash = node.kind() == Node.Kind.DIRECTORY ? "/" : "";
        rows.add(List.of(
                Cell.text(node.name() + slash),
                Cell.text(node.kind().word()),
                spot == null ? Cell.text("") : Cell.bytes(spot.entry().sizeBytes()),
                spot == null ? Cell.text("") : Cell.instant(spot.entry().modifiedAtMs()),
                Cell.text(node.label(), Tone.FAINT)));
        JsonObject.Builder entry = JsonObject.builder()
                .put("name", node.name())
                .put("kind", node.kind().word())
                .put("label", node.label());
        if (spot != null) {
            entry.put("sizeBytes", spot.entry().sizeBytes())
                    .put("modifiedAtMs", spot.entry().modifiedAtMs());
        }
        entries.add(entry.build());
    }
}
