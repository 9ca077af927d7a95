package dev.tidemark.render;

import java.util.HexFormat;

/** Makes text from evidence safe to print: what a terminal would obey is shown, not sent. */
public final class Printable {
    private Printable() {}

    /** The text on one line, control, format and bidirectional characters escaped as {@code \n} or {@code \\u001b}. */
    public static String of(String text) {
        if (text.codePoints().noneMatch(Printable::isUnsafe)) {
            return text;
        }
        StringBuilder safe = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(codePoint -> {
            if (isUnsafe(codePoint)) {
                escape(codePoint, safe);
            } else {
                safe.appendCodePoint(codePoint);
            }
        });
        return safe.toString();
    }

    private static boolean isUnsafe(int codePoint) {
        int type = Character.getType(codePoint);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.SURROGATE
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }

    private static void escape(int codePoint, StringBuilder safe) {
        switch (codePoint) {
            case '\n' -> safe.append("\\n");
            case '\r' -> safe.append("\\r");
            case '\t' -> safe.append("\\t");
            default -> safe.append("\\u" + HexFormat.of().toHexDigits(codePoint, codePoint > 0xffff ? 5 : 4));
        }
    }
}
