package dev.tidemark.shell.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.query.QueryDescriptionParser;
import dev.tidemark.query.TextFile;
import dev.tidemark.report.Block;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.shell.evidence.GroupNode;
import dev.tidemark.shell.evidence.Node;

/** The query descriptions that are open; the last one counts. */
public final class Descriptions {
    private final List<Path> files = new ArrayList<>();

    /** Whether a file looks like a description, by its name. */
    static boolean isNamedLikeOne(String name) {
        return name.matches("(?i).*\\.(yaml|yml|json)");
    }

    /**
     * Opens a description, which then counts.
     *
     * @throws UsageException when the file describes no query
     */
    public void open(Path file) throws IOException, UsageException {
        reading(file);
        files.remove(file);
        files.add(file);
    }

    /** Closes a description; false when it was not open. */
    boolean close(String name) {
        return files.removeIf(
                file -> nameOf(file).equals(name) || file.toString().equals(name));
    }

    /** The one that counts. */
    public Optional<Path> current() {
        return files.isEmpty() ? Optional.empty() : Optional.of(files.get(files.size() - 1));
    }

    /** All, in the order they were opened. */
    public List<Path> files() {
        return List.copyOf(files);
    }

    /**
     * What a file describes.
     *
     * @throws UsageException when it describes no query
     */
    static QueryDescriptionParser.Reading reading(Path file) throws IOException, UsageException {
        Parsed<String> read = TextFile.read(file);
        if (read.value().isEmpty()) {
            throw new UsageException(read.damage().orElseThrow().message());
        }
        String text = read.value().get();
        QueryDescriptionParser.Reading reading = QueryDescriptionParser.parse(Location.of(file.toString()), text);
        if (reading.query().value().isEmpty()) {
            throw new UsageException(reading.query().damage().orElseThrow().message());
        }
        return reading;
    }

    /** The directory {@code /query}. */
    Optional<Node> node() {
        return files.isEmpty()
                ? Optional.empty()
                : Optional.of(new GroupNode(
                        "query",
                        "query descriptions",
                        files.stream().map(DescriptionNode::new).toList()));
    }

    private static String nameOf(Path file) {
        return String.valueOf(file.getFileName());
    }

    private record DescriptionNode(Path file) implements Node {
        @Override
        public String name() {
            return nameOf(file);
        }

        @Override
        public Kind kind() {
            return Kind.FILE;
        }

        @Override
        public String label() {
            return file.toString();
        }

        @Override
        public Report decoded(int limit) throws IOException {
            Parsed<String> read = TextFile.read(file);
            String text =
                    read.value().orElseGet(() -> read.damage().orElseThrow().message());
            return new Report(
                    "cat",
                    Outcome.FINE,
                    List.of(new Block.Listing(text.lines().toList())),
                    JsonObject.builder()
                            .put("path", file.toString())
                            .put("value", text)
                            .build());
        }
    }
}
