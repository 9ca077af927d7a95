package dev.tidemark.query;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * A query as its owner describes it. Nothing here is taken from a checkpoint unless the description was inferred.
 *
 * @param versions what it runs on
 * @param confs session confs that are set, by key
 * @param sources one for each occurrence in the plan, in plan order
 * @param operators the stateful operators; null when the description says nothing about them, empty when there are none
 * @param sink null when the description says nothing about it
 */
public record QueryDescription(
        Versions versions,
        Trigger trigger,
        Map<String, String> confs,
        List<SourceDescription> sources,
        @Nullable List<OperatorDescription> operators,
        @Nullable SinkDescription sink) {
    /**
     * What a query runs on.
     *
     * @param spark null when not stated
     * @param delta null when not stated
     */
    public record Versions(@Nullable String spark, @Nullable String delta) {}

    public QueryDescription {
        confs = Collections.unmodifiableMap(new TreeMap<>(confs));
        sources = List.copyOf(sources);
        operators = operators == null ? null : List.copyOf(operators);
    }

    /** A conf that the description sets. */
    public Optional<String> conf(String key) {
        return Optional.ofNullable(confs.get(key));
    }

    /** Whether the description says that the query has no stateful operator. */
    public boolean isDeclaredStateless() {
        return operators != null && operators.isEmpty();
    }

    /** The same query with a session conf set. */
    public QueryDescription withConf(String key, String value) {
        Map<String, String> changed = new TreeMap<>(confs);
        changed.put(key, value);
        return new QueryDescription(versions, trigger, changed, sources, operators, sink);
    }

    /** The same query with an option of a source set, whatever the case in which it was set before. */
    public QueryDescription withOption(int source, String key, String value) {
        List<SourceDescription> changed = new ArrayList<>(sources);
        changed.set(source, sources.get(source).withOption(key, value));
        return new QueryDescription(versions, trigger, confs, changed, operators, sink);
    }

    /** The same query under another trigger. */
    public QueryDescription withTrigger(Trigger other) {
        return new QueryDescription(versions, other, confs, sources, operators, sink);
    }

    /** The same query on another version of Spark. */
    public QueryDescription onSpark(String version) {
        return new QueryDescription(new Versions(version, versions.delta()), trigger, confs, sources, operators, sink);
    }
}
