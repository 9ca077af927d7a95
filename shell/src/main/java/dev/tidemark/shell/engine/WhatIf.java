package dev.tidemark.shell.engine;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.tidemark.engine.SparkVersion;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.Trigger;

/** One thing about the query that is otherwise than described. */
public sealed interface WhatIf {
    /** The same query with this changed; empty when it has no such source. */
    Optional<QueryDescription> in(QueryDescription query);

    /** As it is typed behind {@code set}. */
    String text();

    /** How commands of the command line are told. */
    List<String> words();

    /** Whether the other is about the same thing. */
    boolean replaces(WhatIf other);

    /**
     * Reads {@code conf KEY=VALUE}, {@code option [SOURCE.]KEY=VALUE}, {@code spark VERSION} or {@code trigger WORD}.
     *
     * @return empty when it is none of these
     */
    static Optional<WhatIf> of(List<String> words) {
        if (words.size() != 2) {
            return Optional.empty();
        }
        String value = words.get(1);
        int equals = value.indexOf('=');
        return switch (words.get(0).toLowerCase(Locale.ROOT)) {
            case "conf" ->
                equals < 1
                        ? Optional.empty()
                        : Optional.of(new Conf(value.substring(0, equals), value.substring(equals + 1)));
            case "option" -> equals < 1 ? Optional.empty() : Optional.of(option(value, equals));
            case "spark" -> SparkVersion.of(value).map(known -> new Spark(value));
            case "trigger" -> Trigger.of(value, null).map(OtherTrigger::new);
            default -> Optional.empty();
        };
    }

    private static WhatIf option(String text, int equals) {
        String key = text.substring(0, equals);
        String value = text.substring(equals + 1);
        return key.matches("\\d{1,4}\\..+")
                ? new Option(
                        Integer.parseInt(key.substring(0, key.indexOf('.'))),
                        key.substring(key.indexOf('.') + 1),
                        value)
                : new Option(0, key, value);
    }

    /** A session conf. */
    record Conf(String key, String value) implements WhatIf {
        @Override
        public Optional<QueryDescription> in(QueryDescription query) {
            return Optional.of(query.withConf(key, value));
        }

        @Override
        public String text() {
            return "conf " + key + "=" + value;
        }

        @Override
        public List<String> words() {
            return List.of("--set", key + "=" + value);
        }

        @Override
        public boolean replaces(WhatIf other) {
            return other instanceof Conf conf && conf.key.equals(key);
        }
    }

    /** An option of a source, counted from 0. */
    record Option(int source, String key, String value) implements WhatIf {
        @Override
        public Optional<QueryDescription> in(QueryDescription query) {
            return source < query.sources().size()
                    ? Optional.of(query.withOption(source, key, value))
                    : Optional.empty();
        }

        @Override
        public String text() {
            return "option " + source + "." + key + "=" + value;
        }

        @Override
        public List<String> words() {
            return List.of("--option", source + "." + key + "=" + value);
        }

        @Override
        public boolean replaces(WhatIf other) {
            return other instanceof Option option && option.source == source && option.key.equalsIgnoreCase(key);
        }
    }

    /** Another Spark. */
    record Spark(String version) implements WhatIf {
        @Override
        public Optional<QueryDescription> in(QueryDescription query) {
            return Optional.of(query.onSpark(version));
        }

        @Override
        public String text() {
            return "spark " + version;
        }

        @Override
        public List<String> words() {
            return List.of("--spark", version);
        }

        @Override
        public boolean replaces(WhatIf other) {
            return other instanceof Spark;
        }
    }

    /** Another trigger. */
    record OtherTrigger(Trigger trigger) implements WhatIf {
        @Override
        public Optional<QueryDescription> in(QueryDescription query) {
            return Optional.of(query.withTrigger(trigger));
        }

        @Override
        public String text() {
            return "trigger " + trigger.word();
        }

        @Override
        public List<String> words() {
            return List.of("--trigger", trigger.word());
        }

        @Override
        public boolean replaces(WhatIf other) {
            return other instanceof OtherTrigger;
        }
    }
}
