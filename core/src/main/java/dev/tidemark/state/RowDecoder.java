package dev.tidemark.state;

import java.io.IOException;

import dev.tidemark.evidence.MalformedException;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.binary.Values;

/**
 * Turns the stored bytes of one column family into values in the order of its schema. The values returned may be one
 * object used again: good until the next call. Not safe for several threads.
 */
public interface RowDecoder {
    /**
     * The key.
     *
     * @throws MalformedException when the bytes do not fit the schema
     */
    Values key(Slice stored);

    /**
     * The value; the first element where the column family holds several.
     *
     * @throws MalformedException when the bytes do not fit the schema
     */
    Values value(Slice stored);

    /**
     * Each element of the value; the value alone where the column family holds one.
     *
     * @throws MalformedException when the bytes do not fit the schema
     */
    default void forEachElement(Slice stored, ElementSink each) throws IOException {
        each.element(value(stored));
    }

    /** Takes one element. */
    @FunctionalInterface
    interface ElementSink {
        void element(Values value) throws IOException;
    }
}
