package dev.tidemark.format.parquet;

import java.io.IOException;
import java.util.zip.CRC32;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.format.binary.LittleEndian;
import org.jspecify.annotations.Nullable;

/** The pages of one column chunk, one at a time; pages that are passed over are not decompressed. */
final class PageReader {
    private static final int DATA_PAGE = 0;
    private static final int DICTIONARY_PAGE = 2;
    private static final int DATA_PAGE_V2 = 3;

    private static final int PLAIN = 0;
    private static final int PLAIN_DICTIONARY = 2;
    private static final int RLE = 3;
    private static final int DELTA_BINARY_PACKED = 5;
    private static final int DELTA_LENGTH_BYTE_ARRAY = 6;
    private static final int DELTA_BYTE_ARRAY = 7;
    private static final int RLE_DICTIONARY = 8;
    private static final int BYTE_STREAM_SPLIT = 9;

    private static final int HEADER_WINDOW_BYTES = 1 << 10;
    private static final int MAX_HEADER_BYTES = 16 << 20;
    /** Old writers left the dictionary's header out of the chunk's size. */
    private static final int SIZE_SLACK_BYTES = 100;

    private final Location at;
    private final SeekableBytes file;
    private final SchemaNode node;
    private final SchemaNode.Leaf leaf;
    private final int codec;
    private final long end;
    private long position;
    private long valuesLeft;

    private final Header header = new Header();
    private boolean hasPage;
    private byte[] compressed = ValueBatch.NO_BYTES;
    private byte[] window = new byte[HEADER_WINDOW_BYTES];
    private @Nullable PageDictionary dictionary;

    private RunLengths repetitions;
    private RunLengths definitions;
    private @Nullable ValueDecoder values;

    PageReader(Location at, SeekableBytes file, SchemaNode node, RowGroup.ColumnChunk chunk) {
        this.at = at;
        this.file = file;
        this.node = node;
        this.leaf = node.column();
        this.codec = chunk.codec();
        this.position = chunk.startOffset();
        long fileEnd = file.sizeBytes() - 8;
        this.end = Math.min(fileEnd, chunk.startOffset() + chunk.compressedSizeBytes() + SIZE_SLACK_BYTES);
        this.valuesLeft = chunk.valueCount();
        this.repetitions = new RunLengths(at, ValueBatch.NO_BYTES, 0, 0, 0);
        this.definitions = repetitions;
        Decompressor.require(codec, at.atByte(position));
    }

    /** Where the page at hand begins. */
    Location location() {
        return at.atByte(header.pageOffset);
    }

    /**
     * Moves to the next page with values, without decompressing it.
     *
     * @return its count of values, nulls included; 0 at the end of the chunk
     */
    int nextPage() throws IOException {
        if (hasPage) {
            position += header.compressedBytes;
            hasPage = false;
        }
        while (valuesLeft > 0) {
            readHeader();
            if (header.type == DICTIONARY_PAGE) {
                readDictionary();
                position += header.compressedBytes;
            } else if ((header.type == DATA_PAGE || header.type == DATA_PAGE_V2) && header.valueCount > 0) {
                if (header.valueCount > valuesLeft) {
                    throw malformed("at most " + valuesLeft + " values, the rest of " + node.path(), header.valueCount);
                }
                valuesLeft -= header.valueCount;
                hasPage = true;
                return header.valueCount;
            } else {
                position += header.compressedBytes;
            }
        }
        return 0;
    }

    /** Decompresses the page at hand, so that its levels and values can be read. */
    void open() throws IOException {
        byte[] body = readBody();
        int maxRepetition = node.levels().repetition();
        int maxDefinition = node.levels().definition();
        if (header.type == DATA_PAGE_V2) {
            openV2(body, maxRepetition, maxDefinition);
            return;
        }
        byte[] page = inflate(body, 0, header.compressedBytes, header.plainBytes);
        int cursor = 0;
        if (maxRepetition > 0) {
            cursor = levelsV1(page, cursor, maxRepetition, true);
        }
        if (maxDefinition > 0) {
            cursor = levelsV1(page, cursor, maxDefinition, false);
        }
        values = decoder(page, cursor, header.plainBytes);
    }

