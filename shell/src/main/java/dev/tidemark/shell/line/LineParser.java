package dev.tidemark.shell.line;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Takes a line apart: words between blanks, {@code 'as it is'}, {@code "with \" and \\"}, {@code \} before a character
 * outside quotes, {@code | system command}, {@code > FILE}, {@code >> FILE}, {@code # comment} at the start of a word.
 */
public final class LineParser {
    private final String line;
    private final List<Word> words = new ArrayList<>();
    private int at;

    private LineParser(String line) {
        this.line = line;
    }

    /**
     * A word with where it stands.
     *
     * @param start of its first character, quotes included
     * @param isOpen whether the line ends inside a quote
     */
    public record Word(String text, int start, boolean isOpen) {}

    /**
     * The whole line.
     *
     * @throws LineException when a quote is not closed, or a redirection names no file
     */
    public static Statement parse(String line) throws LineException {
        LineParser parser = new LineParser(line);
        String rest = parser.readWords();
        List<String> words = new ArrayList<>();
        String file = null;
        Statement.FileMode mode = Statement.FileMode.REPLACE;
        for (int i = 0; i < parser.words.size(); i++) {
            Word word = parser.words.get(i);
            if (word.isOpen()) {
                throw new LineException("a quote is opened at character " + (word.start() + 1) + " and never closed");
            }
            if (!parser.isRedirection(word)) {
                words.add(word.text());
                continue;
            }
            if (i + 1 == parser.words.size() || parser.isRedirection(parser.words.get(i + 1))) {
                throw new LineException("no file behind " + word.text());
            }
            mode = word.text().equals(">>") ? Statement.FileMode.APPEND : Statement.FileMode.REPLACE;
            i++;
            file = parser.words.get(i).text();
        }
        if (rest != null && rest.isBlank()) {
            throw new LineException("no command of the system behind |");
        }
        return new Statement(words, rest == null ? null : rest.strip(), file, mode);
    }

    /** The words of an unfinished line, for completion; a last empty word when it ends in a blank. */
    public static List<Word> wordsOf(String unfinished) {
        LineParser parser = new LineParser(unfinished);
        parser.readWords();
        boolean endsInWord = !parser.words.isEmpty()
                && !unfinished.isEmpty()
                && (parser.words.get(parser.words.size() - 1).isOpen() || !parser.endsInBlank());
        if (!endsInWord) {
            parser.words.add(new Word("", unfinished.length(), false));
        }
        return List.copyOf(parser.words);
    }

    private boolean endsInBlank() {
        int last = line.length() - 1;
        return Character.isWhitespace(line.charAt(last)) && (last == 0 || line.charAt(last - 1) != '\\');
    }

    private boolean isRedirection(Word word) {
        return line.charAt(word.start()) == '>'
                && (word.text().equals(">") || word.text().equals(">>"));
    }

    /** Reads words up to the end, a comment or a pipe; returns what stands behind the pipe, or null. */
    private @Nullable String readWords() {
        while (true) {
            while (at < line.length() && Character.isWhitespace(line.charAt(at))) {
                at++;
            }
            if (at == line.length() || line.charAt(at) == '#') {
                return null;
            }
            if (line.charAt(at) == '|') {
                return line.substring(at + 1);
            }
            words.add(line.charAt(at) == '>' ? redirection() : word());
        }
    }

    private Word redirection() {
        int start = at;
        at += line.startsWith(">>", at) ? 2 : 1;
        return new Word(line.substring(start, at), start, false);
    }

    private Word word() {
        int start = at;
        StringBuilder text = new StringBuilder();
        char quote = 0;
        while (at < line.length()) {
            char c = line.charAt(at);
            if (quote == 0 && (Character.isWhitespace(c) || c == '|' || (c == '>' && at > start))) {
                break;
            }
            at++;
            if (c == quote) {
                quote = 0;
            } else if (quote == 0 && (c == '\'' || c == '"')) {
                quote = c;
            } else if (c == '\\' && quote != '\'' && at < line.length() && isEscaped(quote, line.charAt(at))) {
                text.append(line.charAt(at));
                at++;
            } else {
                text.append(c);
            }
        }
        return new Word(text.toString(), start, quote != 0);
    }

    private static boolean isEscaped(char quote, char next) {
        return quote == 0 || next == '"' || next == '\\';
    }

    /** The word as it has to be typed. */
    public static String quoted(String word) {
        if (word.isEmpty()) {
            return "''";
        }
        boolean isPlain = word.chars()
                .noneMatch(c -> Character.isWhitespace(c)
                        || c == '\''
                        || c == '"'
                        || c == '\\'
                        || c == '|'
                        || c == '>'
                        || c == '#');
        return isPlain ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
