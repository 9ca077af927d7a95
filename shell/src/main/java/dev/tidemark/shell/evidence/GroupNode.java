package dev.tidemark.shell.evidence;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.report.Block;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;

/** A directory of the tree alone, such as the root and {@code /table}. */
public final class GroupNode implements Node {
    private final String name;
    private final String label;
    private final Map<String, Node> children = new LinkedHashMap<>();

    /** A directory of those, in that order. */
    public GroupNode(String name, String label, List<? extends Node> children) {
        this.name = name;
        this.label = label;
        children.forEach(child -> this.children.put(child.name(), child));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Kind kind() {
        return Kind.DIRECTORY;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public void forEachChild(Visitor each) throws IOException {
        for (Node child : children.values()) {
            if (!each.see(child)) {
                return;
            }
        }
    }

    @Override
    public Optional<Node> child(String childName) {
        return Optional.ofNullable(children.get(childName));
    }

    @Override
    public Report decoded(int limit) {
        List<String> names = new ArrayList<>(children.keySet());
        return new Report(
                "cat",
                Outcome.FINE,
                List.of(new Block.Listing(names)),
                JsonObject.builder()
                        .put("path", name)
                        .put("names", JsonArray.of(names, JsonText::new))
                        .build());
    }
}
