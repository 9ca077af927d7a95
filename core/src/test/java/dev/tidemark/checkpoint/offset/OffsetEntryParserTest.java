package dev.tidemark.checkpoint.offset;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import dev.tidemark.checkpoint.log.LogFlaw;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Intact;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class OffsetEntryParserTest {
    private static final Location AT = Location.of("offsets/5");
    private static final String METADATA =
            "{\"batchWatermarkMs\":1000,\"batchTimestampMs\":2000,\"conf\":{\"spark.sql.shuffle.partitions\":\"3\"}}";
    private static final String WHOLE = "v1\n" + METADATA + "\n{\"logOffset\":4}\n-";
    private static final String MAP = "v2\n{\"batchWatermarkMs\":1,\"batchTimestampMs\":2,\"conf\":{\"k\":\"v\"},"
            + "\"sourceMetadataInfo\":{\"orders\":{\"sourceId\":\"0\",\"providerName\":\"kafka\",\"apiVersion\":\"DSv2\"}},"
            + "\"controlBatchInfo\":{\"operationType\":\"repartition\",\"operationInfo\":{\"n\":\"4\"}}}"
            + "\norders:{\"t\":{\"0\":1}}\npayments:-";

    @Test
    void readsWatermarkTimestampConfAndOneLineASource() {
        assertThat(parse(WHOLE))
                .isEqualTo(new Intact<>(new OffsetEntry(
                        1,
                        new OffsetMetadata(1000L, 2000L, Map.of("spark.sql.shuffle.partitions", "3"), Map.of(), null),
                        List.of(
                                new SourceLine(AT.atLine(3), "0", "{\"logOffset\":4}"),
                                new SourceLine(AT.atLine(4), "1", "-")))));
    }

    @Test
    void keepsTheVoidOffsetOfASourceThatHasNotStarted() {
        assertThat(entry(WHOLE).sources().get(1).isVoid()).isTrue();
    }

    @Test
    void readsAnOffsetMapWithItsSourceMetadataAndControlBatch() {
        OffsetMetadata metadata = new OffsetMetadata(
                1L,
                2L,
                Map.of("k", "v"),
                Map.of("orders", new SourceMetadata("0", "kafka", "DSv2")),
                new ControlBatch("repartition", Map.of("n", "4")));
        assertThat(parse(MAP))
                .isEqualTo(new Intact<>(new OffsetEntry(
                        2,
                        metadata,
                        List.of(
                                new SourceLine(AT.atLine(3), "orders", "{\"t\":{\"0\":1}}"),
                                new SourceLine(AT.atLine(4), "payments", "-")))));
    }

    @Test
    void splitsAnOffsetMapLineAtItsFirstColon() {
        assertThat(entry("v2\n{}\na:b:c").sources()).containsExactly(new SourceLine(AT.atLine(3), "a", "b:c"));
    }

    @Test
    void readsASparkTwoOneFileThatPinsNothing() {
        OffsetEntry entry =
                entry("v1\n{\"batchWatermarkMs\":0,\"batchTimestampMs\":7}\n0\n{\"kafka-topic\":{\"0\":1}}");

        assertThat(entry.metadata()).isEqualTo(new OffsetMetadata(0L, 7L, Map.of(), Map.of(), null));
        assertThat(entry.sources()).extracting(SourceLine::text).containsExactly("0", "{\"kafka-topic\":{\"0\":1}}");
    }

    @Test
    void takesDefaultsForMissingAndNullFieldsAndIgnoresUnknownOnes() {
        OffsetMetadata metadata =
                entry("v1\n{\"batchWatermarkMs\":null,\"more\":[1]}").metadata();

        assertThat(metadata.recordedWatermarkMs()).isNull();
        assertThat(metadata.watermarkMs()).isZero();
        assertThat(metadata.timestampMs()).isZero();
        assertThat(metadata.conf()).isEmpty();
    }

    @Test
    void acceptsAnEmptyMetadataLineAsSparkDoes() {
        Parsed<OffsetEntry> parsed = parse("v1\n  \n0");

        assertThat(parsed.isIntact()).isTrue();
        assertThat(parsed.value().orElseThrow().metadata()).isNull();
    }

    @Test
    void wantsMetadataInAnOffsetMap() {
        assertFlaw(parse("v2\n\na:1"), DamageKind.MISSING, new LogFlaw.MetadataRequired());
    }

    @Test
    void anEmptyLineIsAnEmptyOffsetAndOneLineEndAtTheEndIsNone() {
        assertThat(entry("v1\n{}\n1\n\n2\n").sources())
                .extracting(SourceLine::text)
                .containsExactly("1", "", "2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1\n{}\n7\n8", "v1\r\n{}\r\n7\r\n8\r\n", "v1\r{}\r7\r8"})
    void splitsLinesAtEveryLineEndThatJavaKnows(String text) {
        assertThat(entry(text).sources()).extracting(SourceLine::text).containsExactly("7", "8");
    }

    @Test
    void tellsAnEmptyFileFromOneThatEndsBehindItsVersion() {
        assertFlaw(parse(""), DamageKind.EMPTY, new LogFlaw.NoLines());
        assertFlaw(parse("v1"), DamageKind.TRUNCATED, new LogFlaw.NoMetadataLine());
        assertFlaw(parse("v1\n"), DamageKind.TRUNCATED, new LogFlaw.NoMetadataLine());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "v", "v0", "v-1", "v1 ", " v1", "vx", "V1", "{}", "v99999999999"})
    void rejectsAFirstLineThatIsNoVersionWithoutTrimmingIt(String line) {
        assertFlaw(parse(line + "\n{}"), DamageKind.MALFORMED, new LogFlaw.BadVersionLine(line));
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1", "v01", "v+1"})
    void readsTheVersionAsScalaReadsAnInt(String line) {
        assertThat(entry(line + "\n{}").version()).isEqualTo(1);
    }

    @Test
    void keepsWhatStandsBehindAVersionNobodyKnows() {
        Parsed<OffsetEntry> parsed = parse("v99\n{\"batchWatermarkMs\":5}\n1");

        assertFlaw(parsed, DamageKind.UNSUPPORTED_VERSION, new LogFlaw.UnknownVersion(99, 2));
        assertThat(parsed.value().orElseThrow().version()).isEqualTo(99);
        assertThat(parsed.value().orElseThrow().metadata().watermarkMs()).isEqualTo(5);
    }

    @Test
    void keepsTheSourcesBehindABrokenMetadataLine() {
        Parsed<OffsetEntry> parsed = parse("v1\n{\"batchWatermarkMs\":\n{\"logOffset\":4}");

        assertThat(parsed.damage().orElseThrow().kind()).isEqualTo(DamageKind.TRUNCATED);
        assertThat(parsed.damage().orElseThrow().at().byteOffset()).isEqualTo(23);
        assertThat(parsed.damage().orElseThrow().cause()).isInstanceOf(LogFlaw.NotJson.class);
        assertThat(parsed.value().orElseThrow().sources()).hasSize(1);
    }

    @Test
    void namesTheFieldOfAnotherType() {
        assertFlaw(
                parse("v1\n{\"batchWatermarkMs\":\"soon\"}"),
                DamageKind.MALFORMED,
                new LogFlaw.WrongShape("batchWatermarkMs", "\"soon\""));
    }

    @Test
    void rejectsAMapLineWithoutAColon() {
        Parsed<OffsetEntry> parsed = parse("v2\n{}\nnope\na:1");

        assertFlaw(parsed, DamageKind.MALFORMED, new LogFlaw.BadMapLine("nope"));
        assertThat(parsed.value().orElseThrow().sources()).hasSize(1);
    }

    @Test
    void tellsBytesThatAreNoUtf8AndKeepsTheRest() {
        byte[] bytes = WHOLE.getBytes(StandardCharsets.UTF_8);
        bytes[bytes.length - 4] = (byte) 0xff;

        Parsed<OffsetEntry> parsed = OffsetEntryParser.parse(AT, bytes);

        assertFlaw(parsed, DamageKind.MALFORMED, new LogFlaw.NotUtf8(bytes.length - 4));
        assertThat(parsed.value().orElseThrow().metadata().watermarkMs()).isEqualTo(1000);
    }

    @Test
    void aFileOfLineEndsAloneCostsBoundedMemory() {
        Parsed<OffsetEntry> parsed = parse("\n".repeat(3_000_000));

        assertThat(parsed.damage().orElseThrow().kind()).isEqualTo(DamageKind.TOO_LARGE);
    }

    static IntStream cutPoints() {
        return IntStream.range(0, MAP.length());
    }

    @ParameterizedTest
    @MethodSource("cutPoints")
    void everyPrefixIsAnEntryOrADamage(int length) {
        Parsed<OffsetEntry> parsed = parse(MAP.substring(0, length));

        assertThat(parsed.isIntact() || !parsed.damage().orElseThrow().message().isEmpty())
                .isTrue();
        int metadataEnd = MAP.indexOf('\n', 3);
        if (length < metadataEnd) {
            assertThat(parsed.isIntact())
                    .as("a prefix that ends before its metadata does")
                    .isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {WHOLE, "v1\n\n-"})
    void everySingleByteChangeIsAnEntryOrADamage(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            byte original = bytes[i];
            for (int value = 0; value < 256; value++) {
                bytes[i] = (byte) value;
                Parsed<OffsetEntry> parsed = OffsetEntryParser.parse(AT, bytes);
                assertThat(parsed.value().isPresent() || parsed.damage().isPresent())
                        .isTrue();
            }
            bytes[i] = original;
        }
    }

    private static void assertFlaw(Parsed<OffsetEntry> parsed, DamageKind kind, LogFlaw flaw) {
        assertThat(parsed.damage()).as("a damage").isPresent();
        assertThat(parsed.damage().orElseThrow().kind()).isEqualTo(kind);
        assertThat(parsed.damage().orElseThrow().cause()).isEqualTo(flaw);
    }

    private static OffsetEntry entry(String text) {
        Parsed<OffsetEntry> parsed = parse(text);
        assertThat(parsed.damage()).isEmpty();
        return parsed.value().orElseThrow();
    }

    private static Parsed<OffsetEntry> parse(String text) {
        return OffsetEntryParser.parse(AT, text.getBytes(StandardCharsets.UTF_8));
    }
}
