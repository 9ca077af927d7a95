package dev.tidemark.render;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;

import dev.tidemark.format.json.JsonObject;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Drawing;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

import static org.assertj.core.api.Assertions.assertThat;

class HtmlRendererTest {
    private static final String HOSTILE =
            "</title><script>alert(1)</script>\"'&\u202e\u001b[31m\u0000\ufffe]]><img src=http://evil/x onerror=alert(1)>";

    @Test
    void isWellFormedWhateverTheEvidenceSays() throws Exception {
        Document page = parse(html(everyBlock(HOSTILE), HOSTILE));

        assertThat(page.getDocumentElement().getAttribute("lang")).isEqualTo("en");
        assertThat(page.getElementsByTagName("script").getLength()).isZero();
        assertThat(page.getElementsByTagName("img").getLength()).isZero();
        assertThat(page.getElementsByTagName("title").item(0).getTextContent()).contains("</title><script>");
    }

    @Test
    void shownTextHoldsNothingThatATerminalOrALayoutWouldObey() throws IOException {
        assertThat(html(everyBlock(HOSTILE), HOSTILE)).doesNotContain("\u202e", "\u001b", "\u0000");
    }

    @Test
    void asksNothingOfANetwork() throws Exception {
        String html = html(everyBlock("plain"));

        assertThat(html).doesNotContain("src=", "@import", "url(", "<link", "<iframe", "<object");
        assertThat(html.replace("http://www.w3.org/2000/svg", "").replace("http://www.w3.org/1999/xhtml", ""))
                .doesNotContain("http:", "https:", "//fonts");
        NodeList links = parse(html).getElementsByTagName("a");
        for (int i = 0; i < links.getLength(); i++) {
            assertThat(links.item(i).getAttributes().getNamedItem("href").getTextContent())
                    .startsWith("#");
        }
        assertThat(html).contains("default-src 'none'".replace("'", "&#39;"));
    }

    @Test
    void everyDrawingHasANameWordsAndATable() throws Exception {
        Document page = parse(html(everyBlock("plain")));

        NodeList drawings = page.getElementsByTagName("svg");
        int named = 0;
        for (int i = 0; i < drawings.getLength(); i++) {
            org.w3c.dom.Element drawing = (org.w3c.dom.Element) drawings.item(i);
            if (drawing.hasAttribute("role")) {
                named++;
                assertThat(drawing.getAttribute("role")).isEqualTo("img");
                assertThat(drawing.getElementsByTagName("title").item(0).getTextContent())
                        .isNotBlank();
                assertThat(drawing.getElementsByTagName("desc").item(0).getTextContent())
                        .isNotBlank();
            } else {
                assertThat(drawing.getAttribute("aria-hidden")).isEqualTo("true");
            }
        }
        assertThat(named).isEqualTo(3);
        assertThat(page.getElementsByTagName("figure").getLength()).isEqualTo(3);
        assertThat(page.getElementsByTagName("details").getLength()).isEqualTo(3);
    }

    @Test
    void everyIdStandsOnceAndEveryLinkLeadsSomewhere() throws Exception {
        Document page = parse(html(everyBlock("plain")));
        NodeList all = page.getElementsByTagName("*");
        List<String> ids = IntStream.range(0, all.getLength())
                .mapToObj(i -> ((org.w3c.dom.Element) all.item(i)).getAttribute("id"))
                .filter(id -> !id.isEmpty())
                .toList();

        assertThat(ids).doesNotHaveDuplicates();
        NodeList links = page.getElementsByTagName("a");
        for (int i = 0; i < links.getLength(); i++) {
            assertThat(ids)
                    .contains(((org.w3c.dom.Element) links.item(i))
                            .getAttribute("href")
                            .substring(1));
        }
    }

    @Test
    void headersOfTablesAreHeaders() throws Exception {
        NodeList headers = parse(html(everyBlock("plain"))).getElementsByTagName("th");

        assertThat(headers.getLength()).isPositive();
        for (int i = 0; i < headers.getLength(); i++) {
            org.w3c.dom.Element header = (org.w3c.dom.Element) headers.item(i);
            assertThat(header.getAttribute("scope")).isEqualTo("col");
            assertThat(header.getTextContent()).isNotBlank();
        }
    }

    @Test
    void drawsWhatHasNoExtentAndWhatIsHuge() throws Exception {
        Drawing.Curves point =
                new Drawing.Curves("batch", Drawing.Unit.INSTANT, List.of(curve(new Drawing.Point(3, 5))));
        Drawing.Curves huge = new Drawing.Curves(
                "batch",
                Drawing.Unit.INSTANT,
                List.of(curve(
                        new Drawing.Point(0, Long.MIN_VALUE), new Drawing.Point(Long.MAX_VALUE, Long.MAX_VALUE))));
        Drawing.Curves none = new Drawing.Curves("batch", Drawing.Unit.COUNT, List.of());
        for (Drawing drawing : List.of(point, huge, none, new Drawing.Bars(Drawing.Unit.BYTES, List.of()))) {
            String html = html(List.of(figure("f", drawing)));

            parse(html);
            assertThat(html).doesNotContain("NaN", "Infinity");
        }
    }

    private static Drawing.Curve curve(Drawing.Point... points) {
        return new Drawing.Curve("curve", List.of(points));
    }

    private static List<Block> everyBlock(String text) {
        Drawing.Lanes lanes = new Drawing.Lanes(
                text,
                List.of(1L, 2L),
                List.of(new Drawing.Lane(
                        text,
                        List.of(
                                new Drawing.Mark(1, Drawing.Shape.CROSS, Tone.BAD, text),
                                new Drawing.Mark(2, Drawing.Shape.HOLLOW, Tone.WARN, text),
                                new Drawing.Mark(9, Drawing.Shape.GAP, Tone.FAINT, text)))));
        Drawing.Curves curves = new Drawing.Curves(
                text,
                Drawing.Unit.DURATION,
                List.of(new Drawing.Curve(text, List.of(new Drawing.Point(1, 10), new Drawing.Point(2, 30)))));
        Drawing.Bars bars = new Drawing.Bars(Drawing.Unit.COUNT, List.of(new Drawing.Bar(text, 5, Tone.PLAIN)));
        return List.of(
                new Block.Verdict(Tone.BAD, text, text, text),
                new Block.Alert(Tone.WARN, text, text, text, text, text),
                new Block.Heading(text),
                new Block.Facts(List.of(new Block.Fact(text, Cell.text(text)))),
                new Block.Table(List.of(text, "count"), List.of(List.of(Cell.text(text), Cell.count(3)))),
                new Block.Note(Tone.UNKNOWN, text),
                new Block.Listing(List.of(text)),
                new Block.Heading("Figures"),
                figure(text, lanes),
                figure(text, curves),
                figure(text, bars));
    }

    private static Block figure(String text, Drawing drawing) {
        return new Block.Figure(text, text, drawing, new Block.Table(List.of(text), List.of(List.of(Cell.count(1)))));
    }

    private static String html(List<Block> blocks) throws IOException {
        return html(blocks, "file:/lake/ckpt");
    }

    private static String html(List<Block> blocks, String location) throws IOException {
        StringWriter text = new StringWriter();
        JsonObject document = JsonObject.builder().put("location", location).build();
        new HtmlRenderer("1.0").render(new Report("diagnose", Outcome.FINE, blocks, document), text);
        return text.toString();
    }

    /** Parses as XML, which forgives nothing. */
    private static Document parse(String html) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(html)));
    }
}
