package dev.tidemark.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Everything that a write, creation, removal or touch anywhere below a directory would change. */
record TreeSnapshot(List<String> lines) {
    static TreeSnapshot of(Path root) throws IOException {
        try (Stream<Path> paths = Files.walk(root)) {
            return new TreeSnapshot(paths.map(path -> line(root, path)).sorted().toList());
        }
    }

    private static String line(Path root, Path path) {
        try {
            PosixFileAttributes attributes =
                    Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            String content = attributes.isRegularFile() && attributes.size() < 1 << 20
                    ? Integer.toHexString(Arrays.hashCode(Files.readAllBytes(path)))
                    : "";
            Object changed = Files.getAttribute(path, "unix:ctime", LinkOption.NOFOLLOW_LINKS);
            return root.relativize(path) + " " + attributes.size() + " " + attributes.lastModifiedTime() + " " + changed
                    + " " + attributes.permissions() + " " + content;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
