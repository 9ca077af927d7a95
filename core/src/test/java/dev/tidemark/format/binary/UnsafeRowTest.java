package dev.tidemark.format.binary;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;

import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class UnsafeRowTest {
    private static final Location AT = Location.of("state/0/0");

    @Test
    void readsWholeNumbersOfEveryWidthWithTheirSign() {
        byte[] row = RowBytes.row()
                .add(-1 & 0xffL)
                .add(-2 & 0xffffL)
                .add(-3 & 0xffff_ffffL)
                .add(-4)
                .build();

        UnsafeRow values = UnsafeRow.of(AT, Slice.of(row), 4);

        assertThat(values.wholeAt(0, 1)).isEqualTo(-1);
        assertThat(values.wholeAt(1, 2)).isEqualTo(-2);
        assertThat(values.wholeAt(2, 4)).isEqualTo(-3);
        assertThat(values.wholeAt(3, 8)).isEqualTo(-4);
    }

    @Test
    void readsBytesNullsAndLargeDecimals() {
        byte[] row = RowBytes.row()
                .add("f\u00fcnf")
                .addNull()
                .add(new BigInteger("-123456789012345678901").toByteArray())
                .build();

        UnsafeRow values = UnsafeRow.of(AT, Slice.of(row), 3);

        assertThat(values.bytesAt(0).toText()).isEqualTo("f\u00fcnf");
        assertThat(values.isNull(1)).isTrue();
        assertThat(values.isNull(2)).isFalse();
        assertThat(values.bigAt(2)).isEqualTo(new BigInteger("-123456789012345678901"));
    }

    @Test
    void readsStructsArraysAndMapsInside() {
        byte[] struct = RowBytes.row().add(7).add("in").build();
        byte[] array = RowBytes.array(4).add(1).addNull().add(-3 & 0xffff_ffffL).build();
        byte[] map = RowBytes.map(
                RowBytes.array(8).add("a").add("b").build(),
                RowBytes.array(4).add(10).add(20).build());
        byte[] row = RowBytes.row().add(struct).add(array).add(map).build();

        UnsafeRow values = UnsafeRow.of(AT, Slice.of(row), 3);

        assertThat(values.structAt(0, 2).bytesAt(1).toText()).isEqualTo("in");
        UnsafeRow elements = values.arrayAt(1, 4);
        assertThat(elements.count()).isEqualTo(3);
        assertThat(elements.isNull(1)).isTrue();
        assertThat(elements.wholeAt(2, 4)).isEqualTo(-3);
        Values.Entries entries = values.mapAt(2, 8, 4);
        assertThat(entries.keys().bytesAt(1).toText()).isEqualTo("b");
        assertThat(entries.values().wholeAt(1, 4)).isEqualTo(20);
    }

    @Test
    void seesTheNullOfTheLastOfManyFields() {
        RowBytes builder = RowBytes.row();
        for (int i = 0; i < 69; i++) {
            builder.add(i);
        }
        byte[] row = builder.addNull().build();

        UnsafeRow values = UnsafeRow.of(AT, Slice.of(row), 70);

        assertThat(values.isNull(69)).isTrue();
        assertThat(values.isNull(68)).isFalse();
        assertThat(values.wholeAt(68, 8)).isEqualTo(68);
    }

    @Test
    void refusesARowShorterThanItsFields() {
        byte[] row = RowBytes.row().add(1).build();

        assertThatThrownBy(() -> UnsafeRow.of(AT, Slice.of(row), 2))
                .isInstanceOf(MalformedException.class)
                .hasMessage("state/0/0: expected a row of at least 24 bytes for 2 fields, found 16 bytes");
    }

    @Test
    void refusesAFieldThatPointsOutOfItsRow() {
        byte[] row = RowBytes.row().add("text").build();
        row[12] = 100;

        assertThatThrownBy(() -> UnsafeRow.of(AT, Slice.of(row), 1).bytesAt(0))
                .isInstanceOf(MalformedException.class)
                .hasMessageContaining("field 0 inside the 24 bytes of its row");
    }

    @Test
    void refusesAnArrayThatClaimsBillionsOfElements() {
        byte[] array = RowBytes.array(8).add(1).build();
        Arrays.fill(array, 0, 7, (byte) 0xff);
        byte[] row = RowBytes.row().add(array).build();

        assertThatThrownBy(() -> UnsafeRow.of(AT, Slice.of(row), 1).arrayAt(0, 8))
                .isInstanceOf(MalformedException.class)
                .hasMessageContaining("a count of elements");
    }

    @Test
    void neverReadsOutsideTheRowWhateverItsBytes() {
        SplittableRandom random = new SplittableRandom(20_261);
        for (int round = 0; round < 20_000; round++) {
            byte[] around = new byte[200];
            random.nextBytes(around);
            int length = random.nextInt(0, 160);
            try {
                walk(UnsafeRow.of(AT, new Slice(around, 20, length), random.nextInt(0, 6)));
            } catch (MalformedException expected) {
                assertThat(expected.damage().at()).isEqualTo(AT);
            }
        }
    }

    private static void walk(UnsafeRow row) {
        for (int i = 0; i < row.count(); i++) {
            try {
                assertInside(row.bytesAt(i));
                row.bigAt(i);
                assertInside(row.structAt(i, 3).slice());
                UnsafeRow array = row.arrayAt(i, 4);
                for (int e = 0; e < Math.min(array.count(), 50); e++) {
                    array.wholeAt(e, 4);
                }
                row.mapAt(i, 8, 8);
            } catch (MalformedException expected) {
                assertThat(expected.damage().at()).isEqualTo(AT);
            }
        }
    }

    private static void assertInside(Slice slice) {
        assertThat(slice.offset()).isGreaterThanOrEqualTo(20);
        assertThat(slice.offset() + slice.length()).isLessThanOrEqualTo(180);
    }
}
