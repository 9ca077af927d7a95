package dev.tidemark.format.type;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonObject;

/**
 * Reads a schema from DDL, such as {@code k bigint NOT NULL, window struct<start: timestamp, end: timestamp>}. Spark
 * 4.2: StructType.fromDDL. Damages carry the character's position as byte offset.
 */
public final class SchemaDdlParser {
    private static final int MAX_DEPTH = 200;

    private final Location at;
    private final String text;
    private int position;

    private SchemaDdlParser(Location at, String text) {
        this.at = at;
        this.text = text;
    }

    /** The columns {@code text} lists, with or without {@code struct<...>} around them. */
    public static Parsed<StructSchema> parse(Location at, String text) {
        SchemaDdlParser parser = new SchemaDdlParser(at, text);
        try {
            return Parsed.intact(parser.whole());
        } catch (MalformedException malformed) {
            return Parsed.damaged(malformed.damage());
        }
    }

    private StructSchema whole() {
        String stripped = text.strip().toLowerCase(Locale.ROOT);
        StructSchema schema;
        if (stripped.startsWith("struct<") && stripped.endsWith(">")) {
            schema = (StructSchema) type(0);
        } else {
            schema = new StructSchema(columns(0, '\0'));
        }
        skipBlanks();
        if (position < text.length()) {
            throw malformed("the end of the schema");
        }
        return schema;
    }

    private List<StructSchema.Field> columns(int depth, char end) {
        List<StructSchema.Field> fields = new ArrayList<>();
        skipBlanks();
        if (peek() == end) {
            return fields;
        }
        do {
            String name = name();
            skipBlanks();
            if (peek() == ':') {
                position++;
            }
            SparkType type = type(depth + 1);
            boolean nullable = !word("not", "null");
            comment();
            fields.add(new StructSchema.Field(name, type, nullable, JsonObject.EMPTY));
            skipBlanks();
        } while (accept(','));
        return fields;
    }

    private SparkType type(int depth) {
        if (depth > MAX_DEPTH) {
            throw new MalformedException(
                    at.atByte(position), DamageKind.TOO_LARGE, "a type at most " + MAX_DEPTH + " deep", "a deeper one");
        }
        skipBlanks();
        int start = position;
        String word = identifier().toLowerCase(Locale.ROOT);
        skipBlanks();
        if (peek() == '<') {
            position++;
            SparkType nested = nested(word, start, depth);
            expect('>');
            return nested;
        }
        return simple(word, start);
    }

    private SparkType nested(String word, int start, int depth) {
        switch (word) {
            case "array" -> {
                return new SparkType.Array(type(depth + 1), true);
            }
            case "map" -> {
                SparkType key = type(depth + 1);
                expect(',');
                return new SparkType.Map(key, type(depth + 1), true);
            }
            case "struct" -> {
                return new StructSchema(columns(depth, '>'));
            }
            default -> {
                position = start;
                throw malformed("array, map or struct before <");
            }
        }
    }

    private SparkType simple(String word, int start) {
        String name = word;
        if (peek() == '(') {
            int close = text.indexOf(')', position);
            if (close < 0) {
                throw malformed(")");
            }
            name += text.substring(position, close + 1);
            position = close + 1;
        } else if (word.equals("interval")) {
            name += intervalUnits();
        } else if (word.equals("string") && word("collate")) {
            skipBlanks();
            name += " collate " + identifier();
        }
        String spelled = name;
        return TypeNames.typeOf(spelled).orElseThrow(() -> {
            position = start;
            return malformed("a type");
        });
    }

    private String intervalUnits() {
        for (String unit : List.of("year", "month", "day", "hour", "minute", "second")) {
            if (word(unit)) {
                for (String other : List.of("month", "hour", "minute", "second")) {
                    if (word("to", other)) {
                        return " " + unit + " to " + other;
                    }
                }
                return " " + unit;
            }
        }
        return "";
    }

    private void comment() {
        if (!word("comment")) {
            return;
        }
        skipBlanks();
        char quote = peek();
        if (quote != '\'' && quote != '"') {
            throw malformed("a quoted comment");
        }
        int close = text.indexOf(quote, position + 1);
        if (close < 0) {
            throw malformed("the end of the comment");
        }
        position = close + 1;
    }

    private String name() {
        skipBlanks();
        return peek() == '`' ? quotedName() : identifier();
    }

    private String quotedName() {
        StringBuilder name = new StringBuilder();
        position++;
        while (position < text.length()) {
            char c = text.charAt(position++);
            if (c != '`') {
                name.append(c);
            } else if (peek() == '`') {
                name.append('`');
                position++;
            } else {
                return name.toString();
            }
        }
        throw malformed("the closing ` of a name");
    }

    private String identifier() {
        int start = position;
        while (position < text.length() && isNamePart(text.charAt(position))) {
            position++;
        }
        if (start == position) {
            throw malformed("a name");
        }
        return text.substring(start, position);
    }

    /** Whether these words stand here, whatever their case; then they are behind us. */
    private boolean word(String... words) {
        int start = position;
        for (String word : words) {
            skipBlanks();
            int end = position + word.length();
            if (!text.regionMatches(true, position, word, 0, word.length())
                    || (end < text.length() && isNamePart(text.charAt(end)))) {
                position = start;
                return false;
            }
            position = end;
        }
        return true;
    }

    private static boolean isNamePart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c == '.';
    }

    private boolean accept(char c) {
        skipBlanks();
        if (peek() == c) {
            position++;
            return true;
        }
        return false;
    }

    private void expect(char c) {
        if (!accept(c)) {
            throw malformed(Character.toString(c));
        }
    }

    private void skipBlanks() {
        while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
            position++;
        }
    }

    private char peek() {
        return position < text.length() ? text.charAt(position) : '\0';
    }

    private MalformedException malformed(String expected) {
        String rest = text.substring(Math.min(position, text.length()));
        String shown = rest.isEmpty() ? "the end" : rest.length() > 40 ? rest.substring(0, 40) + "..." : rest;
        return new MalformedException(at.atByte(position), DamageKind.MALFORMED, expected, shown);
    }
}
