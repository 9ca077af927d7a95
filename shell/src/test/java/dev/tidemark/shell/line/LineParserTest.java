package dev.tidemark.shell.line;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LineParserTest {
    @Test
    void splitsAtBlanksAndTakesQuotesAway() throws LineException {
        assertThat(LineParser.parse("get  k='a b' \"c \\\" d\" e\\ f").words())
                .containsExactly("get", "k=a b", "c \" d", "e f");
    }

    @Test
    void keepsABackslashBetweenSingleQuotes() throws LineException {
        assertThat(LineParser.parse("cat 'a\\b'").words()).containsExactly("cat", "a\\b");
    }

    @Test
    void leavesThePipeToTheSystem() throws LineException {
        assertThat(LineParser.parse("cat offsets/5 | grep 'a|b' > x"))
                .isEqualTo(
                        new Statement(List.of("cat", "offsets/5"), "grep 'a|b' > x", null, Statement.FileMode.REPLACE));
    }

    @Test
    void sendsTheAnswerToAFile() throws LineException {
        assertThat(LineParser.parse("batches > 'my file'"))
                .isEqualTo(new Statement(List.of("batches"), null, "my file", Statement.FileMode.REPLACE));
        assertThat(LineParser.parse("batches>>log"))
                .isEqualTo(new Statement(List.of("batches"), null, "log", Statement.FileMode.APPEND));
    }

    @Test
    void doesNotTakeAQuotedArrowForARedirection() throws LineException {
        assertThat(LineParser.parse("state rows --where 'k > 5'").words())
                .containsExactly("state", "rows", "--where", "k > 5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "# a comment", "  # a comment | less"})
    void doesNothingForABlankLineOrAComment(String line) throws LineException {
        assertThat(LineParser.parse(line).isEmpty()).isTrue();
    }

    @Test
    void keepsAHashInsideAWord() throws LineException {
        assertThat(LineParser.parse("cat a#b").words()).containsExactly("cat", "a#b");
    }

    @Test
    void saysWhereAQuoteWasOpened() {
        assertThatThrownBy(() -> LineParser.parse("cat 'a"))
                .hasMessage("a quote is opened at character 5 and never closed");
    }

    @Test
    void wantsAFileBehindAnArrowAndACommandBehindAPipe() {
        assertThatThrownBy(() -> LineParser.parse("ls >")).hasMessage("no file behind >");
        assertThatThrownBy(() -> LineParser.parse("ls > >> x")).hasMessage("no file behind >");
        assertThatThrownBy(() -> LineParser.parse("ls | ")).hasMessage("no command of the system behind |");
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "with blank", "it's", "a\"b", "a\\b", "a|b>c", "", "#x"})
    void quotesAWordSoThatItIsReadBack(String word) throws LineException {
        assertThat(LineParser.parse("cat " + LineParser.quoted(word)).words()).containsExactly("cat", word);
    }

    @Test
    void knowsTheUnfinishedWordForCompletion() {
        assertThat(texts("cat off")).containsExactly("cat", "off");
        assertThat(texts("cat off ")).containsExactly("cat", "off", "");
        assertThat(texts("cat 'a b")).containsExactly("cat", "a b");
        assertThat(texts("")).containsExactly("");
    }

    private static List<String> texts(String unfinished) {
        return LineParser.wordsOf(unfinished).stream()
                .map(LineParser.Word::text)
                .toList();
    }
}
