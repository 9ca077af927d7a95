package dev.tidemark.query;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.query.YamlTree.Entry;
import dev.tidemark.query.YamlTree.Item;
import dev.tidemark.query.YamlTree.Mapping;
import dev.tidemark.query.YamlTree.Scalar;
import dev.tidemark.query.YamlTree.Sequence;

/** Where in the text of a query description a part of the query stands. */
public final class DescriptionPlaces {
    private static final Pattern INDEXED = Pattern.compile("(sources|operators)\\[(\\d{1,9})](?:\\.(.+))?");

    private final Mapping root;

    private DescriptionPlaces(Mapping root) {
        this.root = root;
    }

    /** Of a description; empty when its text is none. */
    public static Optional<DescriptionPlaces> of(Location file, String text) {
        try {
            return YamlTree.read(file, text) instanceof Mapping root
                    ? Optional.of(new DescriptionPlaces(root))
                    : Optional.empty();
        } catch (MalformedException malformed) {
            return Optional.empty();
        }
    }

    /**
     * The place of a part, or of the nearest thing around it: {@code sources[1]}, {@code sources[1].watermark} or an option of
     * it, {@code operators[0].default.key} by operator id, {@code sink.outputMode}, or the key of a conf.
     */
    public Optional<Location> find(String part) {
        Matcher indexed = INDEXED.matcher(part);
        if (indexed.matches()) {
            return indexed(indexed.group(1), Integer.parseInt(indexed.group(2)), indexed.group(3));
        }
        Optional<Location> conf = root.find("confs").flatMap(confs -> keyIn(confs, part));
        if (conf.isPresent()) {
            return conf;
        }
        String[] names = part.split("\\.", 2);
        Optional<Item> item = root.find(names[0]);
        Optional<Location> inner = names.length < 2 ? Optional.empty() : item.flatMap(known -> keyIn(known, names[1]));
        return inner.or(() -> keyIn(root, names[0])).or(() -> sourcesOf(part));
    }

    /** What is gone has no place of its own; what is left has. */
    private Optional<Location> sourcesOf(String part) {
        return part.startsWith("recorded sources") ? keyIn(root, "sources") : Optional.empty();
    }

    private Optional<Location> indexed(String list, int index, String rest) {
        Optional<Item> items = root.find(list);
        Optional<Item> found = items.flatMap(known -> element(known, list, index));
        if (found.isEmpty()) {
            return keyIn(root, list);
        }
        Optional<Location> inner = Optional.ofNullable(rest)
                .map(names -> names.split("\\.", 2)[0])
                .flatMap(name -> keyIn(found.get(), name)
                        .or(() -> below(found.get(), "options", name))
                        .or(() -> below(found.get(), "stores", name)));
        return inner.or(() -> Optional.of(found.get().at()));
    }

    private static Optional<Item> element(Item items, String list, int index) {
        List<Item> elements = items instanceof Sequence sequence ? sequence.items() : List.of();
        if (list.equals("sources")) {
            return index < elements.size() ? Optional.of(elements.get(index)) : Optional.empty();
        }
        return elements.stream()
                .filter(item -> item instanceof Mapping operator
                        && operator.find("operatorId")
                                .filter(id -> id instanceof Scalar scalar
                                        && scalar.text().equals(Integer.toString(index)))
                                .isPresent())
                .findFirst();
    }

    private static Optional<Location> below(Item item, String key, String name) {
        return item instanceof Mapping mapping
                ? mapping.find(key).flatMap(inner -> keyIn(inner, name))
                : Optional.empty();
    }

    private static Optional<Location> keyIn(Item item, String key) {
        return item instanceof Mapping mapping
                ? mapping.entries().stream()
                        .filter(entry -> entry.key().text().equals(key))
                        .map(Entry::key)
                        .map(Scalar::at)
                        .findFirst()
                : Optional.empty();
    }
}
