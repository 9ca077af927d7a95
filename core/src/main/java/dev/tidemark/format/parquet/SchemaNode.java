package dev.tidemark.format.parquet;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * One node of a file's schema.
 *
 * @param path names from below the root, joined by dots; empty for the root
 * @param leaf how it is stored, or null for a group
 * @param levels how deep it stands
 */
public record SchemaNode(
        String name,
        String path,
        Repetition repetition,
        LogicalType logicalType,
        @Nullable Leaf leaf,
        Levels levels,
        List<SchemaNode> children) {
    /**
     * Storage of a column.
     *
     * @param index position among the file's columns
     * @param typeLength bytes of a {@link PhysicalType#FIXED_LEN_BYTE_ARRAY}, else 0
     */
    public record Leaf(int index, PhysicalType physicalType, int typeLength) {}

    /** The greatest definition and repetition level at a node. */
    public record Levels(int definition, int repetition) {}

    public SchemaNode {
        children = List.copyOf(children);
    }

    /** Whether it is a column. */
    public boolean isLeaf() {
        return leaf != null;
    }

    /** The node below this one, by names. */
    public Optional<SchemaNode> find(String... names) {
        SchemaNode node = this;
        for (String wanted : names) {
            Optional<SchemaNode> child =
                    node.children.stream().filter(c -> c.name.equals(wanted)).findFirst();
            if (child.isEmpty()) {
                return child;
            }
            node = child.get();
        }
        return Optional.of(node);
    }

    /** Hands over every column at or below this node, in file order. */
    public void forEachLeaf(Consumer<SchemaNode> each) {
        if (isLeaf()) {
            each.accept(this);
        }
        children.forEach(child -> child.forEachLeaf(each));
    }

    Leaf column() {
        if (leaf == null) {
            throw new IllegalStateException(path + " is a group");
        }
        return leaf;
    }
}
