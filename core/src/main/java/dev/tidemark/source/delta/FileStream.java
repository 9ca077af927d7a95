package dev.tidemark.source.delta;

import java.io.IOException;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * A sequence of items pulled one by one. Pulling opens and checks the commit that the next item lies in, as Delta's own
 * iterators do: a commit is refused when it is reached, not before.
 */
@FunctionalInterface
interface FileStream {
    /** The next item; null at the end. */
    @Nullable
    IndexedFile next() throws IOException;

    /** The items that pass. */
    default FileStream filter(Predicate<IndexedFile> passes) {
        return () -> {
            IndexedFile file = next();
            while (file != null && !passes.test(file)) {
                file = next();
            }
            return file;
        };
    }

    /** The items before the first that does not pass; that one is pulled, and so are no others. */
    default FileStream takeWhile(Predicate<IndexedFile> passes) {
        boolean[] ended = {false};
        return () -> {
            IndexedFile file = ended[0] ? null : next();
            ended[0] = file == null || !passes.test(file);
            return ended[0] ? null : file;
        };
    }

    /** The items up to and with the first change of the metadata. */
    default FileStream untilBarrier() {
        boolean[] ended = {false};
        return () -> {
            IndexedFile file = ended[0] ? null : next();
            ended[0] = file == null || file.index() == DeltaOffset.METADATA_CHANGE;
            return file;
        };
    }

    /** Pulls all items and returns the last; null when there is none. */
    default @Nullable IndexedFile last() throws IOException {
        IndexedFile last = null;
        for (IndexedFile file = next(); file != null; file = next()) {
            last = file;
        }
        return last;
    }
}
