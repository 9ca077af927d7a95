package dev.tidemark.audit;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Reads what an earlier run of an audit wrote, line by line, so that another one can go on behind it. */
public final class AuditLog {
    /** Field names of a line about an item, as written. */
    public static final String ITEM = "item";

    public static final String PATH = "path";
    public static final String VERDICT = "verdict";
    public static final String FINDINGS = "findings";
    public static final String KEYS = "keys";

    private static final String RULE = "rule";
    private static final String SEVERITY = "severity";

    private AuditLog() {}

    /**
     * A line about an item.
     *
     * @param findings rules and severities, as many as there are findings
     */
    public record Entry(AuditItem item, ItemVerdict verdict, List<Counted> findings, ItemKeys keys) {
        public Entry {
            findings = List.copyOf(findings);
        }
    }

    /** What counts of a finding. */
    public record Counted(Severity severity, String rule) {}

    /** Takes entries. */
    @FunctionalInterface
    public interface Sink {
        void accept(Entry entry);
    }

    /**
     * Hands over the lines about items, one at a time.
     *
     * @return how many bytes hold whole lines about items; what follows is a torn line or a summary, and can go
     */
    public static long read(BufferedReader lines, Sink sink) throws IOException {
        long wholeBytes = 0;
        long bytes = 0;
        for (String line = line(lines); line != null; line = line(lines)) {
            bytes += line.getBytes(StandardCharsets.UTF_8).length;
            Optional<Entry> entry = line.endsWith("\n") ? entry(line) : Optional.empty();
            if (entry.isPresent()) {
                sink.accept(entry.get());
                wholeBytes = bytes;
            }
        }
        return wholeBytes;
    }

    /** A line with its end, so that a torn one can be told; null at the end. */
    private static @Nullable String line(BufferedReader lines) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = lines.read(); c >= 0; c = lines.read()) {
            line.append((char) c);
            if (c == '\n') {
                break;
            }
        }
        return line.isEmpty() ? null : line.toString();
    }

    /** The entry in a line; empty when it is about no item. */
    static Optional<Entry> entry(String line) {
        JsonObject object =
                JsonParser.parseObject(Location.of("line"), line).value().orElse(JsonObject.EMPTY);
        Optional<ItemKind> kind = object.text(ITEM).flatMap(ItemKind::spelled);
        Optional<ItemVerdict> verdict = object.text(VERDICT).flatMap(ItemVerdict::spelled);
        Optional<String> path = object.text(PATH);
        if (kind.isEmpty() || verdict.isEmpty() || path.isEmpty()) {
            return Optional.empty();
        }
        List<Counted> findings = object.array(FINDINGS).map(JsonArray::items).orElse(List.of()).stream()
                .flatMap(value -> counted(value).stream())
                .toList();
        return Optional.of(new Entry(
                new AuditItem(kind.get(), path.get()),
                verdict.get(),
                findings,
                ItemKeys.of(object.object(KEYS).orElse(JsonObject.EMPTY))));
    }

    private static Optional<Counted> counted(JsonValue value) {
        if (value instanceof JsonObject finding) {
            Optional<Severity> severity = finding.text(SEVERITY).flatMap(AuditLog::severity);
            return severity.map(found -> new Counted(found, finding.text(RULE).orElse("")));
        }
        return Optional.empty();
    }

    private static Optional<Severity> severity(String text) {
        for (Severity severity : Severity.values()) {
            if (severity.name().equalsIgnoreCase(text)) {
                return Optional.of(severity);
            }
        }
        return Optional.empty();
    }
}
