package dev.tidemark.render;

import java.io.IOException;
import java.io.Writer;

/** Writes elements and text that are well-formed both as HTML and as XML. Every text and attribute is escaped here. */
final class Markup {
    private final Writer to;

    Markup(Writer to) {
        this.to = to;
    }

    /** Text as it may stand between tags and in quotes; what a terminal or a bidirectional layout would obey is shown. */
    static String escaped(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 16);
        Printable.of(text).codePoints().forEach(codePoint -> {
            switch (codePoint) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                default -> {
                    boolean isXml = codePoint != 0xFFFE && codePoint != 0xFFFF;
                    safe.appendCodePoint(isXml ? codePoint : 0xFFFD);
                }
            }
        });
        return safe.toString();
    }

    /** Opens an element; attributes are names and values in turn. */
    Markup open(String name, String... attributes) throws IOException {
        tag(name, attributes);
        to.write(">");
        return this;
    }

    /** An element without content. */
    Markup empty(String name, String... attributes) throws IOException {
        tag(name, attributes);
        to.write(" />");
        return this;
    }

    /** Closes an element. */
    Markup close(String name) throws IOException {
        to.write("</" + name + ">");
        return this;
    }

    /** Text. */
    Markup text(String text) throws IOException {
        to.write(escaped(text));
        return this;
    }

    /** An element with text alone. */
    Markup element(String name, String text, String... attributes) throws IOException {
        return open(name, attributes).text(text).close(name);
    }

    /** Text of our own that is markup already. */
    Markup raw(String markup) throws IOException {
        to.write(markup);
        return this;
    }

    /** A line end, for people who read the source. */
    Markup line() throws IOException {
        to.write('\n');
        return this;
    }

    private void tag(String name, String... attributes) throws IOException {
        to.write("<" + name);
        for (int i = 0; i + 1 < attributes.length; i += 2) {
            to.write(" " + attributes[i] + "=\"" + escaped(attributes[i + 1]) + "\"");
        }
    }
}
