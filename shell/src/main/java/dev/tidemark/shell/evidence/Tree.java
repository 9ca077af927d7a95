package dev.tidemark.shell.evidence;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * All that is open: {@code /checkpoint}, {@code /table/NAME}, {@code /output/NAME}, {@code /files/NAME}, and what others
 * hang in, such as {@code /query} and {@code /engine}.
 */
public final class Tree {
    private static final Map<String, String> LABELS = Map.of(
            "table", "Delta tables",
            "output", "outputs of file sinks",
            "files", "other directories");

    private final List<Place> places = new ArrayList<>();
    private final Map<String, Supplier<Optional<Node>>> hung = new LinkedHashMap<>();

    /** Puts a place where its path says. */
    public void add(Place place) {
        places.add(place);
    }

    /** Takes a place out; the caller closes it. */
    public void remove(Place place) {
        places.remove(place);
    }

    /** Hangs a branch below the root, which is there while it says so. */
    public void hang(String name, Supplier<Optional<Node>> branch) {
        hung.put(name, branch);
    }

    /** The places in the order they were opened. */
    public List<Place> places() {
        return List.copyOf(places);
    }

    /** The place in which a path lies. */
    public Optional<Place> placeOf(TreePath path) {
        return places.stream().filter(place -> path.isBelow(place.path())).findFirst();
    }

    /** Whether something is open under exactly that path. */
    public boolean isTaken(TreePath path) {
        return hung.containsKey(path.names().get(0))
                || places.stream().anyMatch(place -> place.path().isBelow(path) || path.isBelow(place.path()));
    }

    /**
     * What stands at a path.
     *
     * @throws FileNotFoundException when nothing does
     */
    public Node require(TreePath path) throws IOException {
        return find(path).orElseThrow(() -> new FileNotFoundException(path.toString()));
    }

    /** What stands at a path, or empty. */
    public Optional<Node> find(TreePath path) throws IOException {
        Optional<Place> place = placeOf(path);
        Node node = place.isPresent() ? place.get().node() : root();
        int depth = place.isPresent() ? place.get().path().names().size() : 0;
        for (String name : path.names().subList(depth, path.names().size())) {
            Optional<Node> child = node.child(name);
            if (child.isEmpty()) {
                return child;
            }
            node = child.get();
        }
        return Optional.of(node);
    }

    private Node root() {
        Map<String, List<Node>> groups = new LinkedHashMap<>();
        List<Node> top = new ArrayList<>();
        for (Place place : places) {
            if (place.path().names().size() == 1) {
                top.add(place.nodeByName());
            } else {
                groups.computeIfAbsent(place.path().names().get(0), name -> new ArrayList<>())
                        .add(place.nodeByName());
            }
        }
        groups.forEach((name, nodes) -> top.add(new GroupNode(name, LABELS.getOrDefault(name, ""), nodes)));
        hung.values().forEach(branch -> branch.get().ifPresent(top::add));
        return new GroupNode("", "all that is open", top);
    }
}
