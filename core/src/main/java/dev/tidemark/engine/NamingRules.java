package dev.tidemark.engine;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SinkDescription;
import dev.tidemark.query.SourceDescription;

/**
 * What Spark 4.2 refuses about the names of sources and sinks. A description that names no source at all does not say that
 * they have none. Authority: Spark 4.2 NameStreamingSources, DataStreamReader.name, DataStreamWriter.name.
 */
final class NamingRules {
    private static final String LETTERS = "[A-Za-z0-9_]+";

    private final QueryDescription query;
    private final SparkErrors errors;
    private final SessionConf session;

    NamingRules(QueryDescription query, SparkBehaviour behaviour, SparkErrors errors) {
        this.query = query;
        this.errors = errors;
        this.session = new SessionConf(query, behaviour);
    }

    /** Before {@code start()} returns. */
    Optional<SourceChecks.Fault> atAnalysis() {
        boolean isAnyNamed = query.sources().stream().anyMatch(source -> source.name() != null);
        for (SourceDescription source : query.sources()) {
            Optional<SparkError> refusal = refusal(source, isAnyNamed);
            if (refusal.isPresent()) {
                return refusal.map(error -> new SourceChecks.Fault(null, error, Advices.NAMES_REFUSED));
            }
        }
        SinkDescription sink = query.sink();
        if (sink != null && sink.name() != null && !sink.name().matches(LETTERS)) {
            return fault(
                    "INVALID_SINK_NAME",
                    "Invalid streaming sink name: '" + sink.name() + "'. Sink names must only contain ASCII letters"
                            + " ('a'-'z', 'A'-'Z'), digits ('0'-'9'), and underscores ('_').");
        }
        Set<String> twice = twice();
        return twice.isEmpty()
                ? Optional.empty()
                : fault(
                        "DUPLICATE_SOURCE_NAMES",
                        "Duplicate streaming source names detected: " + String.join(", ", twice)
                                + ". Each streaming source must have a unique name.");
    }

    private Optional<SparkError> refusal(SourceDescription source, boolean isAnyNamed) {
        String name = source.name();
        if (name != null && !name.matches(LETTERS)) {
            return Optional.of(errors.queryEvolution(
                    "INVALID_SOURCE_NAME",
                    "Invalid streaming source name '" + name + "'. Source names must only contain ASCII letters (a-z,"
                            + " A-Z), digits (0-9), and underscores (_)."));
        }
        if (name != null && !session.enforcesSourceNames()) {
            return Optional.of(errors.queryEvolution(
                    "SOURCE_NAMING_NOT_SUPPORTED",
                    "Streaming source naming is not supported. Source name '" + name
                            + "' was provided but the feature is disabled. Please enable the feature by setting"
                            + " spark.sql.streaming.queryEvolution.enableSourceEvolution to true."));
        }
        if (name == null && isAnyNamed && session.enforcesSourceNames()) {
            return Optional.of(errors.queryEvolution(
                    "UNNAMED_STREAMING_SOURCES_WITH_ENFORCEMENT",
                    "All streaming sources must be named when"
                            + " spark.sql.streaming.queryEvolution.enableSourceEvolution is enabled. Unnamed sources found:"
                            + " Leaf position 0 - " + source.format()
                            + ". Use the name() method to assign names to all streaming sources."));
        }
        return Optional.empty();
    }

    private Set<String> twice() {
        Set<String> seen = new LinkedHashSet<>();
        Set<String> twice = new LinkedHashSet<>();
        for (SourceDescription source : query.sources()) {
            if (source.name() != null && !seen.add(source.name())) {
                twice.add("'" + source.name() + "'");
            }
        }
        return twice;
    }

    private Optional<SourceChecks.Fault> fault(String subCondition, String text) {
        return Optional.of(
                new SourceChecks.Fault(null, errors.queryEvolution(subCondition, text), Advices.NAMES_REFUSED));
    }
}
