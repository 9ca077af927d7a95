package dev.tidemark.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Where the places that evidence names lie now. A checkpoint and its tables that were copied elsewhere still meet when each
 * old prefix is mapped to the new one.
 */
public final class Places {
    /** Everything lies where the evidence says. */
    public static final Places AS_NAMED = new Places(List.of(), Storages::open);

    private final List<Move> moves;
    private final Opener opener;

    private Places(List<Move> moves, Opener opener) {
        this.moves = moves;
        this.opener = opener;
    }

    /** How a place is opened. */
    @FunctionalInterface
    public interface Opener {
        Storage open(String place) throws IOException;
    }

    private record Move(String named, String now) {}

    /** Old prefixes, as the evidence spells them without {@code file:}, to the new ones; the longest that fits counts. */
    public static Places moved(Map<String, String> moves) {
        return moved(moves, Storages::open);
    }

    /** As {@link #moved(Map)}, with another way to open a place. */
    public static Places moved(Map<String, String> moves, Opener opener) {
        List<Move> sorted = moves.entrySet().stream()
                .map(move -> new Move(trimmed(withoutScheme(move.getKey())), absolute(move.getValue())))
                .sorted(Comparator.comparingInt((Move move) -> -move.named().length()))
                .toList();
        return new Places(sorted, opener);
    }

    /** Opens what the evidence calls {@code named}; it need not exist. */
    public Storage open(String named) throws IOException {
        return opener.open(now(named));
    }

    /** Where {@code named} lies now. */
    public String now(String named) {
        String path = withoutScheme(named);
        for (Move move : moves) {
            if (isBelow(path, move.named())) {
                return move.now() + path.substring(move.named().length());
            }
        }
        return named;
    }

    /** What the evidence calls the root of a storage, as Spark prints it: {@code file:/lake/ckpt}. */
    public String named(Storage storage) {
        String location = storage.location();
        String path = withoutScheme(location);
        for (Move move : moves) {
            if (isBelow(path, withoutScheme(move.now()))) {
                return "file:" + move.named() + path.substring(withoutScheme(move.now()).length());
            }
        }
        return location;
    }

    private static boolean isBelow(String path, String prefix) {
        return path.startsWith(prefix) && (path.length() == prefix.length() || path.charAt(prefix.length()) == '/');
    }

    private static String withoutScheme(String place) {
        return place.startsWith("file:") ? place.replaceFirst("^file:/*", "/") : place;
    }

    private static String trimmed(String place) {
        return place.length() > 1 && place.endsWith("/") ? place.substring(0, place.length() - 1) : place;
    }

    private static String absolute(String place) {
        return place.matches("[a-zA-Z][a-zA-Z0-9+.-]+:.*")
                ? trimmed(place)
                : Path.of(place).toAbsolutePath().normalize().toString();
    }
}
