package dev.tidemark.format.json;

import java.io.Serial;
import java.util.HexFormat;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import org.jspecify.annotations.Nullable;

/**
 * Escapes in JSON what a terminal would obey and JSON itself lets pass: DEL, the C1 controls, and characters that
 * reorder or hide text. The document stays the same for whoever parses it.
 */
final class TerminalEscapes extends CharacterEscapes {
    @Serial
    private static final long serialVersionUID = 1L;

    private static final int DEL = 0x7f;

    @Override
    public int[] getEscapeCodesForAscii() {
        int[] codes = CharacterEscapes.standardAsciiEscapesForJSON();
        codes[DEL] = CharacterEscapes.ESCAPE_STANDARD;
        return codes;
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                new SerializedString("\\u" + HexFormat.of().toHexDigits((char) character));
            default -> null;
        };
    }
}
