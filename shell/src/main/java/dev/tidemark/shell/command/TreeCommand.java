package dev.tidemark.shell.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.report.Block;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.shell.evidence.Listing;
import dev.tidemark.shell.evidence.Node;
import dev.tidemark.shell.evidence.TreePath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tree [PATH]}. */
@Command(
        name = "tree",
        description = "Draw what lies below a path of the tree, a few names of each directory.",
        footer = {"", "Example: tree /checkpoint --depth 3"})
final class TreeCommand extends BuiltIn {
    @Parameters(paramLabel = "PATH", defaultValue = ".", description = "a path of the tree (default: where you stand)")
    private String path = ".";

    @Option(names = "--depth", paramLabel = "N", defaultValue = "2", description = "how deep (default: 2)")
    private int depth;

    @Option(
            names = "--names",
            paramLabel = "N",
            defaultValue = "8",
            description = "at most so many names of a kind in each directory (default: 8)")
    private int names;

    TreeCommand(Session session) {
        super(session);
    }

    @Override
    int run() throws IOException {
        TreePath at = session().here().resolve(path);
        List<String> lines = new ArrayList<>();
        lines.add(at.toString());
        draw(session().tree().require(at), "", 1, lines);
        JsonObject document = JsonObject.builder()
                .put("path", at.toString())
                .put("lines", JsonArray.of(lines, JsonText::new))
                .build();
        return print(new Report("tree", Outcome.FINE, List.of(new Block.Listing(lines)), document));
    }

    private void draw(Node directory, String margin, int level, List<String> lines) throws IOException {
        Interruption.check();
        List<Object> children = new ArrayList<>();
        for (Listing.Names group : Listing.outline(
                        directory, Math.max(2, names), node -> !node.name().startsWith("."))
                .names()) {
            children.addAll(group.first());
            if (group.leftOut() > 0) {
                children.add(String.format(Locale.ROOT, "... %,d more", group.leftOut()));
            }
            children.addAll(group.last());
        }
        for (int i = 0; i < children.size(); i++) {
            boolean isLast = i == children.size() - 1;
            String branch = margin + (isLast ? "\u2514\u2500 " : "\u251c\u2500 ");
            if (!(children.get(i) instanceof Node node)) {
                lines.add(branch + children.get(i));
                continue;
            }
            boolean isDirectory = node.kind() == Node.Kind.DIRECTORY;
            lines.add(branch
                    + node.name()
                    + (isDirectory ? "/" : "")
                    + (node.label().isEmpty() ? "" : "  " + node.label()));
            if (isDirectory && level < depth) {
                draw(node, margin + (isLast ? "   " : "\u2502  "), level + 1, lines);
            }
        }
    }
}
