package dev.tidemark.delta.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.DeletionVectorDescriptor;

/** The files of a version. */
public final class LiveFiles {
    private static final Comparator<Add> BY_PATH = Comparator.comparing(Add::path)
            .thenComparing(LiveFiles::vectorId)
            .thenComparingLong(Add::sizeBytes)
            .thenComparingLong(Add::modificationTimeMs);

    /** Hands over every file in no particular order. */
    interface Source {
        void forEach(Consumer<? super Add> each);
    }

    private final Source source;
    private final int count;
    private final long sizeBytes;

    /**
     * Files that somebody has counted.
     *
     * @param sizeBytes the sum of their sizes
     */
    LiveFiles(Source source, int count, long sizeBytes) {
        this.source = source;
        this.count = count;
        this.sizeBytes = sizeBytes;
    }

    static LiveFiles of(Source source) {
        long[] sums = new long[2];
        source.forEach(add -> {
            sums[0]++;
            sums[1] += add.sizeBytes();
        });
        return new LiveFiles(source, (int) sums[0], sums[1]);
    }

    static LiveFiles of(List<Add> adds) {
        return of(adds::forEach);
    }

    /** How many there are. */
    public int count() {
        return count;
    }

    /** The sum of their sizes; what a deletion vector hides counts too. */
    public long sizeBytes() {
        return sizeBytes;
    }

    /** Every file, in no particular order and without a copy. */
    public void forEach(Consumer<? super Add> each) {
        source.forEach(each);
    }

    /** Every file by path. */
    public List<Add> sorted() {
        List<Add> adds = new ArrayList<>(count);
        source.forEach(adds::add);
        adds.sort(BY_PATH);
        return adds;
    }

    private static String vectorId(Add add) {
        DeletionVectorDescriptor vector = add.deletionVector();
        return vector == null ? "" : vector.uniqueId();
    }
}
