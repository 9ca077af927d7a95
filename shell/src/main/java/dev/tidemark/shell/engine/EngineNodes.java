package dev.tidemark.shell.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.tidemark.report.Report;
import dev.tidemark.shell.evidence.GroupNode;
import dev.tidemark.shell.evidence.Node;
import dev.tidemark.shell.evidence.Place;

/** {@code /engine}: the checkpoint as a simulated run has left it, and of it what is not as it was found. */
public final class EngineNodes {
    private EngineNodes() {}

    /** The branch for an engine. */
    public static Node of(EngineAtHand engine) {
        return new GroupNode(
                "engine",
                "the simulated query",
                List.of(new Overlay(engine), Place.checkpointOver(engine.checkpoint(), "checkpoint")));
    }

    /** The files that differ, found when they are looked at. */
    private record Overlay(EngineAtHand engine) implements Node {
        @Override
        public String name() {
            return "overlay";
        }

        @Override
        public Kind kind() {
            return Kind.DIRECTORY;
        }

        @Override
        public String label() {
            return "what would be written so far";
        }

        @Override
        public void forEachChild(Visitor each) throws IOException {
            group().forEachChild(each);
        }

        @Override
        public Optional<Node> child(String name) throws IOException {
            return group().child(name);
        }

        @Override
        public Report decoded(int limit) throws IOException {
            return group().decoded(limit);
        }

        private GroupNode group() throws IOException {
            return group(name(), label(), "", List.copyOf(engine.touched()));
        }

        /** The directory of those files below {@code prefix}; one that is gone is left out. */
        private GroupNode group(String directory, String what, String prefix, List<String> paths) throws IOException {
            Map<String, List<String>> deeper = new LinkedHashMap<>();
            List<Node> children = new ArrayList<>();
            for (String path : paths) {
                String rest = path.substring(prefix.length());
                int slash = rest.indexOf('/');
                if (slash < 0) {
                    Place.checkpointFile(engine.checkpoint(), path).ifPresent(children::add);
                } else {
                    deeper.computeIfAbsent(rest.substring(0, slash), absent -> new ArrayList<>())
                            .add(path);
                }
            }
            for (Map.Entry<String, List<String>> one : deeper.entrySet()) {
                children.add(group(one.getKey(), "", prefix + one.getKey() + "/", one.getValue()));
            }
            return new GroupNode(directory, what, children);
        }
    }
}
