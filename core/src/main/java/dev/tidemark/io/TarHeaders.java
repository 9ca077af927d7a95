package dev.tidemark.io;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Walks the headers of a tar: ustar, the POSIX extended headers for path, size and time, and GNU's long names. Nothing
 * is allocated by a size that the archive claims, except extended headers, which have a limit of their own.
 */
final class TarHeaders {
    private static final int BLOCK_BYTES = 512;
    private static final int MOST_EXTENDED_BYTES = 1 << 20;

    private final String archive;
    private final InputStream in;
    private long position;

    /** What is told of each entry; it may read the entry's bytes, at most {@code sizeBytes} of them. */
    interface Visitor {
        void entry(String name, EntryKind kind, long sizeBytes, long modifiedAtMs, long position, Body body)
                throws IOException;
    }

    /** The bytes of the entry being visited. */
    interface Body {
        byte[] readAll() throws IOException;
    }

    TarHeaders(String archive, InputStream in) {
        this.archive = archive;
        this.in = in;
    }

    /** Visits every entry up to the end mark. */
    void forEach(Visitor visitor) throws IOException {
        Map<String, String> extended = new HashMap<>();
        while (true) {
            byte[] header = block();
            if (isZero(header)) {
                return;
            }
            requireChecksum(header);
            long sizeBytes = number(header, 124, 12);
            char type = (char) (header[156] & 0xff);
            switch (type) {
                case 'x' -> readExtended(sizeBytes, extended);
                case 'g', 'V' -> skip(padded(sizeBytes));
                case 'L' -> extended.put("path", longName(sizeBytes));
                case 'K' -> skip(padded(sizeBytes));
                default -> {
                    visit(header, type, sizeBytes, extended, visitor);
                    extended.clear();
                }
            }
        }
    }

    private void visit(byte[] header, char type, long ownSizeBytes, Map<String, String> extended, Visitor visitor)
            throws IOException {
        String name = extended.containsKey("path") ? extended.get("path") : headerName(header);
        long sizeBytes =
                extended.containsKey("size") ? decimal("size", extended.getOrDefault("size", "")) : ownSizeBytes;
        long modifiedAtMs = extended.containsKey("mtime")
                ? milliseconds(extended.getOrDefault("mtime", ""))
                : number(header, 136, 12) * 1_000;
        EntryKind kind = kindOf(type, name);
        boolean isSparse = extended.keySet().stream().anyMatch(key -> key.startsWith("GNU.sparse."));
        boolean hasBody = !isLink(type);
        long bodyBytes = hasBody ? sizeBytes : 0;
        long start = position;
        visitor.entry(
                name,
                isSparse || name.indexOf('\ufffd') >= 0 ? EntryKind.OTHER : kind,
                kind == EntryKind.FILE ? sizeBytes : 0,
                modifiedAtMs,
                start,
                () -> bytes(bodyBytes));
        skip(start + padded(bodyBytes) - position);
    }

    private static EntryKind kindOf(char type, String name) {
        return switch (type) {
            case '0', '\0', '7' -> name.endsWith("/") ? EntryKind.DIRECTORY : EntryKind.FILE;
            case '5' -> EntryKind.DIRECTORY;
            default -> EntryKind.OTHER;
        };
    }

    private static boolean isLink(char type) {
        return type >= '1' && type <= '6';
    }

