package dev.tidemark.render;

import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

import dev.tidemark.format.json.JsonObject;
import dev.tidemark.report.Block;
import dev.tidemark.report.Block.Axis;
import dev.tidemark.report.Block.Bar;
import dev.tidemark.report.Block.Point;
import dev.tidemark.report.Block.Unit;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ChartTextTest {
    private static final Axis BATCH = new Axis("batch", Unit.NUMBER);
    private static final Axis ROWS = new Axis("rows", Unit.NUMBER);

    @Test
    void drawsALineFromItsFirstToItsLastPoint() {
        List<String> lines = lines(Glyphs.ASCII, 40, chart(new Point(0, 0), new Point(9, 90)));

        assertThat(lines.get(0)).isEqualTo("Rows by batch");
        assertThat(lines.get(1)).isEqualTo("  rows");
        assertThat(lines.get(2)).startsWith("  90 |").endsWith("*");
        assertThat(lines.get(11)).startsWith("   0 |*");
        assertThat(lines.get(12)).matches(" +\\+-+");
        assertThat(lines.get(13)).contains(" 0 ").contains("batch").endsWith("9");
    }

    @Test
    void saysTheSameWithoutUnicodeAndWithoutColour() {
        Block.Chart chart = chart(new Point(0, 3), new Point(1, 5), new Point(2, 4));

        assertThat(String.join("\n", lines(Glyphs.ASCII, 80, chart)))
                .matches("(?s)[\\x20-\\x7e\\n]*")
                .contains("5 |", "3 |");
        assertThat(String.join("\n", lines(Glyphs.UNICODE, 80, chart))).contains("5 \u2524", "3 \u2524");
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 60, 80, 100, 200})
    void fitsTheWidth(int columns) {
        List<Point> points = new ArrayList<>();
        LongStream.range(0, 100_000).forEach(i -> points.add(new Point(i, i % 977 * 1e9)));
        Block.Chart chart = new Block.Chart("t", new Axis("batch", Unit.NUMBER), new Axis("up", Unit.NUMBER), points);

        assertThat(lines(Glyphs.UNICODE, columns, chart)).allMatch(line -> line.length() <= columns);
    }

    @ParameterizedTest
    @EnumSource(Glyphs.class)
    void drawsOnePointAndAFlatLine(Glyphs glyphs) {
        assertThat(lines(glyphs, 80, chart(new Point(7, 7)))).hasSize(14);
        assertThat(lines(glyphs, 80, chart(new Point(0, 7), new Point(1, 7)))).hasSize(14);
        assertThat(lines(glyphs, 80, chart())).containsExactly("Rows by batch", "  nothing to draw");
    }

    @ParameterizedTest
    @EnumSource(Glyphs.class)
    void drawsWhatNoQueryEverWrote(Glyphs glyphs) {
        Block.Chart chart = new Block.Chart(
                "t\u001b[2J",
                new Axis("\u001b]0;x\u0007", Unit.INSTANT),
                new Axis("up", Unit.INSTANT),
                List.of(new Point(Long.MIN_VALUE, Long.MAX_VALUE), new Point(Long.MAX_VALUE, Long.MIN_VALUE)));

        assertThat(String.join("\n", lines(glyphs, 80, chart))).doesNotContain("\u001b", "\u0007");
    }

    @Test
    void makesTheLongestBarAsLongAsThereIsRoom() {
        List<String> lines = lines(
                Glyphs.ASCII,
                40,
                new Block.Bars(
                        "Rows",
                        List.of(
                                new Bar("partition 0", Cell.count(10), 10),
                                new Bar("partition 1", Cell.count(5), 5),
                                new Bar("partition 2", Cell.count(0), 0))));

        assertThat(lines)
                .containsExactly(
                        "Rows",
                        "  partition 0  10  " + "#".repeat(21),
                        "  partition 1   5  " + "#".repeat(11),
                        "  partition 2   0");
    }

    private static Block.Chart chart(Point... points) {
        return new Block.Chart("Rows by batch", BATCH, ROWS, List.of(points));
    }

    private static List<String> lines(Glyphs glyphs, int columns, Block block) {
        StringWriter text = new StringWriter();
        try {
            new TextRenderer(Palette.PLAIN, columns, TextRenderer.Tables.FITTED, glyphs)
                    .render(new Report("plot", Outcome.FINE, List.of(block), JsonObject.EMPTY), text);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        return text.toString().lines().toList();
    }
}
