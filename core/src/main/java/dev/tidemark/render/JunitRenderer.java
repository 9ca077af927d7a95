package dev.tidemark.render;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;

import dev.tidemark.report.Block;
import dev.tidemark.report.Concern;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;

/**
 * Findings as JUnit XML, a test case each, behind one for the verdict: what counts is a failure, what a baseline accepts
 * is skipped, the rest passes with its words in {@code system-out}. An unknown verdict is an error.
 */
public final class JunitRenderer implements Renderer {
    @Override
    public void render(Report report, Writer to) throws IOException {
        List<Concern> concerns = report.concerns();
        long failures = count(concerns, Concern.Standing.COUNTS);
        boolean isUnknown = report.outcome() == Outcome.UNKNOWN;
        boolean failsAlone = report.outcome() == Outcome.WRONG && failures == 0;
        String counts = " tests=\"" + (concerns.size() + 1) + "\" failures=\"" + (failures + (failsAlone ? 1 : 0))
                + "\" errors=\"" + (isUnknown ? 1 : 0) + "\" skipped=\"" + count(concerns, Concern.Standing.MUTED)
                + "\"";
        String suite = "tidemark " + report.command();
        to.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        to.write("<testsuites name=\"" + attribute(suite) + "\"" + counts + ">\n");
        to.write("  <testsuite name=\"" + attribute(suite) + "\"" + counts + ">\n");
        writeVerdict(report, suite, failsAlone, to);
        for (Concern concern : concerns) {
            writeCase(concern, suite, to);
        }
        to.write("  </testsuite>\n</testsuites>\n");
    }

    private static void writeVerdict(Report report, String suite, boolean failsAlone, Writer to) throws IOException {
        String headline = report.verdict().map(Block.Verdict::headline).orElse("no verdict");
        String reason = report.verdict().map(Block.Verdict::reason).orElse("");
        to.write("    <testcase classname=\"" + attribute(suite) + "\" name=\"verdict\">\n");
        String element = report.outcome() == Outcome.UNKNOWN ? "error" : failsAlone ? "failure" : "system-out";
        if (element.equals("system-out")) {
            to.write("      <system-out>" + text(joined(headline, reason)) + "</system-out>\n");
        } else {
            to.write("      <" + element + " type=\"" + report.outcome().name().toLowerCase(Locale.ROOT)
                    + "\" message=\"" + attribute(headline) + "\">" + text(reason) + "</" + element + ">\n");
        }
        to.write("    </testcase>\n");
    }

    private static void writeCase(Concern concern, String suite, Writer to) throws IOException {
        to.write("    <testcase classname=\"" + attribute(suite) + "\" name=\""
                + attribute(concern.rule().id() + " " + concern.words().subject()) + "\">\n");
        String all = text(lines(concern));
        switch (concern.standing()) {
            case COUNTS ->
                to.write("      <failure type=\"" + concern.level().name().toLowerCase(Locale.ROOT) + "\" message=\""
                        + attribute(concern.words().summary()) + "\">" + all + "</failure>\n");
            case MUTED -> {
                to.write("      <skipped message=\"accepted by the baseline\"/>\n");
                to.write("      <system-out>" + all + "</system-out>\n");
            }
            case NOTED -> to.write("      <system-out>" + all + "</system-out>\n");
        }
        to.write("    </testcase>\n");
    }

    private static String lines(Concern concern) {
        StringBuilder lines =
                new StringBuilder(concern.level() + " " + concern.words().summary());
        for (Concern.Spot spot : concern.spots()) {
            lines.append("\nat ").append(spot.wholePath()).append(spot.line() > 0 ? ":" + spot.line() : "");
        }
        append(lines, "then", concern.words().consequence());
        append(lines, "do", concern.words().remedy());
        return lines.toString();
    }

    private static void append(StringBuilder lines, String label, String sentence) {
        if (!sentence.isEmpty()) {
            lines.append('\n').append(label).append(' ').append(sentence);
        }
    }

    private static String joined(String headline, String reason) {
        return reason.isEmpty() ? headline : headline + "\n" + reason;
    }

    private static long count(List<Concern> concerns, Concern.Standing standing) {
        return concerns.stream()
                .filter(concern -> concern.standing() == standing)
                .count();
    }

    private static String attribute(String value) {
        return escaped(Printable.of(value)).replace("\"", "&quot;");
    }

    private static String text(String value) {
        StringBuilder safe = new StringBuilder();
        for (String line : value.split("\n", -1)) {
            safe.append(safe.length() == 0 ? "" : "\n").append(escaped(Printable.of(line)));
        }
        return safe.toString();
    }

    /** Printable text holds no control characters, but the two code points that no XML may hold. */
    private static String escaped(String printable) {
        return printable
                .replace("\ufffe", "\\ufffe")
                .replace("\uffff", "\\uffff")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
    }
}
