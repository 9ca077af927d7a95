package dev.tidemark.render;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;

/**
 * A report as one HTML file that needs nothing besides: no network, no script. It is well-formed XML too. Headings divide it
 * into sections, figures are drawn inline and have their values as a table below.
 */
public final class HtmlRenderer implements Renderer {
    private static final int DRAWING_COLUMNS = 100;

    /** Rows of a table that are written; a page of more is no page. */
    private static final int MOST_ROWS = 2_000;

    private final String productVersion;

    public HtmlRenderer(String productVersion) {
        this.productVersion = productVersion;
    }

    /** What the report is about: its place, when it has one. */
    private static String subject(Report report) {
        return report.document().text("location").orElse("Report");
    }

    /** Blocks below one heading. */
    private record Section(String id, String title, List<Block> blocks) {}

    @Override
    public void render(Report report, Writer to) throws IOException {
        Markup out = new Markup(to);
        List<Section> sections = sections(report);
        out.raw("<!DOCTYPE html>\n")
                .open("html", "lang", "en", "xmlns", "http://www.w3.org/1999/xhtml")
                .line();
        head(out, report);
        out.open("body").line();
        header(out, report, sections);
        out.open("main", "id", "content").line();
        for (Section section : sections) {
            section(out, section);
        }
        out.close("main").line();
        out.open("footer")
                .open("p")
                .text("Made by tidemark " + productVersion
                        + " from the files alone; nothing was changed. Times are UTC.");
        out.close("p").close("footer").line();
        out.close("body").line().close("html").line();
    }

    private static List<Section> sections(Report report) {
        List<Section> sections = new ArrayList<>();
        String title = "Verdict";
        List<Block> blocks = new ArrayList<>();
        for (Block block : report.blocks()) {
            if (block instanceof Block.Heading heading) {
                close(sections, title, blocks);
                title = heading.text();
                blocks = new ArrayList<>();
            } else {
                blocks.add(block);
            }
        }
        close(sections, title, blocks);
        return sections;
    }

    private static void close(List<Section> sections, String title, List<Block> blocks) {
        if (!blocks.isEmpty()) {
            sections.add(new Section("s" + (sections.size() + 1), title, blocks));
        }
    }

    private void head(Markup out, Report report) throws IOException {
        out.open("head").line();
        out.empty("meta", "charset", "utf-8").line();
        out.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
                .line();
        out.empty(
                        "meta",
                        "http-equiv",
                        "Content-Security-Policy",
                        "content",
                        "default-src 'none'; style-src 'unsafe-inline'")
                .line();
        out.empty("meta", "name", "color-scheme", "content", "light dark").line();
        out.element("title", subject(report) + " \u2013 tidemark " + report.command())
                .line();
        out.open("style").line().raw(stylesheet()).close("style").line();
        out.close("head").line();
    }

    private void header(Markup out, Report report, List<Section> sections) throws IOException {
        out.element("a", "Skip to the report", "href", "#content", "class", "skip")
                .line();
        out.open("header", "class", "top").line();
        out.open("p", "class", "mark-name");
        out.raw(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\" aria-hidden=\"true\" focusable=\"false\">"
                        + "<path d=\"M2 9c3.3 0 3.3 3 6.7 3s3.3-3 6.6-3 3.4 3 6.7 3M2 15c3.3 0 3.3 3 6.7 3s3.3-3 6.6-3 3.4 3 6.7 3\""
                        + " fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" stroke-linecap=\"round\" /></svg>");
        out.text("tidemark " + report.command()).close("p").line();
        out.element("h1", subject(report)).line();
        if (sections.size() > 2) {
            out.open("nav", "aria-label", "Sections").open("ul");
            for (Section section : sections) {
                out.open("li")
                        .element("a", section.title(), "href", "#" + section.id())
                        .close("li");
            }
            out.close("ul").close("nav").line();
        }
        out.close("header").line();
    }

    private static void section(Markup out, Section section) throws IOException {
        out.open("section", "aria-labelledby", section.id()).line();
        out.element("h2", section.title(), "id", section.id()).line();
        int figures = 0;
        for (Block block : section.blocks()) {
            if (block instanceof Block.Figure figure) {
                figures++;
                figure(out, figure, section.id() + "-f" + figures);
            } else {
                block(out, block);
            }
            out.line();
        }
        out.close("section").line();
    }

    private static void block(Markup out, Block block) throws IOException {
        if (block instanceof Block.Verdict verdict) {
            verdict(out, verdict);
        } else if (block instanceof Block.Facts facts) {
            facts(out, facts);
        } else if (block instanceof Block.Table table) {
            table(out, table, "");
        } else if (block instanceof Block.Alert alert) {
            alert(out, alert);
        } else if (block instanceof Block.Note note) {
            out.element("p", note.text(), "class", "note " + SvgDrawing.css(note.tone()));
        } else if (block instanceof Block.Listing listing) {
            lines(out, listing.lines());
        } else if (block instanceof Block.Chart chart) {
            lines(out, new ChartText(Glyphs.UNICODE, DRAWING_COLUMNS).lines(chart));
        } else if (block instanceof Block.Bars bars) {
            lines(out, new ChartText(Glyphs.UNICODE, DRAWING_COLUMNS).lines(bars));
        }
    }

