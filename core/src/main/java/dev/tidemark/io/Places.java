package dev.tidemark.io;

import java.io.IOException;

/** Opens what evidence names where it lies now, and knows the way back. */
public final class Places {
    /** Everything lies where the evidence says. */
    public static final Places AS_NAMED = new Places(PathMapping.NONE, Storages::open);

    private final PathMapping mapping;
    private final PathMapping back;
    private final Opener opener;

    private Places(PathMapping mapping, Opener opener) {
        this.mapping = mapping;
        this.back = mapping.reversed();
        this.opener = opener;
    }

    /** How a place is opened. */
    @FunctionalInterface
    public interface Opener {
        Storage open(String place) throws IOException;
    }

    /** Places that moved; {@code opener} opens a place as it is called now. */
    public static Places of(PathMapping mapping, Opener opener) {
        return new Places(mapping, opener);
    }

    /** The same places, opened by another; a place is handed over as it is called now. */
    Places openedBy(Opener other) {
        return new Places(mapping, other);
    }

    /** Opens a place that is called so now. */
    Storage openMapped(String place) throws IOException {
        return opener.open(place);
    }

    /** Opens what the evidence calls {@code named}; it need not exist, and the caller closes it. */
    public Storage open(String named) throws IOException {
        return opener.open(mapping.map(named));
    }

    /** Whether a place lies elsewhere than the evidence says: what is there is a copy, which need not be whole. */
    public boolean isMoved(String named) {
        return mapping.mapped(named).isPresent();
    }

    /** What the evidence calls the root of a storage, as Spark prints it: {@code file:/lake/ckpt}. */
    public String named(Storage storage) {
        String location = storage.location();
        return back.mapped(location)
                .map(path -> path.startsWith("/") ? "file:" + path : path)
                .orElse(location);
    }
}
