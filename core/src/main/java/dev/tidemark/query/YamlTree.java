package dev.tidemark.query;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** YAML text as scalars, sequences and mappings that know their lines. Only text comes out: no tag makes an object. */
final class YamlTree {
    private static final int MAX_CHARACTERS = 4 << 20;
    private static final int MAX_DEPTH = 64;
    private static final int MAX_NODES = 200_000;

    private final Location file;
    private int nodes;

    private YamlTree(Location file) {
        this.file = file;
    }

    /** A node and where it stands. */
    sealed interface Item {
        Location at();
    }

    /**
     * A single value.
     *
     * @param isNull whether it is YAML's null
     */
    record Scalar(Location at, String text, boolean isNull) implements Item {}

    /** Values in order. */
    record Sequence(Location at, List<Item> items) implements Item {}

    /** Values by key, in order; no key twice. */
    record Mapping(Location at, List<Entry> entries) implements Item {
        /** The value of that key. */
        Optional<Item> find(String key) {
            return entries.stream()
                    .filter(entry -> entry.key().text().equals(key))
                    .map(Entry::value)
                    .filter(item -> !(item instanceof Scalar scalar && scalar.isNull()))
                    .findFirst();
        }
    }

    /** One key and its value. */
    record Entry(Scalar key, Item value) {}

    /**
     * Reads the first document.
     *
     * @throws MalformedException when it is no YAML, has a key twice, or is larger or deeper than a query description can be
     */
    static Item read(Location file, String text) {
        if (text.length() > MAX_CHARACTERS) {
            throw new MalformedException(
                    file, DamageKind.TOO_LARGE, "at most " + MAX_CHARACTERS + " characters", text.length() + "");
        }
        LoadSettings settings = LoadSettings.builder()
                .setMaxAliasesForCollections(50)
                .setAllowDuplicateKeys(true)
                .setCodePointLimit(MAX_CHARACTERS)
                .build();
        try {
            Node root = new Compose(settings)
                    .composeString(text)
                    .orElseThrow(
                            () -> new MalformedException(file, DamageKind.EMPTY, "a query description", "nothing"));
            return new YamlTree(file).item(root, 0);
        } catch (MarkedYamlEngineException malformed) {
            Location at =
                    malformed.getProblemMark().map(mark -> line(file, mark)).orElse(file);
            throw new MalformedException(at, DamageKind.MALFORMED, "YAML", malformed.getProblem());
        } catch (YamlEngineException malformed) {
            throw new MalformedException(file, DamageKind.MALFORMED, "YAML", String.valueOf(malformed.getMessage()));
        } catch (StackOverflowError tooDeep) {
            throw new MalformedException(file, DamageKind.TOO_LARGE, "at most " + MAX_DEPTH + " levels", "more");
        }
    }

    private Item item(Node node, int depth) {
        Location at = node.getStartMark().map(mark -> line(file, mark)).orElse(file);
        if (depth > MAX_DEPTH || ++nodes > MAX_NODES) {
            throw new MalformedException(
                    at, DamageKind.TOO_LARGE, "at most " + MAX_DEPTH + " levels and " + MAX_NODES + " values", "more");
        }
        if (node instanceof ScalarNode scalar) {
            return new Scalar(at, scalar.getValue(), scalar.getTag().equals(Tag.NULL));
        }
        if (node instanceof SequenceNode sequence) {
            List<Item> items = new ArrayList<>();
            for (Node child : sequence.getValue()) {
                items.add(item(child, depth + 1));
            }
            return new Sequence(at, List.copyOf(items));
        }
        List<Entry> entries = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        if (node instanceof MappingNode mapping) {
            for (NodeTuple tuple : mapping.getValue()) {
                if (!(item(tuple.getKeyNode(), depth + 1) instanceof Scalar key)) {
                    throw new MalformedException(at, DamageKind.MALFORMED, "keys that are words", "a structure as key");
                }
                if (!keys.add(key.text())) {
                    throw new MalformedException(
                            key.at(), DamageKind.MALFORMED, "the key " + key.text() + " once", "it a second time");
                }
                entries.add(new Entry(key, item(tuple.getValueNode(), depth + 1)));
            }
        }
        return new Mapping(at, List.copyOf(entries));
    }

    private static Location line(Location file, Mark mark) {
        return file.atLine(mark.getLine() + 1);
    }
}
