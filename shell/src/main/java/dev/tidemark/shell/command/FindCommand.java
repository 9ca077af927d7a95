package dev.tidemark.shell.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.report.Block;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import dev.tidemark.shell.evidence.Node;
import dev.tidemark.shell.evidence.TreePath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code find [PATH] [PATTERN]}. */
@Command(
        name = "find",
        description = "Find names below a path of the tree, or what is damaged there.",
        footer = {"", "Example: find /checkpoint '4*'", "         find --damaged"})
final class FindCommand extends BuiltIn {
    private static final int DECODED_ROWS = 10_000;

    @Parameters(
            paramLabel = "[PATH] [PATTERN]",
            arity = "0..2",
            description = "where to look (default: where you stand), and a name with * and ? in it (default: any)")
    private List<String> words = new ArrayList<>();

    @Option(names = "--damaged", description = "only files that cannot be decoded whole; reads them all")
    private boolean damaged;

    @Option(names = "--limit", paramLabel = "N", defaultValue = "1000", description = "at most so many (default: 1000)")
    private int limit;

    FindCommand(Session session) {
        super(session);
    }

    private record Found(TreePath path, Optional<String> damage) {}

    @Override
    int run() throws IOException {
        boolean startsAtPath = !words.isEmpty()
                && (words.size() == 2
                        || words.get(0).contains("/")
                        || session()
                                .tree()
                                .find(session().here().resolve(words.get(0)))
                                .isPresent());
        TreePath start = startsAtPath
                ? session().here().resolve(words.get(0))
                : session().here();
        List<String> rest = words.subList(startsAtPath ? 1 : 0, words.size());
        Pattern pattern = glob(rest.isEmpty() ? "*" : rest.get(0));
        List<Found> found = new ArrayList<>();
        boolean isWhole = Walk.below(start, session().tree().require(start), (path, node) -> {
            if (pattern.matcher(node.name()).matches()) {
                match(path, node).ifPresent(found::add);
            }
            return found.size() < limit;
        });
        return print(report(start, found, isWhole));
    }

    private Optional<Found> match(TreePath path, Node node) throws IOException {
        if (!damaged) {
            return Optional.of(new Found(path, Optional.empty()));
        }
        if (node.kind() != Node.Kind.FILE) {
            return Optional.empty();
        }
        Report decoded = node.decoded(DECODED_ROWS);
        return decoded.outcome() == Outcome.FINE
                ? Optional.empty()
                : Optional.of(new Found(path, Optional.of(reason(decoded))));
    }

    /** What a decoded file says is wrong with it. */
    static String reason(Report decoded) {
        JsonObject document = decoded.document();
        return document.text("damage")
                .or(() -> document.array("damages")
                        .filter(all -> !all.items().isEmpty())
                        .map(all -> all.items().get(0))
                        .filter(JsonText.class::isInstance)
                        .map(first -> ((JsonText) first).value()))
                .or(() -> document.text("reason"))
                .orElse("damaged");
    }

    private Report report(TreePath start, List<Found> found, boolean isWhole) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(
                found.isEmpty()
                        ? new Block.Note(Tone.PLAIN, (damaged ? "nothing damaged" : "no such name") + " below " + start)
                        : new Block.Listing(found.stream()
                                .map(one -> one.path()
                                        + one.damage().map(why -> "  " + why).orElse(""))
                                .toList()));
        if (!isWhole) {
            blocks.add(new Block.Note(Tone.FAINT, "There may be more: find --limit N shows them."));
        }
        JsonObject document = JsonObject.builder()
                .put("path", start.toString())
                .put(
                        "found",
                        JsonArray.of(
                                found,
                                one -> JsonObject.builder()
                                        .put("path", one.path().toString())
                                        .put("damage", one.damage().orElse(null))
                                        .build()))
                .put("isWhole", isWhole)
                .build();
        return new Report("find", damaged && !found.isEmpty() ? Outcome.WRONG : Outcome.FINE, blocks, document);
    }

    private static Pattern glob(String pattern) {
        StringBuilder regex = new StringBuilder();
        pattern.codePoints()
                .forEach(c -> regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(Character.toString(c))));
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }
}
