package dev.tidemark.format.type;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.SplittableRandom;

import dev.tidemark.evidence.Location;
import dev.tidemark.format.binary.RowBytes;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.binary.UnsafeRow;
import dev.tidemark.format.json.JsonBytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ValueJsonTest {
    @Test
    void writesNumbersWithoutRounding() {
        RowBytes row = RowBytes.row()
                .add(Long.MIN_VALUE)
                .add(-12_345L)
                .add(new BigInteger("112345678901234567890123").toByteArray())
                .add(0.1 + 0.2)
                .add(Double.NaN)
                .add(Double.NEGATIVE_INFINITY)
                .add(Float.floatToIntBits(9.4f) & 0xffff_ffffL);

        assertThat(json("l bigint, d decimal(10,2), b decimal(30,3), x double, n double, i double, f float", row))
                .isEqualTo("{\"l\":-9223372036854775808,\"d\":-123.45,\"b\":112345678901234567890.123,"
                        + "\"x\":0.30000000000000004,\"n\":\"NaN\",\"i\":\"-Infinity\",\"f\":9.4}");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1970-01-01T00:00:00.000Z",
        "1700000160123456, 2023-11-14T22:16:00.123456Z",
        "1700000160120000, 2023-11-14T22:16:00.120Z",
        "-1, 1969-12-31T23:59:59.999999Z",
        "-62135596800000000, 0001-01-01T00:00:00.000Z",
        "951782400000000, 2000-02-29T00:00:00.000Z"
    })
    void writesInstantsInUtc(long micros, String text) {
        assertThat(json("t timestamp", RowBytes.row().add(micros))).isEqualTo("{\"t\":\"" + text + "\"}");
    }

    @Test
    void writesDatesAsTheCalendarOfJavaDoes() {
        SplittableRandom random = new SplittableRandom(366);
        for (int i = 0; i < 20_000; i++) {
            int day = random.nextInt(-800_000, 2_900_000);

            assertThat(json("d date", RowBytes.row().add(day & 0xffff_ffffL)))
                    .isEqualTo("{\"d\":\"" + LocalDate.ofEpochDay(day) + "\"}");
        }
    }

    @Test
    void writesInstantsAsJavaDoes() {
        SplittableRandom random = new SplittableRandom(24);
        for (int i = 0; i < 20_000; i++) {
            long micros = random.nextLong(-60_000_000_000_000_000L, 250_000_000_000_000_000L) / 1000 * 1000 + 7;
            Instant instant = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);

            assertThat(json("t timestamp", RowBytes.row().add(micros))).isEqualTo("{\"t\":\"" + instant + "\"}");
        }
    }

    @Test
    void writesTextThatNeedsEscapesAndTextThatIsNoUtf8() {
        RowBytes row = RowBytes.row().add("a\"\\\n\u0001\u00e9\ud83d\ude00").add(new byte[] {'x', (byte) 0xff, 'y'});

        assertThat(json("a string, b string", row))
                .isEqualTo("{\"a\":\"a\\\"\\\\\\n\\u0001\u00e9\ud83d\ude00\",\"b\":\"x\ufffdy\"}");
    }

    @Test
    void writesMapsWithTextKeysAsObjectsAndOthersAsPairs() {
        byte[] byText = RowBytes.map(
                RowBytes.array(8).add("a").add("b").build(),
                RowBytes.array(4).add(1).addNull().build());
        byte[] byNumber = RowBytes.map(
                RowBytes.array(8).add(7).build(), RowBytes.array(8).add("x").build());

        assertThat(json(
                        "t map<string,int>, n map<bigint,string>",
                        RowBytes.row().add(byText).add(byNumber)))
                .isEqualTo("{\"t\":{\"a\":1,\"b\":null},\"n\":[[7,\"x\"]]}");
    }

    @Test
    void writesIntervalsAsIsoText() {
        byte[] calendar = ByteBuffer.allocate(16)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(14)
                .putInt(3)
                .putLong(4_000_005L)
                .array();
        RowBytes row = RowBytes.row().add(93_784_500_000L).add(14).add(calendar);

        assertThat(json("d interval day to second, y interval year to month, c interval", row))
                .isEqualTo("{\"d\":\"PT26H3M4.5S\",\"y\":\"P1Y2M\",\"c\":\"P1Y2M3DT4.000005S\"}");
    }

    @Test
    void writesNestedValuesNullsBinaryAndBothFieldsOfOneName() {
        byte[] struct = RowBytes.row().addNull().add(5).build();
        RowBytes row = RowBytes.row()
                .add(struct)
                .add(RowBytes.array(1).add(1).add(0).build())
                .add(new byte[] {1, 2, 3})
                .add(1)
                .add(2)
                .addNull();

        assertThat(json("s struct<a: string, b: int>, f array<boolean>, x binary, sum int, sum bigint, v void", row))
                .isEqualTo(
                        "{\"s\":{\"a\":null,\"b\":5},\"f\":[true,false],\"x\":\"AQID\",\"sum\":1,\"sum\":2,\"v\":null}");
    }

    private static String json(String ddl, RowBytes row) {
        StructSchema schema = SchemaParsersTest.ddl(ddl);
        JsonBytes to = new JsonBytes(16);
        UnsafeRow values = UnsafeRow.of(Location.of("row"), Slice.of(row.build()), schema.size());
        ValueJson.of(schema).write(to, values);
        return new String(to.toBytes(), StandardCharsets.UTF_8);
    }
}
