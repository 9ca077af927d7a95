package dev.tidemark.state.operator;

import dev.tidemark.format.binary.RawRow;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.binary.Values;
import dev.tidemark.state.RowDecoder;

/** Keys and values nobody has a schema for stay bytes. */
enum RawDecoder implements RowDecoder {
    RAW;

    @Override
    public Values key(Slice stored) {
        return new RawRow(stored);
    }

    @Override
    public Values value(Slice stored) {
        return new RawRow(stored);
    }
}