    private static void lines(Markup out, List<String> lines) throws IOException {
        out.open("pre");
        for (String line : lines) {
            out.text(line).line();
        }
        out.close("pre");
    }

    private static void verdict(Markup out, Block.Verdict verdict) throws IOException {
        out.open("div", "class", "verdict " + SvgDrawing.css(verdict.tone()));
        out.open("p", "class", "headline");
        badge(out, verdict.tone());
        out.text(verdict.headline()).close("p");
        labelled(out, "Why", verdict.reason());
        labelled(out, "Do", verdict.remedy());
        out.close("div");
    }

    private static void alert(Markup out, Block.Alert alert) throws IOException {
        out.open("article", "class", "alert " + SvgDrawing.css(alert.tone()));
        out.open("h3");
        badge(out, alert.tone());
        out.element("span", alert.label(), "class", "label");
        out.text(" " + alert.summary()).close("h3");
        labelled(out, "At", alert.where());
        labelled(out, "Then", alert.consequence());
        labelled(out, "Do", alert.remedy());
        out.close("article");
    }

    private static void labelled(Markup out, String label, String text) throws IOException {
        if (!text.isEmpty()) {
            out.open("p", "class", "labelled")
                    .element("b", label)
                    .text(" " + text)
                    .close("p");
        }
    }

    /** A sign and a word: colour alone says nothing. */
    private static void badge(Markup out, Tone tone) throws IOException {
        String sign = switch (tone) {
            case GOOD -> "\u2713";
            case WARN -> "!";
            case BAD -> "\u2715";
            case UNKNOWN -> "?";
            case PLAIN, FAINT -> "i";
        };
        String word = switch (tone) {
            case GOOD -> "well";
            case WARN -> "warning";
            case BAD -> "wrong";
            case UNKNOWN -> "unknown";
            case PLAIN, FAINT -> "note";
        };
        out.open("span", "class", "badge");
        out.element("span", sign, "aria-hidden", "true");
        out.element("span", word + ": ", "class", "only-spoken");
        out.close("span");
    }

    private static void facts(Markup out, Block.Facts facts) throws IOException {
        out.open("dl");
        for (Block.Fact fact : facts.facts()) {
            out.open("div").element("dt", fact.label());
            out.element(
                    "dd",
                    TextRenderer.textOf(fact.value()),
                    "class",
                    SvgDrawing.css(fact.value().tone()));
            out.close("div");
        }
        out.close("dl");
    }

    private static void figure(Markup out, Block.Figure figure, String id) throws IOException {
        out.open("figure", "id", id).line();
        out.open("figcaption").element("h3", figure.title()).element("p", figure.description());
        out.close("figcaption").line();
        out.open("div", "class", "paper");
        new SvgDrawing(out, id, figure.title(), figure.description()).draw(figure.drawing());
        out.close("div").line();
        out.open("details").element("summary", "The same as a table").line();
        table(out, figure.data(), figure.title());
        out.close("details").line().close("figure");
    }

    private static void table(Markup out, Block.Table table, String caption) throws IOException {
        out.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", tableName(table, caption));
        out.open("table");
        if (!caption.isEmpty()) {
            out.element("caption", caption, "class", "only-spoken");
        }
        out.open("thead").open("tr");
        List<Cell> first = table.rows().isEmpty() ? List.of() : table.rows().get(0);
        for (int c = 0; c < table.columns().size(); c++) {
            boolean isNumber = c < first.size() && isNumber(first.get(c));
            out.element("th", table.columns().get(c), "scope", "col", "class", isNumber ? "number" : "words");
        }
        out.close("tr").close("thead").open("tbody").line();
        for (List<Cell> row :
                table.rows().subList(0, Math.min(MOST_ROWS, table.rows().size()))) {
            out.open("tr");
            for (Cell cell : row) {
                out.element("td", TextRenderer.textOf(cell), "class", css(cell));
            }
            out.close("tr").line();
        }
        out.close("tbody").close("table");
        if (table.rows().size() > MOST_ROWS) {
            out.element("p", (table.rows().size() - MOST_ROWS) + " more rows; --format json has them all");
        }
        out.close("div");
    }

    private static String tableName(Block.Table table, String caption) {
        return caption.isEmpty() ? "Table of " + String.join(", ", table.columns()) : caption + ", as a table";
    }

    private static String css(Cell cell) {
        return SvgDrawing.css(cell.tone()) + (isNumber(cell) ? " number" : "");
    }

    private static boolean isNumber(Cell cell) {
        return cell instanceof Cell.Count || cell instanceof Cell.Bytes || cell instanceof Cell.Duration;
    }

    private static String stylesheet() {
        try (InputStream in = HtmlRenderer.class.getResourceAsStream("report.css")) {
            if (in == null) {
                throw new IllegalStateException("the product lacks its style sheet");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