    RunLengths repetitions() {
        return repetitions;
    }

    RunLengths definitions() {
        return definitions;
    }

    void decode(ValueBatch into, int count) {
        if (count > 0) {
            if (values == null) {
                throw new IllegalStateException("no open page");
            }
            values.decode(into, count);
        }
    }

    private void openV2(byte[] body, int maxRepetition, int maxDefinition) {
        int repetitionBytes = header.repetitionBytes;
        int definitionBytes = header.definitionBytes;
        boolean fit = repetitionBytes >= 0
                && definitionBytes >= 0
                && (long) repetitionBytes + definitionBytes <= Math.min(header.compressedBytes, header.plainBytes);
        if (!fit) {
            throw malformed("levels inside the page", (long) repetitionBytes + definitionBytes);
        }
        int levels = repetitionBytes + definitionBytes;
        repetitions = new RunLengths(location(), body, 0, repetitionBytes, width(maxRepetition));
        definitions = new RunLengths(location(), body, repetitionBytes, levels, width(maxDefinition));
        int plain = header.plainBytes - levels;
        int packed = header.compressedBytes - levels;
        if (header.isCompressed && codec != 0 && packed > 0) {
            values = decoder(inflate(body, levels, packed, plain), 0, plain);
        } else {
            values = decoder(body, levels, header.compressedBytes);
        }
    }

    private int levelsV1(byte[] page, int cursor, int max, boolean isRepetition) {
        int encoding = isRepetition ? header.repetitionEncoding : header.definitionEncoding;
        if (encoding != RLE) {
            throw new MalformedException(
                    location(), DamageKind.UNSUPPORTED_VERSION, "levels in run lengths", "encoding " + encoding);
        }
        if (header.plainBytes - cursor < 4) {
            throw malformed("4 bytes of level size", header.plainBytes - cursor);
        }
        int length = LittleEndian.intAt(page, cursor);
        int start = cursor + 4;
        if (length < 0 || length > header.plainBytes - start) {
            throw malformed("levels inside the page", length);
        }
        RunLengths levels = new RunLengths(location(), page, start, start + length, width(max));
        if (isRepetition) {
            repetitions = levels;
        } else {
            definitions = levels;
        }
        return start + length;
    }

    private static int width(int max) {
        return 32 - Integer.numberOfLeadingZeros(max);
    }

    private ValueDecoder decoder(byte[] page, int start, int limit) {
        Location here = location();
        boolean isBytes = leaf.physicalType().isBytes();
        return switch (header.encoding) {
            case PLAIN -> new ValueDecoder.Plain(here, page, start, limit, leaf);
            case PLAIN_DICTIONARY, RLE_DICTIONARY -> {
                if (start == limit) {
                    yield new ValueDecoder.Plain(here, page, start, limit, leaf);
                }
                if (dictionary == null) {
                    throw malformed("a dictionary before its indexes", -1);
                }
                yield new ValueDecoder.Dictionary(here, page, start, limit, dictionary);
            }
            case RLE -> {
                if (leaf.physicalType() != PhysicalType.BOOLEAN) {
                    throw malformed("run lengths of booleans only", header.encoding);
                }
                yield start == limit
                        ? new ValueDecoder.Plain(here, page, start, limit, leaf)
                        : new ValueDecoder.Runs(here, page, start, limit);
            }
            case DELTA_BINARY_PACKED -> {
                if (leaf.physicalType() != PhysicalType.INT32 && leaf.physicalType() != PhysicalType.INT64) {
                    throw malformed("delta packing of whole numbers only", header.encoding);
                }
                yield start == limit
                        ? new ValueDecoder.Plain(here, page, start, limit, leaf)
                        : new ValueDecoder.Deltas(here, page, start, limit, leaf.physicalType() == PhysicalType.INT32);
            }
            case DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY -> {
                if (!isBytes) {
                    throw malformed("delta encoding of bytes only", header.encoding);
                }
                if (start == limit) {
                    yield new ValueDecoder.Plain(here, page, start, limit, leaf);
                }
                yield header.encoding == DELTA_BYTE_ARRAY
                        ? new ValueDecoder.DeltaBytes(here, page, start, limit, header.valueCount)
                        : new ValueDecoder.DeltaLengths(here, page, start, limit, header.valueCount);
            }
            case BYTE_STREAM_SPLIT -> new ValueDecoder.SplitStreams(here, page, start, limit, leaf);
            default ->
                throw new MalformedException(
                        here, DamageKind.UNSUPPORTED_VERSION, "a known encoding", "code " + header.encoding);
        };
    }

