package dev.tidemark.delta.action;

/** The first byte of a line that is no UTF-8 to Jackson, in its words. Authority: Jackson UTF8StreamJsonParser. */
final class Utf8Fault {
    private Utf8Fault() {}

    /** Empty where Jackson finds none. */
    static String of(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to) {
            int first = bytes[i] & 0xff;
            int more = following(first);
            if (more < 0) {
                return "Invalid UTF-8 start byte 0x" + Integer.toHexString(first);
            }
            for (int k = 1; k <= more && i + k < to; k++) {
                int next = bytes[i + k] & 0xff;
                if ((next & 0xc0) != 0x80) {
                    return "Invalid UTF-8 middle byte 0x" + Integer.toHexString(next);
                }
            }
            i += 1 + more;
        }
        return "";
    }

    /** How many bytes follow the first one of a character; below 0 where it cannot be one. */
    private static int following(int first) {
        if (first < 0x80) {
            return 0;
        } else if ((first & 0xe0) == 0xc0) {
            return 1;
        } else if ((first & 0xf0) == 0xe0) {
            return 2;
        }
        return (first & 0xf8) == 0xf0 ? 3 : -1;
    }
}