    private static String headerName(byte[] header) {
        String name = text(header, 0, 100);
        boolean isUstar = header[262] == 0 && text(header, 257, 5).equals("ustar");
        String prefix = isUstar ? text(header, 345, 155) : "";
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    private void readExtended(long sizeBytes, Map<String, String> into) throws IOException {
        byte[] records = extendedBytes(sizeBytes);
        int at = 0;
        while (at < records.length && records[at] != 0) {
            int space = at;
            while (space < records.length && records[space] != ' ' && space - at < 8) {
                space++;
            }
            long length = decimal("extended header", ascii(records, at, space));
            if (length <= space + 1L - at || at + length > records.length || records[(int) (at + length - 1)] != '\n') {
                throw damaged("an extended header that is no list of records");
            }
            int end = (int) (at + length);
            int equals = space + 1;
            while (equals < end && records[equals] != '=') {
                equals++;
            }
            if (equals == end) {
                throw damaged("an extended header without a value");
            }
            into.put(ascii(records, space + 1, equals), utf8(records, equals + 1, end - 1));
            at = end;
        }
    }

    private String longName(long sizeBytes) throws IOException {
        byte[] name = extendedBytes(sizeBytes);
        int end = 0;
        while (end < name.length && name[end] != 0) {
            end++;
        }
        return utf8(name, 0, end);
    }

    private byte[] extendedBytes(long sizeBytes) throws IOException {
        if (sizeBytes > MOST_EXTENDED_BYTES) {
            throw damaged("an extended header of " + sizeBytes + " bytes");
        }
        byte[] bytes = bytes(sizeBytes);
        skip(padded(sizeBytes) - sizeBytes);
        return bytes;
    }

    private byte[] block() throws IOException {
        return bytes(BLOCK_BYTES);
    }

    private byte[] bytes(long count) throws IOException {
        byte[] bytes = in.readNBytes((int) Math.min(Integer.MAX_VALUE - 8, count));
        if (bytes.length < count) {
            throw cutOff(position + bytes.length);
        }
        position += bytes.length;
        return bytes;
    }

    private void skip(long count) throws IOException {
        try {
            in.skipNBytes(count);
            position += count;
        } catch (EOFException end) {
            throw cutOff(position);
        }
    }

    private UnreadableArchiveException cutOff(long at) {
        return new UnreadableArchiveException(archive, "cut off: it ends at byte " + at + " without its end mark");
    }

    private UnreadableArchiveException damaged(String what) {
        return new UnreadableArchiveException(archive, "no tar: " + what + " before byte " + position);
    }

    private void requireChecksum(byte[] header) throws IOException {
        long sum = 0;
        for (int i = 0; i < BLOCK_BYTES; i++) {
            sum += i >= 148 && i < 156 ? ' ' : header[i] & 0xff;
        }
        if (number(header, 148, 8) != sum) {
            throw damaged("a header whose checksum is wrong");
        }
    }

    private static boolean isZero(byte[] block) {
        for (byte b : block) {
            if (b != 0) {
                return false;
            }
        }
        return true;
    }

    private static long padded(long sizeBytes) {
        return (sizeBytes + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
    }

    /** An octal number with blanks around it, or GNU's big-endian one, marked by its first bit. */
    private long number(byte[] header, int offset, int length) throws IOException {
        if ((header[offset] & 0x80) != 0) {
            long value = header[offset] & 0x7f;
            for (int i = offset + 1; i < offset + length; i++) {
                if (value >= 1L << 46) {
                    throw damaged("a number that is negative or beyond any size");
                }
                value = (value << 8) | (header[i] & 0xff);
            }
            return value;
        }
        String digits =
                ascii(header, offset, offset + length).replace('\0', ' ').trim();
        if (!digits.matches("[0-7]{0,12}")) {
            throw damaged("a number that is not octal");
        }
        return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
    }

    private long decimal(String what, String digits) throws IOException {
        if (!digits.matches("\\d{1,15}")) {
            throw damaged("a number that is not decimal (" + what + ")");
        }
        return Long.parseLong(digits);
    }

    private static long milliseconds(String seconds) {
        return seconds.matches("-?\\d{1,12}(\\.\\d{0,12})?")
                ? new java.math.BigDecimal(seconds.endsWith(".") ? seconds + "0" : seconds)
                        .movePointRight(3)
                        .longValue()
                : 0;
    }

    private static String text(byte[] bytes, int offset, int length) {
        int end = offset;
        while (end < offset + length && bytes[end] != 0) {
            end++;
        }
        return utf8(bytes, offset, end);
    }

    private static String ascii(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** A name that is not UTF-8 keeps a replacement character, by which it is known later. */
    private static String utf8(byte[] bytes, int from, int to) {
        byte[] part = Arrays.copyOfRange(bytes, from, to);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(part))
                    .toString();
        } catch (CharacterCodingException notText) {
            return new String(part, StandardCharsets.UTF_8);
        }
    }
}
