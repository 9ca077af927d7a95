package dev.tidemark.render;

import java.io.IOException;
import java.io.Writer;
import java.util.regex.Pattern;

import dev.tidemark.report.Block;
import dev.tidemark.report.Concern;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;

/**
 * Findings as annotations of a GitHub workflow: lines that the runner reads from a step's output. What a baseline accepts
 * is not annotated. The verdict stands last, as an annotation when it could not be told, else as plain text.
 */
public final class GithubRenderer implements Renderer {
    /** What a runner does not take for part of a path. */
    private static final Pattern LOCAL = Pattern.compile("^file:(//(?=/))?");

    @Override
    public void render(Report report, Writer to) throws IOException {
        for (Concern concern : report.concerns()) {
            if (concern.standing() != Concern.Standing.MUTED) {
                to.write(annotation(concern));
            }
        }
        String verdict = report.verdict()
                .map(GithubRenderer::text)
                .orElse(report.outcome().name());
        boolean isUnknown = report.outcome() == Outcome.UNKNOWN;
        to.write((isUnknown
                        ? "::error title=" + property("tidemark " + report.command()) + "::" + message(verdict)
                        : plain(verdict))
                + "\n");
    }

    private static String annotation(Concern concern) {
        String command = switch (concern.level()) {
            case INFO -> "notice";
            case WARNING -> "warning";
            case ERROR, FATAL -> "error";
        };
        StringBuilder line = new StringBuilder("::" + command + " ");
        if (!concern.spots().isEmpty()) {
            Concern.Spot spot = concern.spots().get(0);
            line.append("file=")
                    .append(property(LOCAL.matcher(spot.wholePath()).replaceFirst("")))
                    .append(',');
            if (spot.line() > 0) {
                line.append("line=").append(spot.line()).append(',');
            }
        }
        return line.append("title=")
                .append(property(concern.rule().id() + " " + concern.level()))
                .append("::")
                .append(message(concern.words().sentences()))
                .append('\n')
                .toString();
    }

    private static String text(Block.Verdict verdict) {
        return verdict.reason().isEmpty() ? verdict.headline() : verdict.headline() + " (" + verdict.reason() + ")";
    }

    /** A line of text that the runner does not take for a command. */
    private static String plain(String text) {
        String printable = Printable.of(text);
        return printable.stripLeading().startsWith("::") || printable.startsWith("##[")
                ? "verdict: " + printable
                : printable;
    }

    private static String message(String text) {
        return Printable.of(text).replace("%", "%25");
    }

    private static String property(String value) {
        return message(value).replace(":", "%3A").replace(",", "%2C");
    }
}
