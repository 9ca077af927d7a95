package dev.tidemark.engine;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What Spark accepts as the value of a conf. Authority: SQLConf and ConfigBuilder. */
public sealed interface ConfCheck {
    /** Any text. */
    ConfCheck ANY = new Any();

    /** {@code true} or {@code false}. */
    ConfCheck TRUTH = new Truth();

    /** What is wrong with a value, or empty. */
    Optional<Fault> faultOf(String value);

    /** Why a value is refused. */
    sealed interface Fault {
        /** The text is not of the conf's type. */
        record WrongType(String value, String type) implements Fault {}

        /** The value breaks a requirement. */
        record Refused(String value, String requirement) implements Fault {}
    }

    /** Any text. */
    record Any() implements ConfCheck {
        @Override
        public Optional<Fault> faultOf(String value) {
            return Optional.empty();
        }
    }

    /** {@code true} or {@code false}, in any case. */
    record Truth() implements ConfCheck {
        @Override
        public Optional<Fault> faultOf(String value) {
            String word = value.trim().toLowerCase(Locale.ROOT);
            return word.equals("true") || word.equals("false")
                    ? Optional.empty()
                    : Optional.of(new Fault.WrongType(value, "boolean"));
        }
    }

    /** One of some words, in any case. */
    record Word(Set<String> words, String requirement) implements ConfCheck {
        @Override
        public Optional<Fault> faultOf(String value) {
            String word = value.toLowerCase(Locale.ROOT);
            return words.contains(word) ? Optional.empty() : Optional.of(new Fault.Refused(word, requirement));
        }
    }

    /** A whole number in a range. */
    record Whole(int least, int most, String requirement) implements ConfCheck {
        static Whole positive(String requirement) {
            return new Whole(1, Integer.MAX_VALUE, requirement);
        }

        static Whole atLeast(int least, String requirement) {
            return new Whole(least, Integer.MAX_VALUE, requirement);
        }

        static Whole oneOf(int least, int most, String requirement) {
            return new Whole(least, most, requirement);
        }

        @Override
        public Optional<Fault> faultOf(String value) {
            try {
                int number = Integer.parseInt(value.trim());
                return number >= least && number <= most
                        ? Optional.empty()
                        : Optional.of(new Fault.Refused(Integer.toString(number), requirement));
            } catch (NumberFormatException notWhole) {
                return Optional.of(new Fault.WrongType(value, "int"));
            }
        }
    }
}
