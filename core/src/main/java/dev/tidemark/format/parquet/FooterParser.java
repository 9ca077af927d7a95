package dev.tidemark.format.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.binary.LittleEndian;
import org.jspecify.annotations.Nullable;

/** A Parquet file's end to {@link ParquetFile}. Format: apache/parquet-format, FileMetaData in Thrift's compact form. */
public final class FooterParser {
    private static final int MAGIC = 'P' | 'A' << 8 | 'R' << 16 | '1' << 24;
    private static final int ENCRYPTED_MAGIC = 'P' | 'A' << 8 | 'R' << 16 | 'E' << 24;
    private static final int TAIL_BYTES = 8;
    private static final int MAX_FOOTER_BYTES = 128 << 20;
    private static final int MAX_NODES = 100_000;
    private static final int MAX_CHUNKS = 1_000_000;
    private static final int MAX_DEPTH = 100;

    private final Location at;
    private final ThriftCursor in;
    private final long fileSizeBytes;
    private int leafCount;
    private int chunkCount;

    private FooterParser(Location at, ThriftCursor in, long fileSizeBytes) {
        this.at = at;
        this.in = in;
        this.fileSizeBytes = fileSizeBytes;
    }

    /**
     * Reads the footer.
     *
     * @throws IOException when the bytes cannot be had
     */
    public static Parsed<ParquetFile> parse(Location at, SeekableBytes bytes) throws IOException {
        long size = bytes.sizeBytes();
        if (size == 0) {
            return Parsed.damaged(new Damage(at, DamageKind.EMPTY, "a Parquet file", "nothing"));
        }
        if (size < TAIL_BYTES + 4) {
            return Parsed.damaged(
                    new Damage(at, DamageKind.TRUNCATED, "a Parquet file of 12 bytes or more", size + " bytes"));
        }
        byte[] tail = new byte[TAIL_BYTES];
        bytes.readFully(size - TAIL_BYTES, tail, 0, TAIL_BYTES);
        int magic = LittleEndian.intAt(tail, 4);
        if (magic != MAGIC) {
            DamageKind kind = magic == ENCRYPTED_MAGIC ? DamageKind.UNSUPPORTED_VERSION : DamageKind.MALFORMED;
            String found = magic == ENCRYPTED_MAGIC ? "PARE, an encrypted footer" : hex(tail);
            return Parsed.damaged(new Damage(at.atByte(size - 4), kind, "the magic PAR1 at the end", found));
        }
        long length = LittleEndian.intAt(tail, 0) & 0xffffffffL;
        if (length > size - TAIL_BYTES - 4 || length > MAX_FOOTER_BYTES) {
            DamageKind kind = length > size - TAIL_BYTES - 4 ? DamageKind.TRUNCATED : DamageKind.TOO_LARGE;
            return Parsed.damaged(new Damage(
                    at.atByte(size - TAIL_BYTES),
                    kind,
                    "a footer inside the file, of at most " + MAX_FOOTER_BYTES + " bytes",
                    length + " bytes"));
        }
        byte[] footer = new byte[(int) length];
        long base = size - TAIL_BYTES - length;
        bytes.readFully(base, footer, 0, footer.length);
        try {
            return Parsed.intact(
                    new FooterParser(at, new ThriftCursor(at, footer, 0, footer.length, base), size).file());
        } catch (MalformedException malformed) {
            return Parsed.damaged(malformed.damage());
        }
    }

    private static String hex(byte[] tail) {
        return "0x" + Integer.toHexString(Integer.reverseBytes(LittleEndian.intAt(tail, 4)));
    }

    private ParquetFile file() {
        SchemaNode schema = null;
        long rowCount = -1;
        List<RawRowGroup> raw = List.of();
        Map<String, String> properties = new LinkedHashMap<>();
        String createdBy = "";
        in.enterStruct();
        while (in.nextField()) {
            if (in.isField(2, ThriftCursor.LIST)) {
                schema = schema();
            } else if (in.isField(3, ThriftCursor.I64)) {
                rowCount = in.i64();
            } else if (in.isField(4, ThriftCursor.LIST)) {
                raw = rowGroups();
            } else if (in.isField(5, ThriftCursor.LIST)) {
                readProperties(properties);
            } else if (in.isField(6, ThriftCursor.BINARY)) {
                createdBy = in.text();
            } else {
                in.skip();
            }
        }
        if (schema == null) {
            throw in.malformed("FileMetaData.schema", "none");
        }
        return new ParquetFile(schema, rowCount, checked(schema, rowCount, raw), properties, createdBy);
    }

