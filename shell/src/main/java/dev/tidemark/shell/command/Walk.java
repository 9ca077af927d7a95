package dev.tidemark.shell.command;

import java.io.IOException;

import dev.tidemark.shell.evidence.Node;
import dev.tidemark.shell.evidence.TreePath;

/** Goes through everything below a node, depth first, holding one branch at a time. */
final class Walk {
    /** Deeper than any layout; ends walks through links that lead in circles. */
    private static final int DEEPEST = 64;

    private Walk() {}

    /** Takes what is met. */
    @FunctionalInterface
    interface Visitor {
        /** Sees one thing; false ends the walk. */
        boolean see(TreePath path, Node node) throws IOException;
    }

    /** Walks below a node, which itself is not met; false when the visitor ended it. */
    static boolean below(TreePath path, Node node, Visitor visitor) throws IOException {
        return below(path, node, visitor, 0);
    }

    private static boolean below(TreePath path, Node node, Visitor visitor, int depth) throws IOException {
        boolean[] goesOn = {true};
        node.forEachChild(child -> {
            Interruption.check();
            TreePath childPath = path.child(child.name());
            goesOn[0] = visitor.see(childPath, child)
                    && (child.kind() != Node.Kind.DIRECTORY
                            || depth >= DEEPEST
                            || below(childPath, child, visitor, depth + 1));
            return goesOn[0];
        });
        return goesOn[0];
    }
}