    private void readDictionary() throws IOException {
        if (header.encoding != PLAIN && header.encoding != PLAIN_DICTIONARY) {
            throw malformed("a plain dictionary", header.encoding);
        }
        byte[] body = readBody();
        byte[] page = inflate(body, 0, header.compressedBytes, header.plainBytes);
        if (page == compressed) {
            compressed = ValueBatch.NO_BYTES;
        }
        dictionary = new PageDictionary(location(), page, header.plainBytes, leaf, header.valueCount);
    }

    private byte[] inflate(byte[] body, int start, int length, int plainBytes) {
        if (codec == 0) {
            if (length != plainBytes) {
                throw malformed(plainBytes + " bytes as stored", length);
            }
            if (start == 0) {
                return body;
            }
        }
        int limit = Decompressor.limitBytes(codec, length);
        if (plainBytes > limit) {
            throw new MalformedException(
                    location(),
                    DamageKind.TOO_LARGE,
                    "a page of at most " + limit + " bytes out of " + length,
                    Integer.toString(plainBytes));
        }
        byte[] plain = new byte[plainBytes];
        if (plainBytes > 0 || length > 1) {
            Decompressor.decompress(codec, location(), body, start, length, plain, plainBytes);
        }
        return plain;
    }

    private byte[] readBody() throws IOException {
        int length = header.compressedBytes;
        if (compressed.length < length || codec == 0) {
            compressed = new byte[length];
        }
        file.readFully(position, compressed, 0, length);
        if (header.hasCrc) {
            CRC32 crc = new CRC32();
            crc.update(compressed, 0, length);
            if ((int) crc.getValue() != header.crc) {
                throw new MalformedException(
                        location(),
                        DamageKind.CHECKSUM_MISMATCH,
                        "a page with CRC " + Integer.toHexString(header.crc),
                        Integer.toHexString((int) crc.getValue()));
            }
        }
        return compressed;
    }

    // ---- headers

    private static final class Header {
        long pageOffset;
        int type;
        int plainBytes;
        int compressedBytes;
        int valueCount;
        int encoding;
        int definitionEncoding;
        int repetitionEncoding;
        int repetitionBytes;
        int definitionBytes;
        boolean isCompressed;
        boolean hasCrc;
        int crc;

        void clear(long offset) {
            pageOffset = offset;
            type = -1;
            plainBytes = -1;
            compressedBytes = -1;
            valueCount = -1;
            encoding = -1;
            definitionEncoding = RLE;
            repetitionEncoding = RLE;
            repetitionBytes = 0;
            definitionBytes = 0;
            isCompressed = true;
            hasCrc = false;
            crc = 0;
        }
    }

    private void readHeader() throws IOException {
        while (true) {
            int available = (int) Math.min(window.length, Math.max(0, end - position));
            if (available == 0) {
                throw new MalformedException(
                        at.atByte(position),
                        DamageKind.TRUNCATED,
                        valuesLeft + " more values of " + node.path(),
                        "the end");
            }
            file.readFully(position, window, 0, available);
            ThriftCursor in = new ThriftCursor(at, window, 0, available, position);
            try {
                readHeader(in);
            } catch (MalformedException cut) {
                boolean couldGrow = available == window.length && window.length < MAX_HEADER_BYTES;
                if (!couldGrow || (cut.damage().kind() != DamageKind.TRUNCATED && !isLengthTrouble(cut))) {
                    throw cut;
                }
                window = new byte[(int) Math.min(MAX_HEADER_BYTES, window.length * 8L)];
                continue;
            }
            position += in.position();
            break;
        }
        if (header.type < 0 || header.plainBytes < 0 || header.compressedBytes < 0) {
            throw malformed("a page header with type and sizes", header.compressedBytes);
        }
        if (header.compressedBytes > end - position) {
            throw new MalformedException(
                    location(),
                    DamageKind.TRUNCATED,
                    "a page of " + header.compressedBytes + " bytes",
                    Math.max(0, end - position) + " bytes to the end of " + node.path());
        }
    }

