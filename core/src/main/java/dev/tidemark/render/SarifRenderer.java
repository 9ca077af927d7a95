package dev.tidemark.render;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.format.json.JsonWriter;
import dev.tidemark.report.Concern;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;

/**
 * Findings as SARIF 2.1.0. Severities become the levels error (fatal, error), warning and note; our own words stand in
 * the properties. A verdict of unknown is an invocation that did not succeed, with a notification that says why.
 */
public final class SarifRenderer implements Renderer {
    private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
    private static final String PLAIN_IN_URI = "-._~/!$&'()*+,;=@";
    private static final String FINGERPRINT = "tidemark/v1";

    private final String productVersion;

    public SarifRenderer(String productVersion) {
        this.productVersion = productVersion;
    }

    @Override
    public void render(Report report, Writer to) throws IOException {
        Map<String, Concern> rules = new LinkedHashMap<>();
        report.concerns().forEach(concern -> rules.putIfAbsent(concern.rule().id(), concern));
        List<String> ids = List.copyOf(rules.keySet());
        JsonObject driver = JsonObject.builder()
                .put("name", "Tidemark")
                .put("version", productVersion)
                .put("rules", JsonArray.of(rules.values(), SarifRenderer::rule))
                .build();
        JsonObject run = JsonObject.builder()
                .put("tool", JsonObject.builder().put("driver", driver).build())
                .put(
                        "automationDetails",
                        JsonObject.builder().put("id", report.command() + "/").build())
                .put("invocations", new JsonArray(List.of(invocation(report))))
                .put("columnKind", "unicodeCodePoints")
                .put("results", JsonArray.of(report.concerns(), concern -> result(concern, ids)))
                .put("properties", properties(report))
                .build();
        JsonWriter.pretty(
                to,
                JsonObject.builder()
                        .put("$schema", SCHEMA)
                        .put("version", "2.1.0")
                        .put("runs", new JsonArray(List.of(run)))
                        .build());
    }

    private static JsonObject rule(Concern first) {
        JsonObject.Builder rule = JsonObject.builder().put("id", first.rule().id());
        if (!first.rule().title().isEmpty()) {
            rule.put("shortDescription", message(first.rule().title()));
        }
        return rule.put("help", message("tidemark explain " + first.rule().id()))
                .build();
    }

    private static JsonObject invocation(Report report) {
        JsonObject.Builder invocation =
                JsonObject.builder().put("executionSuccessful", report.outcome() != Outcome.UNKNOWN);
        if (report.outcome() == Outcome.UNKNOWN) {
            String why = report.verdict()
                    .map(verdict -> verdict.headline() + (verdict.reason().isEmpty() ? "" : ": " + verdict.reason()))
                    .orElse("it could not be told");
            JsonObject notification = JsonObject.builder()
                    .put("level", "error")
                    .put("message", message(why))
                    .build();
            invocation.put("toolExecutionNotifications", new JsonArray(List.of(notification)));
        }
        return invocation.build();
    }

    private static JsonObject result(Concern concern, List<String> ids) {
        JsonObject.Builder result = JsonObject.builder()
                .put("ruleId", concern.rule().id())
                .put("ruleIndex", ids.indexOf(concern.rule().id()))
                .put("level", level(concern.level()))
                .put("message", message(concern.words().sentences()));
        if (!concern.spots().isEmpty()) {
            result.put(
                    "locations", new JsonArray(List.of(location(concern.spots().get(0)))));
        }
        if (concern.spots().size() > 1) {
            List<JsonValue> related = new ArrayList<>();
            for (Concern.Spot spot : concern.spots().subList(1, concern.spots().size())) {
                related.add(location(spot));
            }
            result.put("relatedLocations", new JsonArray(related));
        }
        result.put(
                "partialFingerprints",
                JsonObject.builder().put(FINGERPRINT, concern.fingerprint()).build());
        if (concern.standing() == Concern.Standing.MUTED) {
            result.put("baselineState", "unchanged");
            result.put(
                    "suppressions",
                    new JsonArray(List.of(JsonObject.builder()
                            .put("kind", "external")
                            .put("justification", "accepted by the baseline")
                            .build())));
        }
        return result.put(
                        "properties",
                        JsonObject.builder()
                                .put("severity", name(concern.level()))
                                .put("confidence", concern.words().confidence())
                                .put("subject", concern.words().subject())
                                .put("consequence", concern.words().consequence())
                                .put("remedy", concern.words().remedy())
                                .build())
                .build();
    }

    private static JsonObject location(Concern.Spot spot) {
        JsonObject.Builder physical = JsonObject.builder()
                .put(
                        "artifactLocation",
                        JsonObject.builder().put("uri", uri(spot.wholePath())).build());
        region(spot).ifPresent(region -> physical.put("region", region));
        return JsonObject.builder().put("physicalLocation", physical.build()).build();
    }

    private static Optional<JsonObject> region(Concern.Spot spot) {
        if (spot.line() > 0) {
            return Optional.of(
                    JsonObject.builder().put("startLine", spot.line()).build());
        }
        return spot.byteOffset() < 0
                ? Optional.empty()
                : Optional.of(JsonObject.builder()
                        .put("byteOffset", spot.byteOffset())
                        .build());
    }

    /** A path as a URI reference: what has a scheme keeps it, absolute paths become file URIs. */
    static String uri(String path) {
        if (path.matches("(?s)[A-Za-z][A-Za-z0-9+.-]+:/.*")) {
            int colon = path.indexOf(':');
            return path.substring(0, colon + 1) + encoded(path.substring(colon + 1));
        }
        return (path.startsWith("/") ? "file://" : "") + encoded(path);
    }

    private static String encoded(String path) {
        StringBuilder uri = new StringBuilder();
        for (byte octet : path.getBytes(StandardCharsets.UTF_8)) {
            boolean isLetter = (octet >= 'a' && octet <= 'z') || (octet >= 'A' && octet <= 'Z');
            if (isLetter || (octet >= '0' && octet <= '9') || PLAIN_IN_URI.indexOf(octet) >= 0) {
                uri.append((char) octet);
            } else {
                uri.append(String.format("%%%02X", octet));
            }
        }
        return uri.toString();
    }

    private static JsonObject properties(Report report) {
        JsonObject.Builder properties = JsonObject.builder()
                .put("command", report.command())
                .put("outcome", report.outcome().name().toLowerCase(Locale.ROOT));
        report.verdict().ifPresent(verdict -> properties.put("headline", new JsonText(verdict.headline())));
        return properties.build();
    }

    private static JsonObject message(String text) {
        return JsonObject.builder().put("text", text).build();
    }

    private static String level(Concern.Level level) {
        return switch (level) {
            case INFO -> "note";
            case WARNING -> "warning";
            case ERROR, FATAL -> "error";
        };
    }

    private static String name(Concern.Level level) {
        return level.name().toLowerCase(Locale.ROOT);
    }
}
