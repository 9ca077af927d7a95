package dev.tidemark.format.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class ParquetReaderTest {
    static Stream<String> samples() {
        return ParquetSamples.NAMES.stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("samples")
    void readsWhatAnotherWriterWrote(String name) {
        ParquetSamples.Answer answer = ParquetSamples.read(ParquetSamples.bytes(name));

        assertThat(answer.damage()).isEmpty();
        assertThat(answer.rows()).isEqualTo(ParquetSamples.rows(name));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("samples")
    void tellsEveryCutAsDamage(String name) {
        byte[] whole = ParquetSamples.bytes(name);

        for (int length = 0; length < whole.length; length++) {
            ParquetSamples.Answer answer = ParquetSamples.read(Arrays.copyOf(whole, length));
            assertThat(answer.damage()).as("cut to %d bytes", length).isPresent();
        }
    }

    @Test
    void saysWhereTheMagicIsMissing() {
        byte[] bytes = ParquetSamples.bytes("codec-none");
        bytes[bytes.length - 1] = '2';

        Damage damage = ParquetSamples.read(bytes).damage().orElseThrow();

        assertThat(damage.message())
                .isEqualTo("sample.parquet@" + (bytes.length - 4)
                        + ": expected the magic PAR1 at the end, found 0x50415232");
    }

    @Test
    void refusesAFooterLongerThanTheFile() {
        byte[] bytes = ParquetSamples.bytes("codec-none");
        bytes[bytes.length - 5] = 0x7f;

        Damage damage = ParquetSamples.read(bytes).damage().orElseThrow();

        assertThat(damage.kind()).isEqualTo(DamageKind.TRUNCATED);
        assertThat(damage.at().byteOffset()).isEqualTo(bytes.length - 8L);
    }

    @Test
    void holdsPagesAgainstTheirChecksum() {
        byte[] bytes = ParquetSamples.bytes("codec-none");
        int inAValue = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("part-00007") + 7;
        bytes[inAValue] ^= 1;

        Damage damage = ParquetSamples.read(bytes).damage().orElseThrow();

        assertThat(damage.kind()).isEqualTo(DamageKind.CHECKSUM_MISMATCH);
    }

    @Test
    void tellsStatisticsAsRowsAreShown() throws IOException {
        ParquetFile file = footer("types");
        SchemaNode date = file.schema().find("date").orElseThrow();
        ColumnStatistics statistics = statistics(file, date);

        assertThat(statistics.min()).contains(new JsonText("1582-10-15"));
        assertThat(statistics.max()).contains(new JsonText("2023-11-14"));
        assertThat(statistics.nullCount()).hasValue(1);
        ColumnStatistics decimals = statistics(file, file.schema().find("dec9").orElseThrow());
        assertThat(decimals.min()).contains(new JsonNumber("-0.01"));
    }

    @Test
    void readsFromAnyRowWhatAFullReadSees() throws IOException {
        for (String name : List.of("groups", "pages-v2", "delta")) {
            ParquetFile file = footer(name);
            SeekableBytes bytes = SeekableBytes.of(ParquetSamples.bytes(name));
            List<SchemaNode> leaves = file.schema().children();
            for (int group = 0; group < file.rowGroups().size(); group++) {
                long rows = file.rowGroups().get(group).rowCount();
                List<String> all = scan(bytes, file, group, leaves, 0, rows);
                for (long from = 0; from < rows; from += 13) {
                    assertThat(scan(bytes, file, group, leaves, from, rows))
                            .as("%s group %d from row %d", name, group, from)
                            .isEqualTo(all.subList((int) from, (int) rows));
                }
            }
        }
    }

    @Test
    void handsOverOnlyTheRowsThatHaveAField() throws IOException {
        ParquetFile file = footer("nested");
        SeekableBytes bytes = SeekableBytes.of(ParquetSamples.bytes("nested"));
        List<Long> rows = new ArrayList<>();

        Optional<Damage> damage = new ParquetReader(ParquetSamples.AT, bytes, file)
                .forEachPresent(file.schema().find("st").orElseThrow(), node -> true, (row, value) -> rows.add(row));

        assertThat(damage).isEmpty();
        assertThat(rows).hasSize(45).doesNotContain(0L, 4L, 56L).contains(1L, 59L);
    }

    private static List<String> scan(
            SeekableBytes bytes, ParquetFile file, int group, List<SchemaNode> leaves, long from, long to)
            throws IOException {
        List<String> seen = new ArrayList<>();
        Optional<Damage> damage = new ParquetReader(ParquetSamples.AT, bytes, file)
                .scan(group, leaves, from, to, (row, columns) -> {
                    StringBuilder text = new StringBuilder();
                    for (LeafCursor column : columns) {
                        column.moveTo(row);
                        text.append(ColumnValues.at(column)).append(' ');
                    }
                    seen.add(text.toString());
                });
        assertThat(damage).isEmpty();
        return seen;
    }

    private static ColumnStatistics statistics(ParquetFile file, SchemaNode node) {
        return file.rowGroups().get(0).chunks().get(node.column().index()).statistics();
    }

    private static ParquetFile footer(String name) throws IOException {
        return FooterParser.parse(ParquetSamples.AT, SeekableBytes.of(ParquetSamples.bytes(name)))
                .value()
                .orElseThrow();
    }
}