    /** A length larger than the window looks malformed until the window is large enough to hold it. */
    private static boolean isLengthTrouble(MalformedException cut) {
        return cut.damage().cause() == ThriftFlaw.BEYOND_THE_BYTES;
    }

    private void readHeader(ThriftCursor in) {
        header.clear(position);
        in.enterStruct();
        while (in.nextField()) {
            if (in.isField(1, ThriftCursor.I32)) {
                header.type = in.i32("PageHeader.type");
            } else if (in.isField(2, ThriftCursor.I32)) {
                header.plainBytes = in.i32("PageHeader.uncompressed_page_size");
            } else if (in.isField(3, ThriftCursor.I32)) {
                header.compressedBytes = in.i32("PageHeader.compressed_page_size");
            } else if (in.isField(4, ThriftCursor.I32)) {
                header.crc = in.i32("PageHeader.crc");
                header.hasCrc = true;
            } else if (in.isField(5, ThriftCursor.STRUCT)) {
                readDataHeader(in);
            } else if (in.isField(7, ThriftCursor.STRUCT)) {
                readDictionaryHeader(in);
            } else if (in.isField(8, ThriftCursor.STRUCT)) {
                readDataHeaderV2(in);
            } else {
                in.skip();
            }
        }
    }

    private void readDataHeader(ThriftCursor in) {
        in.enterStruct();
        while (in.nextField()) {
            if (in.isField(1, ThriftCursor.I32)) {
                header.valueCount = in.i32("DataPageHeader.num_values");
            } else if (in.isField(2, ThriftCursor.I32)) {
                header.encoding = in.i32("DataPageHeader.encoding");
            } else if (in.isField(3, ThriftCursor.I32)) {
                header.definitionEncoding = in.i32("DataPageHeader.definition_level_encoding");
            } else if (in.isField(4, ThriftCursor.I32)) {
                header.repetitionEncoding = in.i32("DataPageHeader.repetition_level_encoding");
            } else {
                in.skip();
            }
        }
    }

    private void readDictionaryHeader(ThriftCursor in) {
        in.enterStruct();
        while (in.nextField()) {
            if (in.isField(1, ThriftCursor.I32)) {
                header.valueCount = in.i32("DictionaryPageHeader.num_values");
            } else if (in.isField(2, ThriftCursor.I32)) {
                header.encoding = in.i32("DictionaryPageHeader.encoding");
            } else {
                in.skip();
            }
        }
    }

    private void readDataHeaderV2(ThriftCursor in) {
        in.enterStruct();
        while (in.nextField()) {
            if (in.isField(1, ThriftCursor.I32)) {
                header.valueCount = in.i32("DataPageHeaderV2.num_values");
            } else if (in.isField(4, ThriftCursor.I32)) {
                header.encoding = in.i32("DataPageHeaderV2.encoding");
            } else if (in.isField(5, ThriftCursor.I32)) {
                header.definitionBytes = in.i32("DataPageHeaderV2.definition_levels_byte_length");
            } else if (in.isField(6, ThriftCursor.I32)) {
                header.repetitionBytes = in.i32("DataPageHeaderV2.repetition_levels_byte_length");
            } else if (in.isTruthField(7)) {
                header.isCompressed = in.truth();
            } else {
                in.skip();
            }
        }
    }

    private MalformedException malformed(String expected, long found) {
        return new MalformedException(location(), DamageKind.MALFORMED, expected, Long.toString(found));
    }
}
