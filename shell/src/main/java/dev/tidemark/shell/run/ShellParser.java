package dev.tidemark.shell.run;

import java.util.List;

import dev.tidemark.shell.line.LineParser;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;

/** Tells JLine where the words of a line are, as {@link LineParser} sees them. */
final class ShellParser implements Parser {
    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
        String before = line.substring(0, Math.min(cursor, line.length()));
        List<LineParser.Word> words = LineParser.wordsOf(before);
        LineParser.Word last = words.get(words.size() - 1);
        return new Words(line, cursor, words, before.length() - last.start());
    }

    private record Words(String line, int cursor, List<LineParser.Word> parsed, int rawCursor)
            implements CompletingParsedLine {
        @Override
        public String word() {
            return parsed.get(parsed.size() - 1).text();
        }

        @Override
        public int wordCursor() {
            return word().length();
        }

        @Override
        public int wordIndex() {
            return parsed.size() - 1;
        }

        @Override
        public List<String> words() {
            return parsed.stream().map(LineParser.Word::text).toList();
        }

        @Override
        public CharSequence escape(CharSequence candidate, boolean complete) {
            return LineParser.quoted(candidate.toString());
        }

        @Override
        public int rawWordCursor() {
            return rawCursor;
        }

        @Override
        public int rawWordLength() {
            return rawCursor;
        }
    }
}
