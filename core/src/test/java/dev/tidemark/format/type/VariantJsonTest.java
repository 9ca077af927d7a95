package dev.tidemark.format.type;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.json.JsonBytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class VariantJsonTest {
    /** What Spark 4.1 keeps of {@code parse_json('{"a":[1,2.5,"x",null]}')}. */
    private static final byte[] BY_SPARK = Base64.getDecoder().decode("FwAAAAIBAAASAwQAAggKCwwBIAEZAAAABXgAAQEAAWE=");

    private static final String NONE = "unreadable";

    private static String json(byte[] variant) {
        JsonBytes to = new JsonBytes(16);
        to.text("before");
        int before = to.length();
        if (!VariantJson.write(to, new Slice(variant, 0, variant.length))) {
            assertThat(to.length()).as("nothing stays of a half-written value").isEqualTo(before);
            return NONE;
        }
        return new String(to.toBytes(), StandardCharsets.UTF_8).substring("\"before\"".length());
    }

    /** A value without named fields. */
    private static byte[] variant(String hexValue) {
        byte[] value = HexFormat.of().parseHex(hexValue);
        return ByteBuffer.allocate(4 + value.length + 3)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value.length)
                .put(value)
                .put(new byte[] {1, 0, 0})
                .array();
    }

    @Test
    void readsWhatSparkWrote() {
        assertThat(json(BY_SPARK)).isEqualTo("{\"a\":[1,2.5,\"x\",null]}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "00|null",
                "04|true",
                "08|false",
                "0cff|-1",
                "10ff7f|32767",
                "1400000080|-2147483648",
                "18ffffffffffffff7f|9223372036854775807",
                "1c000000000000f83f|1.5",
                "1c000000000000f87f|\"NaN\"",
                "2002d2ffffff|-0.46",
                "240a0100000000000000|0.0000000001",
                "280001000000000000000000000000000000|1",
                "2c00000000|\"1970-01-01\"",
                "300000000000000000|\"1970-01-01T00:00:00.000Z\"",
                "340000000000000000|\"1970-01-01T00:00:00.000\"",
                "380000c03f|1.5",
                "3c02000000ffff|\"//8=\"",
                "40020000006869|\"hi\"",
                "500102030405060708090a0b0c0d0e0f10|\"01020304-0506-0708-090a-0b0c0d0e0f10\"",
                "096869|\"hi\"",
                "01|\"\"",
                "030000|[]",
                "020000|{}",
                "030200010204" + "08|[true,false]"
            })
    void writesEveryTypeAsJson(String hexValue, String expected) {
        assertThat(json(variant(hexValue))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "54, a type that nobody knows",
        "18ffff, a number cut short",
        "0d6869, a text longer than its bytes",
        "40ffffffff6869, a text of 4 GiB",
        "3cffffffff, a binary of 4 GiB",
        "13ffffff7f00, an array of 2 billion",
        "03010000, an array that holds itself",
        "0301ffff, an element behind the end",
        "02010500010c07, a name that the metadata lack"
    })
    void refusesBytesThatMakeNoSense(String hexValue, String why) {
        assertThat(json(variant(hexValue))).as(why).isEqualTo(NONE);
    }

    /** Each of 20 arrays holds the next one 255 times, so that a reader which believes it never ends. */
    @Test
    void writesNoMoreValuesThanThereAreBytes() {
        int arrays = 20;
        int width = 1 + 1 + 256 * 2;
        byte[] value = new byte[arrays * width + 1];
        for (int i = 0; i < arrays; i++) {
            ByteBuffer array = ByteBuffer.wrap(value, i * width, width).order(ByteOrder.LITTLE_ENDIAN);
            array.put((byte) (3 | 1 << 2)).put((byte) 255);
        }

        assertThat(json(variant(HexFormat.of().formatHex(value)))).isEqualTo(NONE);
    }

    @Test
    void refusesEveryCut() {
        for (int length = 0; length < BY_SPARK.length; length++) {
            assertThat(json(Arrays.copyOf(BY_SPARK, length)))
                    .as("%d bytes", length)
                    .isEqualTo(NONE);
        }
    }
}
