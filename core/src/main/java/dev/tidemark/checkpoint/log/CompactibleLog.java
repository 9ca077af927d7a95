package dev.tidemark.checkpoint.log;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.Consumer;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/**
 * A log whose files hold one JSON entry a line below a version line, and are compacted now and then. Files are streamed: a
 * compact file may hold millions of entries.
 *
 * @param <T> what a line holds
 */
public final class CompactibleLog<T> {
    private static final int NEWEST_VERSION = 1;

    private final Storage storage;
    private final StoragePath directory;
    private final LineParser<T> parser;

    /** A line to what it holds; a {@link MalformedException} becomes a damage. */
    @FunctionalInterface
    public interface LineParser<T> {
        T parse(Location at, String line);
    }

    public CompactibleLog(Storage storage, StoragePath directory, LineParser<T> parser) {
        this.storage = storage;
        this.directory = directory;
        this.parser = parser;
    }

    /** The log's directory. */
    public StoragePath directory() {
        return directory;
    }

    /**
     * What the directory holds, by name.
     *
     * @throws IOException when the storage refuses to list
     */
    public LogListing list() throws IOException {
        return LogListing.of(storage, directory, EntryName.Kind.COMPACTIBLE);
    }

    /**
     * Hands over the entries of one file in order, broken lines as damages.
     *
     * @param fileName such as {@code 7} or {@code 9.compact}
     * @return the damage that ended the reading or spoilt the version line, or empty
     * @throws FileNotFoundException when there is no such file
     * @throws IOException when the storage refuses
     */
    public Optional<Damage> forEachEntry(String fileName, Consumer<Parsed<T>> each) throws IOException {
        StoragePath path = directory.child(fileName);
        Location at = Location.of(path.value());
        try (InputStream in = storage.open(path)) {
            LineReader lines = new LineReader(at, in);
            Optional<String> first = lines.next();
            if (first.isEmpty()) {
                Damage empty = new Damage(at, DamageKind.EMPTY, "a log file", "no bytes");
                return Optional.of(empty.because(new LogFlaw.NoLines()));
            }
            Parsed<Integer> version = VersionLine.parse(at.atLine(1), first.get(), NEWEST_VERSION);
            if (version.value().isEmpty()) {
                return version.damage();
            }
            int number = 2;
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                each.accept(parse(at.atLine(number), line.get()));
                number++;
            }
            return version.damage();
        } catch (MalformedException malformed) {
            return Optional.of(malformed.damage());
        }
    }

    private Parsed<T> parse(Location at, String line) {
        try {
            return Parsed.intact(parser.parse(at, line));
        } catch (MalformedException malformed) {
            return Parsed.damaged(malformed.damage());
        }
    }
}
