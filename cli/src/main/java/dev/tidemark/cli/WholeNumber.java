package dev.tidemark.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The number of a batch, of a version, or of things: from 0 up to what leaves room for the next. */
public final class WholeNumber {
    private WholeNumber() {}

    /** For options that are {@code long}. */
    public static final class AsLong implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            return parsed(text, Long.MAX_VALUE - 1);
        }
    }

    /** For options that are {@code int}. */
    public static final class AsInt implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return (int) parsed(text, Integer.MAX_VALUE - 1);
        }
    }

    /** For options that are {@code int} and that nothing can be done with when they are 0, such as a width. */
    public static final class Positive implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return (int) parsed(text, 1, Integer.MAX_VALUE - 1);
        }
    }

    private static long parsed(String text, long most) {
        return parsed(text, 0, most);
    }

    private static long parsed(String text, long least, long most) {
        try {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException noNumber) {
            // said below
        }
        throw new TypeConversionException("'" + text + "' is not a whole number from " + least + " to " + most);
    }
}
