package dev.tidemark.format.json;

import java.math.BigDecimal;
import java.util.OptionalLong;

/**
 * A JSON number, kept digit by digit.
 *
 * @param digits the number as JSON spells it
 */
public record JsonNumber(String digits) implements JsonValue {
    /** A whole number. */
    public static JsonNumber of(long value) {
        return new JsonNumber(Long.toString(value));
    }

    /** A decimal, never rounded. */
    public static JsonNumber of(BigDecimal value) {
        return new JsonNumber(value.toString());
    }

    /** The value when it is a whole number of 64 bits, without fraction or exponent. */
    public OptionalLong asLong() {
        try {
            return OptionalLong.of(Long.parseLong(digits));
        } catch (NumberFormatException notWhole) {
            return OptionalLong.empty();
        }
    }

    /** The value, never rounded. */
    public BigDecimal asDecimal() {
        return new BigDecimal(digits);
    }

    @Override
    public String toString() {
        return digits;
    }
}
