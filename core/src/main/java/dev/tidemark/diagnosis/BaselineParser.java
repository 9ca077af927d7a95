package dev.tidemark.diagnosis;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;

/** Reads and writes a {@link Baseline} as JSON. A file that is not wholly understood accepts nothing. */
public final class BaselineParser {
    private static final String ENTRIES = "entries";
    private static final String FINGERPRINT = "fingerprint";
    private static final String SEVERITY = "severity";
    private static final String SUMMARY = "summary";
    private static final String EXPIRES = "expires";
    private static final String REASON = "reason";

    private BaselineParser() {}

    /** Reads the text of a baseline file. */
    public static Parsed<Baseline> parse(Location at, String text) {
        Parsed<JsonValue> json = JsonParser.parse(at, text);
        if (json.damage().isPresent()) {
            return Parsed.damaged(json.damage().get());
        }
        JsonValue root = json.value().orElseThrow();
        Optional<JsonArray> entries = root instanceof JsonObject object ? object.array(ENTRIES) : Optional.empty();
        if (entries.isEmpty()) {
            return Parsed.damaged(malformed(at, "an object with an array of " + ENTRIES, "none"));
        }
        List<Baseline.Entry> read = new ArrayList<>();
        for (JsonValue value : entries.get().items()) {
            String where = ENTRIES + "[" + read.size() + "]";
            if (!(value instanceof JsonObject entry)) {
                return Parsed.damaged(malformed(at, where + " to be an object", "something else"));
            }
            Optional<String> fault = fault(entry);
            if (fault.isPresent()) {
                return Parsed.damaged(malformed(at, where + " with " + fault.get(), entry.toString()));
            }
            read.add(entry(entry));
        }
        return Parsed.intact(new Baseline(read));
    }

    /** The file that reads back as this baseline, without a header. */
    public static JsonObject document(Baseline baseline) {
        return JsonObject.builder()
                .put(
                        ENTRIES,
                        JsonArray.of(
                                baseline.entries(),
                                entry -> JsonObject.builder()
                                        .put(FINGERPRINT, entry.fingerprint())
                                        .put(SEVERITY, entry.severity().name().toLowerCase(Locale.ROOT))
                                        .put(SUMMARY, entry.summary())
                                        .put(
                                                EXPIRES,
                                                entry.lastDay() == null
                                                        ? null
                                                        : entry.lastDay().toString())
                                        .put(REASON, entry.reason())
                                        .build()))
                .build();
    }

    private static Optional<String> fault(JsonObject entry) {
        if (entry.text(FINGERPRINT).isEmpty()) {
            return Optional.of("a " + FINGERPRINT);
        }
        if (severity(entry).isEmpty()) {
            return Optional.of("a " + SEVERITY + " of info, warning or error (nothing fatal can be accepted)");
        }
        Optional<JsonValue> expires =
                entry.find(EXPIRES).filter(value -> !(value instanceof dev.tidemark.format.json.JsonNull));
        if (expires.isPresent() && day(expires.get()).isEmpty()) {
            return Optional.of(EXPIRES + " as a day such as 2030-12-31");
        }
        return Optional.empty();
    }

    private static Baseline.Entry entry(JsonObject entry) {
        return new Baseline.Entry(
                entry.text(FINGERPRINT).orElseThrow(),
                severity(entry).orElseThrow(),
                entry.text(SUMMARY).orElse(""),
                entry.find(EXPIRES).flatMap(BaselineParser::day).orElse(null),
                entry.text(REASON).orElse(null));
    }

    private static Optional<Severity> severity(JsonObject entry) {
        return entry.text(SEVERITY).flatMap(name -> switch (name) {
            case "info" -> Optional.of(Severity.INFO);
            case "warning" -> Optional.of(Severity.WARNING);
            case "error" -> Optional.of(Severity.ERROR);
            default -> Optional.empty();
        });
    }

    private static Optional<LocalDate> day(JsonValue value) {
        try {
            return value instanceof JsonText text ? Optional.of(LocalDate.parse(text.value())) : Optional.empty();
        } catch (DateTimeException noDay) {
            return Optional.empty();
        }
    }

    private static Damage malformed(Location at, String expected, String found) {
        return new Damage(at, DamageKind.MALFORMED, expected, found);
    }
}
