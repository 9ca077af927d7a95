package dev.tidemark.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import dev.tidemark.fixtures.Catalogue;
import dev.tidemark.fixtures.Fixture;

/**
 * A fixture on disk, with the checkpoint, the tables beside it and the description of its query.
 *
 * @param name the fixture
 * @param root the directory that stands for {@code namedRoot}
 * @param namedRoot the path that the evidence itself has for it
 */
record Evidence(String name, Path root, String namedRoot) {
    /** Unpacks a fixture of the catalogue below a directory. */
    static Evidence unpack(String name, Path into) throws IOException {
        Fixture fixture = Catalogue.fixture(name);
        Path root = into.resolve(name);
        fixture.unpack(root);
        return new Evidence(name, root, fixture.root());
    }

    /** Other files at the place of the checkpoint, with nothing around them. */
    static Evidence at(Path root) {
        return new Evidence(String.valueOf(root.getFileName()), root, "/lake/nowhere");
    }

    String checkpoint() {
        return root.resolve("ckpt").toString();
    }

    String query() {
        return root.resolve("query.yaml").toString();
    }

    /** A Delta table beside the checkpoint, or the checkpoint itself when there is none. */
    String table() {
        for (String table : List.of("orders", "revenue", "readings")) {
            if (Files.isDirectory(root.resolve(table))) {
                return root.resolve(table).toString();
            }
        }
        return checkpoint();
    }

    String map() {
        return namedRoot + "=" + root;
    }
}
