package dev.tidemark.render;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;

import dev.tidemark.format.json.JsonObject;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class TableTextTest {
    private static final Block.Table WIDE = new Block.Table(
            List.of("key", "value", "n"),
            List.of(
                    List.of(Cell.text("spark.sql.shuffle.partitions"), Cell.text("2"), Cell.count(1)),
                    List.of(
                            Cell.text("provider"),
                            Cell.text("org.apache.spark.sql.execution.streaming.state.HDFSBackedStateStoreProvider"),
                            Cell.count(22))));

    @Test
    void keepsALineForEachRowInFilesAndPipes() throws IOException {
        assertThat(lines(WIDE, 40, TextRenderer.Tables.WHOLE)).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 100})
    void wrapsTheWidestCellsOnATerminal(int columns) throws IOException {
        List<String> lines = lines(WIDE, columns, TextRenderer.Tables.FITTED);

        assertThat(lines).allMatch(line -> line.length() <= columns);
        assertThat(lines.get(0)).startsWith("  key").endsWith("n");
        assertThat(lines.get(1)).contains("spark.sql.shuffle.partitions").endsWith(" 1");
        assertThat(lines.stream().skip(2).map(String::strip).reduce("", String::concat))
                .contains("HDFSBackedStateStoreProvider".substring(0, 10));
    }

    @Test
    void losesNothingOfACellThatItWraps() {
        String name = "org.apache.spark.sql.execution.streaming.state.HDFSBackedStateStoreProvider";

        assertThat(String.join("", TableText.wrap(name, 20))).isEqualTo(name);
        assertThat(TableText.wrap(name, 20)).allMatch(line -> line.length() <= 20);
        assertThat(TableText.wrap("two words and more of them", 10))
                .containsExactly("two words", "and more", "of them");
    }

    @Test
    void turnsRowsIntoLabelsAndValuesWhereColumnsAreTooMany() throws IOException {
        Block.Table many = new Block.Table(
                List.of("first", "second", "third", "fourth", "fifth"),
                List.of(List.of(
                        Cell.text("a".repeat(30)),
                        Cell.text("b".repeat(30)),
                        Cell.text("c".repeat(30)),
                        Cell.text("d".repeat(30)),
                        Cell.text("e"))));

        List<String> lines = lines(many, 40, TextRenderer.Tables.FITTED);

        assertThat(lines).first().asString().startsWith("  first   aaaa");
        assertThat(lines).last().isEqualTo("  fifth   e");
        assertThat(lines).allMatch(line -> line.length() <= 40);
    }

    private static List<String> lines(Block block, int columns, TextRenderer.Tables tables) throws IOException {
        StringWriter text = new StringWriter();
        new TextRenderer(Palette.PLAIN, columns, tables)
                .render(new Report("x", Outcome.FINE, List.of(block), JsonObject.EMPTY), text);
        return text.toString().lines().toList();
    }
}
