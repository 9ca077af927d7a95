package dev.tidemark.format.parquet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.MalformedException;

/**
 * Walks one column of one row group, entry by entry; an entry is a value, a null, or an empty list. Decodes a few
 * thousand entries at a time, whatever a page claims to hold. The slices it hands out live until the next entry.
 */
public final class LeafCursor {
    private final SchemaNode node;
    private final PageReader pages;
    private final int maxDefinition;
    private final int maxRepetition;
    private final boolean isBytes;
    private final byte[] definitions;
    private final byte[] repetitions;
    private final ValueBatch values = new ValueBatch();

    private int pageLeft;
    private boolean isOpen;
    private int size;
    private int index;
    private int valueIndex;
    private boolean isPresent;
    private boolean isEnded;
    private long row = -1;

    LeafCursor(SchemaNode node, PageReader pages) {
        this.node = node;
        this.pages = pages;
        this.maxDefinition = node.levels().definition();
        this.maxRepetition = node.levels().repetition();
        this.isBytes = node.column().physicalType().isBytes();
        this.definitions = new byte[maxDefinition > 0 ? ValueBatch.CAPACITY : 0];
        this.repetitions = new byte[maxRepetition > 0 ? ValueBatch.CAPACITY : 0];
        values.makeRoom(isBytes);
    }

    /** The column. */
    public SchemaNode node() {
        return node;
    }

    /** Moves to the next entry. False at the end of the row group. */
    public boolean advance() throws IOException {
        if (isPresent) {
            valueIndex++;
        }
        if (++index >= size && !nextBatch()) {
            isPresent = false;
            isEnded = true;
            return false;
        }
        isPresent = maxDefinition == 0 || definitions[index] == maxDefinition;
        if (maxRepetition == 0 || repetitions[index] == 0) {
            row++;
        }
        return true;
    }

    /** The row of the entry, counted from 0 in its row group; -1 before the first. */
    public long row() {
        return row;
    }

    /** Whether the last entry has been passed. */
    public boolean isEnded() {
        return isEnded;
    }

    /** Moves forward to the first entry of a row; pages of a column without lists that are passed over stay packed. */
    public void moveTo(long wantedRow) throws IOException {
        while (row < wantedRow) {
            if (maxRepetition == 0 && passPages(wantedRow - row - 1)) {
                continue;
            }
            if (!advance()) {
                throw ended();
            }
        }
    }

    /**
     * Moves forward to the next row before {@code endRow} that is defined at least at a level; false when none is left.
     */
    boolean moveToDefined(int level, long endRow) throws IOException {
        while (row + 1 < endRow) {
            moveTo(row + 1);
            if (definition() >= level) {
                return true;
            }
            if (maxRepetition == 0) {
                passUndefined(level);
            }
        }
        return false;
    }

    /** From an entry that is not defined at a level to the last such before one that is, within the batch. */
    private void passUndefined(int level) {
        int last = index;
        while (last + 1 < size && definitions[last + 1] < level) {
            last++;
        }
        row += last - index;
        index = last;
    }

    /** Passes over the rest of the batch, or over a whole page, when no more than {@code rows} are in it. */
    private boolean passPages(long rows) throws IOException {
        int batchLeft = size == 0 ? 0 : size - index - 1;
        if (rows == 0 || batchLeft > rows) {
            return false;
        }
        if (batchLeft > 0) {
            row += batchLeft;
            index = size - 1;
            isPresent = false;
            return true;
        }
        if (pageLeft == 0) {
            pageLeft = pages.nextPage();
            isOpen = false;
        }
        if (pageLeft == 0 || isOpen || pageLeft > rows) {
            return false;
        }
        row += pageLeft;
        pageLeft = 0;
        size = 0;
        index = 0;
        isPresent = false;
        return true;
    }

    /** Whether the entry is a value; else it is null at some level. */
    public boolean isPresent() {
        return isPresent;
    }

    /** How much of the path to this column is there: at most the column's own definition level. */
    public int definition() {
        return maxDefinition == 0 ? 0 : definitions[index];
    }

    /** At which level the entry repeats; 0 begins a row. */
    public int repetition() {
        return maxRepetition == 0 ? 0 : repetitions[index];
    }

    /** A boolean as 0 or 1, a whole number, or the bits of a floating-point number. */
    public long number() {
        return values.longs[valueIndex];
    }

    /** The array in which the value's bytes stand. */
    public byte[] bytes() {
        return values.bytes;
    }

    /** Where in {@link #bytes()} they begin. */
    public int start() {
        return values.starts[valueIndex];
    }

    /** How many they are. */
    public int length() {
        return values.lengths[valueIndex];
    }

    /** The value's bytes as text. */
    public String text() {
        return new String(bytes(), start(), length(), StandardCharsets.UTF_8);
    }

    MalformedException ended() {
        return new MalformedException(
                pages.location(), DamageKind.TRUNCATED, "another value of " + node.path(), "the end of the row group");
    }

    MalformedException malformed(String expected, String found) {
        return new MalformedException(pages.location(), DamageKind.MALFORMED, expected, found);
    }

    private boolean nextBatch() throws IOException {
        size = 0;
        index = 0;
        valueIndex = 0;
        if (pageLeft == 0) {
            pageLeft = pages.nextPage();
            isOpen = false;
            if (pageLeft == 0) {
                return false;
            }
        }
        if (!isOpen) {
            pages.open();
            isOpen = true;
        }
        int count = Math.min(ValueBatch.CAPACITY, pageLeft);
        if (maxRepetition > 0) {
            pages.repetitions().read(repetitions, count);
        }
        int present = count;
        if (maxDefinition > 0) {
            pages.definitions().read(definitions, count);
            present = 0;
            for (int i = 0; i < count; i++) {
                if (definitions[i] > maxDefinition) {
                    throw malformed("a definition level of at most " + maxDefinition, definitions[i] + "");
                }
                present += definitions[i] == maxDefinition ? 1 : 0;
            }
        }
        pages.decode(values, present);
        pageLeft -= count;
        size = count;
        return true;
    }
}