    private void readProperties(Map<String, String> properties) {
        int count = in.list(ThriftCursor.STRUCT, "FileMetaData.key_value_metadata");
        for (int i = 0; i < count; i++) {
            String key = "";
            String value = "";
            in.enterStruct();
            while (in.nextField()) {
                if (in.isField(1, ThriftCursor.BINARY)) {
                    key = in.text();
                } else if (in.isField(2, ThriftCursor.BINARY)) {
                    value = in.text();
                } else {
                    in.skip();
                }
            }
            properties.put(key, value);
        }
    }

    // ---- schema

    private record Element(
            String name,
            int type,
            int typeLength,
            int repetition,
            int childCount,
            int convertedType,
            int scale,
            @Nullable LogicalType logicalType) {}

    private SchemaNode schema() {
        int count = in.list(ThriftCursor.STRUCT, "FileMetaData.schema");
        if (count == 0 || count > MAX_NODES) {
            throw in.malformed("1 to " + MAX_NODES + " schema elements", count + "");
        }
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            elements.add(element());
        }
        int[] next = {1};
        Element root = elements.get(0);
        List<SchemaNode> children = children(elements, next, root.childCount, "", 0, 0, 1);
        if (next[0] != count) {
            throw in.malformed(next[0] + " schema elements, by their child counts", count + "");
        }
        return new SchemaNode(
                root.name, "", Repetition.REQUIRED, LogicalType.PLAIN, null, new SchemaNode.Levels(0, 0), children);
    }

    private List<SchemaNode> children(
            List<Element> elements, int[] next, int count, String parent, int definition, int repetition, int depth) {
        if (depth > MAX_DEPTH) {
            throw in.malformed("a schema of at most " + MAX_DEPTH + " levels", "more");
        }
        if (count < 0 || count > elements.size() - next[0]) {
            throw in.malformed(
                    "a child count of at most " + (elements.size() - next[0]) + ", the elements left", count + "");
        }
        List<SchemaNode> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (next[0] >= elements.size()) {
                throw in.malformed("a schema element for each child", "none");
            }
            Element element = elements.get(next[0]++);
            nodes.add(node(elements, next, element, parent, definition, repetition, depth));
        }
        return nodes;
    }

    private SchemaNode node(
            List<Element> elements,
            int[] next,
            Element element,
            String parent,
            int parentDefinition,
            int parentRepetition,
            int depth) {
        Repetition how = Repetition.values()[element.repetition];
        int definition = parentDefinition + (how == Repetition.REQUIRED ? 0 : 1);
        int repetition = parentRepetition + (how == Repetition.REPEATED ? 1 : 0);
        String path = parent.isEmpty() ? element.name : parent + "." + element.name;
        SchemaNode.Leaf leaf = null;
        List<SchemaNode> below = List.of();
        if (element.childCount > 0 || element.type < 0) {
            below = children(elements, next, Math.max(0, element.childCount), path, definition, repetition, depth + 1);
        } else {
            PhysicalType type = PhysicalType.ofCode(element.type);
            if (type == PhysicalType.FIXED_LEN_BYTE_ARRAY && element.typeLength <= 0) {
                throw in.malformed("a positive type_length of " + path, element.typeLength + "");
            }
            leaf = new SchemaNode.Leaf(
                    leafCount++, type, type == PhysicalType.FIXED_LEN_BYTE_ARRAY ? element.typeLength : 0);
        }
        return new SchemaNode(
                element.name, path, how, meaning(element), leaf, new SchemaNode.Levels(definition, repetition), below);
    }

    private Element element() {
        String name = "";
        int type = -1;
        int typeLength = 0;
        int repetition = 0;
        int childCount = 0;
        int converted = -1;
        int scale = 0;
        LogicalType logical = null;
        in.enterStruct();
        while (in.nextField()) {
            if (in.isField(1, ThriftCursor.I32)) {
                type = code(in.i32("SchemaElement.type"), PhysicalType.values().length, "SchemaElement.type");
            } else if (in.isField(2, ThriftCursor.I32)) {
                typeLength = in.i32("SchemaElement.type_length");
            } else if (in.isField(3, ThriftCursor.I32)) {
                repetition = code(in.i32("SchemaElement.repetition_type"), 3, "SchemaElement.repetition_type");
            } else if (in.isField(4, ThriftCursor.BINARY)) {
                name = in.text();
            } else if (in.isField(5, ThriftCursor.I32)) {
                childCount = in.i32("SchemaElement.num_children");
            } else if (in.isField(6, ThriftCursor.I32)) {
                converted = in.i32("SchemaElement.converted_type");
            } else if (in.isField(7, ThriftCursor.I32)) {
                scale = in.i32("SchemaElement.scale");
            } else if (in.isField(10, ThriftCursor.STRUCT)) {
                logical = logicalType();
            } else {
                in.skip();
            }
        }
        return new Element(name, type, typeLength, repetition, childCount, converted, scale, logical);
    }

    private int code(int value, int limit, String name) {
        if (value < 0 || value >= limit) {
            throw in.malformed(name + " below " + limit, Integer.toString(value));
        }
        return value;
    }

    private static LogicalType meaning(Element element) {
        if (element.logicalType != null) {
            return element.logicalType;
        }
        return switch (element.convertedType) {
            case 0, 4, 19 -> LogicalType.of(LogicalType.Kind.STRING);
            case 1, 2 -> LogicalType.of(LogicalType.Kind.MAP);
            case 3 -> LogicalType.of(LogicalType.Kind.LIST);
            case 5 -> new LogicalType(LogicalType.Kind.DECIMAL, element.scale, 0, false);
            case 6 -> LogicalType.of(LogicalType.Kind.DATE);
            case 7 -> new LogicalType(LogicalType.Kind.TIME, 0, 1_000, true);
            case 8 -> new LogicalType(LogicalType.Kind.TIME, 0, 1_000_000, true);
            case 9 -> new LogicalType(LogicalType.Kind.TIMESTAMP, 0, 1_000, true);
            case 10 -> new LogicalType(LogicalType.Kind.TIMESTAMP, 0, 1_000_000, true);
            case 11, 12, 13, 14 -> LogicalType.of(LogicalType.Kind.UNSIGNED);
            case -1, 15, 16, 17, 18 -> LogicalType.PLAIN;
            default -> LogicalType.of(LogicalType.Kind.OTHER);
        };
    }

    private LogicalType logicalType() {
        LogicalType type = LogicalType.of(LogicalType.Kind.OTHER);
        in.enterStruct();
        while (in.nextField()) {
            int id = in.fieldId();
            if (!in.isField(id, ThriftCursor.STRUCT)) {
                in.skip();
                continue;
            }
            type = switch (id) {
                case 1, 4, 12 -> simple(LogicalType.Kind.STRING);
                case 2 -> simple(LogicalType.Kind.MAP);
                case 3 -> simple(LogicalType.Kind.LIST);
                case 5 -> decimal();
                case 6 -> simple(LogicalType.Kind.DATE);
                case 7 -> time(LogicalType.Kind.TIME);
                case 8 -> time(LogicalType.Kind.TIMESTAMP);
                case 10 -> integer();
                case 14 -> simple(LogicalType.Kind.UUID);
                default -> simple(LogicalType.Kind.OTHER);
            };
        }
        return type;
    }

    private LogicalType simple(LogicalType.Kind kind) {
        in.skip();
        return LogicalType.of(kind);
    }

    private LogicalType decimal() {
        int scale = 0;
        in.enterStruct();
        while (in.nextField()) {
            if (in.isField(1, ThriftCursor.I32)) {
                scale = in.i32("DecimalType.scale");
            } else {
                in.skip();
            }
        }
        return new LogicalType(LogicalType.Kind.DECIMAL, scale, 0, false);
    }

    private LogicalType integer() {
        boolean isSigned = true;
        in.enterStruct();
        while (in.nextField()) {
            if (in.isTruthField(2)) {
                isSigned = in.truth();
            } else {
                in.skip();
            }
        }
        return isSigned ? LogicalType.PLAIN : LogicalType.of(LogicalType.Kind.UNSIGNED);
    }

    private LogicalType time(LogicalType.Kind kind) {
        boolean isUtc = true;
        long unitsPerSecond = 1_000_000;
        in.enterStruct();
        while (in.nextField()) {
            if (in.isTruthField(1)) {
                isUtc = in.truth();
            } else if (in.isField(2, ThriftCursor.STRUCT)) {
                in.enterStruct();
                while (in.nextField()) {
                    unitsPerSecond = in.fieldId() == 1 ? 1_000 : in.fieldId() == 3 ? 1_000_000_000 : 1_000_000;
                    in.skip();
                }
            } else {
                in.skip();
            }
        }
        return new LogicalType(kind, 0, unitsPerSecond, isUtc);
    }

    // ---- row groups

    private record RawRowGroup(long rowCount, List<RawChunk> chunks) {}

    private record RawChunk(
            int codec,
            long valueCount,
            long dataOffset,
            long dictionaryOffset,
            long compressedSizeBytes,
            RawStatistics statistics,
            boolean isElsewhere) {}

    private record RawStatistics(byte @Nullable [] min, byte @Nullable [] max, long nullCount) {
        static final RawStatistics NONE = new RawStatistics(null, null, -1);
    }

    private List<RawRowGroup> rowGroups() {
        int count = in.list(ThriftCursor.STRUCT, "FileMetaData.row_groups");
        List<RawRowGroup> groups = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            groups.add(rowGroup());
        }
        return groups;
    }

    private RawRowGroup rowGroup() {
        List<RawChunk> chunks = List.of();
        long rowCount = -1;
        in.enterStruct();
        while (in.nextField()) {
            if (in.isField(1, ThriftCursor.LIST)) {
                chunks = chunks();
            } else if (in.isField(3, ThriftCursor.I64)) {
                rowCount = in.i64();
            } else {
                in.skip();
            }
        }
        return new RawRowGroup(rowCount, chunks);
    }

    private List<RawChunk> chunks() {
        int count = in.list(ThriftCursor.STRUCT, "RowGroup.columns");
        chunkCount += count;
        if (chunkCount < 0 || chunkCount > MAX_CHUNKS) {
            throw in.malformed("at most " + MAX_CHUNKS + " column chunks", "more");
        }
        List<RawChunk> chunks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            chunks.add(chunk());
        }
        return chunks;
    }

    private RawChunk chunk() {
        RawChunk chunk = new RawChunk(-1, -1, -1, -1, -1, RawStatistics.NONE, false);
        boolean isElsewhere = false;
        in.enterStruct();
        while (in.nextField()) {
            if (in.isField(1, ThriftCursor.BINARY)) {
                isElsewhere = !in.text().isEmpty();
            } else if (in.isField(3, ThriftCursor.STRUCT)) {
                chunk = chunkMetadata();
            } else {
                in.skip();
            }
        }
        return isElsewhere
                ? new RawChunk(
                        chunk.codec,
                        chunk.valueCount,
                        chunk.dataOffset,
                        chunk.dictionaryOffset,
                        chunk.compressedSizeBytes,
                        chunk.statistics,
                        true)
                : chunk;
    }

    private RawChunk chunkMetadata() {
        int codec = -1;
        long valueCount = -1;
        long dataOffset = -1;
        long dictionaryOffset = -1;
        long compressed = -1;
        RawStatistics statistics = RawStatistics.NONE;
        in.enterStruct();
        while (in.nextField()) {
            if (in.isField(4, ThriftCursor.I32)) {
                codec = in.i32("ColumnMetaData.codec");
            } else if (in.isField(5, ThriftCursor.I64)) {
                valueCount = in.i64();
            } else if (in.isField(7, ThriftCursor.I64)) {
                compressed = in.i64();
            } else if (in.isField(9, ThriftCursor.I64)) {
                dataOffset = in.i64();
            } else if (in.isField(11, ThriftCursor.I64)) {
                dictionaryOffset = in.i64();
            } else if (in.isField(12, ThriftCursor.STRUCT)) {
                statistics = statistics();
            } else {
                in.skip();
            }
        }
        return new RawChunk(codec, valueCount, dataOffset, dictionaryOffset, compressed, statistics, false);
    }

    /** Reads min_value and max_value; the deprecated min and max have no defined order and are left alone. */
    private RawStatistics statistics() {
        byte[] min = null;
        byte[] max = null;
        long nullCount = -1;
        in.enterStruct();
        while (in.nextField()) {
            if (in.isField(3, ThriftCursor.I64)) {
                nullCount = in.i64();
            } else if (in.isField(5, ThriftCursor.BINARY)) {
                max = in.binary();
            } else if (in.isField(6, ThriftCursor.BINARY)) {
                min = in.binary();
            } else {
                in.skip();
            }
        }
        return new RawStatistics(min, max, nullCount);
    }

    private List<RowGroup> checked(SchemaNode schema, long rowCount, List<RawRowGroup> raw) {
        List<SchemaNode> leaves = new ArrayList<>();
        schema.forEachLeaf(leaves::add);
        List<RowGroup> groups = new ArrayList<>();
        long rows = 0;
        for (RawRowGroup group : raw) {
            if (group.rowCount < 0 || group.rowCount > Long.MAX_VALUE - rows) {
                throw in.malformed("RowGroup.num_rows", Long.toString(group.rowCount));
            }
            rows += group.rowCount;
            if (group.chunks.size() != leaves.size()) {
                throw in.malformed(
                        "a column chunk for each of " + leaves.size() + " columns",
                        group.chunks.size() + " in row group " + groups.size());
            }
            List<RowGroup.ColumnChunk> chunks = new ArrayList<>();
            for (int i = 0; i < leaves.size(); i++) {
                chunks.add(checked(leaves.get(i), group.rowCount, group.chunks.get(i)));
            }
            groups.add(new RowGroup(group.rowCount, chunks));
        }
        if (rows != rowCount) {
            throw in.malformed(
                    "FileMetaData.num_rows " + rows + ", the sum of its row groups", Long.toString(rowCount));
        }
        return groups;
    }

    private RowGroup.ColumnChunk checked(SchemaNode leaf, long rowCount, RawChunk raw) {
        long start = raw.dictionaryOffset >= 4 && raw.dictionaryOffset < raw.dataOffset
                ? raw.dictionaryOffset
                : raw.dataOffset;
        boolean isFlat = leaf.levels().repetition() == 0;
        if (raw.valueCount < rowCount || (isFlat && raw.valueCount != rowCount)) {
            throw in.malformed(rowCount + " values of " + leaf.path(), Long.toString(raw.valueCount));
        }
        if (raw.isElsewhere) {
            throw new MalformedException(
                    at,
                    DamageKind.UNSUPPORTED_VERSION,
                    "the values of " + leaf.path() + " in this file",
                    "another file");
        }
        boolean isInside = start >= 4
                && raw.compressedSizeBytes >= 0
                && start <= fileSizeBytes
                && raw.compressedSizeBytes <= fileSizeBytes - start;
        if (!isInside) {
            throw in.malformed(
                    leaf.path() + " inside the file's " + fileSizeBytes + " bytes",
                    "byte " + start + " and " + raw.compressedSizeBytes + " more");
        }
        return new RowGroup.ColumnChunk(
                raw.codec, raw.valueCount, start, raw.compressedSizeBytes, checked(leaf, raw.statistics));
    }

    private static ColumnStatistics checked(SchemaNode leaf, RawStatistics raw) {
        if (raw.min == null && raw.max == null && raw.nullCount < 0) {
            return ColumnStatistics.NONE;
        }
        return new ColumnStatistics(
                Optional.ofNullable(raw.min).flatMap(value -> ColumnValues.ofStatistic(leaf, value)),
                Optional.ofNullable(raw.max).flatMap(value -> ColumnValues.ofStatistic(leaf, value)),
                raw.nullCount < 0 ? OptionalLong.empty() : OptionalLong.of(raw.nullCount));
    }
}
