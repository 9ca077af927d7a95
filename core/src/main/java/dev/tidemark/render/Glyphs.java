package dev.tidemark.render;

/** What charts are drawn with. */
public enum Glyphs {
    /** Braille dots, blocks and lines: eight dots a character. */
    UNICODE,
    /** For terminals and fonts that have nothing else. */
    ASCII
}
