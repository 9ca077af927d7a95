package dev.tidemark.state.rocksdb;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class ChangelogParserTest {
    private static final Location FILE = Location.of("state/0/0/7.changelog");
    private static final String LINEAGE =
            "[{\"version\":5,\"checkpointUniqueId\":\"a\"},{\"version\":6,\"checkpointUniqueId\":\"b\"}]";

    private final List<String> records = new ArrayList<>();

    private Parsed<Changelog> parse(byte[] bytes) {
        try {
            return ChangelogParser.parse(FILE, new ByteArrayInputStream(bytes), (kind, key, value) -> {
                records.add(kind + " " + text(key) + (value == null ? "" : "=" + text(value)));
                return true;
            });
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte[] version4() {
        return new ChangelogBytes()
                .utf("v4")
                .utf(LINEAGE)
                .type(0x01)
                .item("k1")
                .item("v1")
                .type(0x11)
                .item("k2")
                .item("e")
                .type(0x10)
                .item("k1")
                .number(-1)
                .type(0x20)
                .item("a")
                .item("c")
                .type(0)
                .bytes();
    }

    @Test
    void readsVersion1WithoutAnyHeader() {
        byte[] bytes =
                new ChangelogBytes().put("k", "v").remove("gone").number(-1).bytes();

        Parsed<Changelog> parsed = parse(bytes);

        assertThat(parsed).isEqualTo(Parsed.intact(new Changelog(ChangelogFormat.V1, List.of(), 2)));
        assertThat(records).containsExactly("UPDATE k=v", "DELETE gone");
    }

    @Test
    void takesAnEmptyBatchForWhatItIs() {
        assertThat(parse(new ChangelogBytes().number(-1).bytes()).value())
                .contains(new Changelog(ChangelogFormat.V1, List.of(), 0));
    }

    @Test
    void takesAVersion1KeyForNoHeaderEvenWhenItsLengthLooksLikeOne() {
        byte[] key = new byte[0x276];
        Arrays.fill(key, (byte) 'x');
        byte[] bytes = new ChangelogBytes().item(key).item("v").number(-1).bytes();

        assertThat(parse(bytes).isIntact()).isTrue();
        assertThat(records).hasSize(1);
    }

    @Test
    void readsEveryKindOfRecordOfVersion4AndItsLineage() {
        Parsed<Changelog> parsed = parse(version4());

        assertThat(parsed)
                .isEqualTo(Parsed.intact(new Changelog(
                        ChangelogFormat.V4, List.of(new LineageItem(5, "a"), new LineageItem(6, "b")), 4)));
        assertThat(records).containsExactly("UPDATE k1=v1", "APPEND k2=e", "DELETE k1", "DELETE_RANGE a=c");
    }

    @Test
    void readsVersion3AsVersion1BehindALineage() {
        byte[] bytes = new ChangelogBytes()
                .utf("v3")
                .utf(LINEAGE)
                .put("k", "v")
                .number(-1)
                .bytes();

        assertThat(parse(bytes).value().orElseThrow().format()).isEqualTo(ChangelogFormat.V3);
        assertThat(records).containsExactly("UPDATE k=v");
    }

    @Test
    void stopsWhenTheReceiverHasEnough() throws IOException {
        Parsed<Changelog> parsed =
                ChangelogParser.parse(FILE, new ByteArrayInputStream(version4()), (kind, key, value) -> false);

        assertThat(parsed.value().orElseThrow().recordCount()).isEqualTo(1);
    }

    @Test
    void namesTheOffsetOfALengthThatNoFileCouldHold() {
        byte[] bytes =
                new ChangelogBytes().put("k", "v").number(Integer.MAX_VALUE).bytes();

        Damage damage = parse(bytes).damage().orElseThrow();

        assertThat(damage.at()).isEqualTo(FILE.atByte(10));
        assertThat(damage.kind()).isEqualTo(DamageKind.MALFORMED);
        assertThat(records).as("what stood before").containsExactly("UPDATE k=v");
    }

    @Test
    void refusesALengthBelowMinusOneWhereAKeyMustBegin() {
        Damage damage = parse(new ChangelogBytes().number(-2).bytes()).damage().orElseThrow();

        assertThat(damage.message())
                .startsWith("state/0/0/7.changelog@0: expected a key's length")
                .endsWith("found -2");
    }

    @Test
    void namesAnUnknownRecordType() {
        byte[] bytes = new ChangelogBytes().utf("v2").type(0x42).bytes();

        assertThat(parse(bytes).damage().orElseThrow().message())
                .isEqualTo("state/0/0/7.changelog@4: expected a record type 0x01, 0x10, 0x11 or 0x20, or 0x00 for the"
                        + " end, found 0x42");
    }

    @Test
    void namesAVersionOfTheFuture() {
        assertThat(parse(new ChangelogBytes().utf("v5").bytes())
                        .damage()
                        .orElseThrow()
                        .kind())
                .isEqualTo(DamageKind.UNSUPPORTED_VERSION);
    }

    @Test
    void wantsTheMarkBehindARemovedKey() {
        byte[] bytes =
                new ChangelogBytes().utf("v2").type(0x10).item("k").number(7).bytes();

        assertThat(parse(bytes).damage().orElseThrow().expected()).isEqualTo("-1 behind a removed key");
    }

    static IntStream cutsOfVersion4() {
        return IntStream.range(1, version4().length);
    }

    @ParameterizedTest
    @MethodSource("cutsOfVersion4")
    void tellsEveryTruncationAndKeepsTheRecordsBeforeIt(int length) {
        parse(version4());
        List<String> whole = List.copyOf(records);
        records.clear();

        Parsed<Changelog> parsed = parse(Arrays.copyOf(version4(), length));

        assertThat(parsed.isIntact()).as("cut at %s", length).isFalse();
        assertThat(records).as("cut at %s", length).isEqualTo(whole.subList(0, records.size()));
    }

    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void survivesAnyBytes(long seed) {
        Random random = new Random(seed);
        byte[] bytes = seed % 2 == 0 ? version4() : new byte[random.nextInt(200)];
        if (seed % 2 == 0) {
            for (int i = 0; i < 1 + random.nextInt(4); i++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
        } else {
            random.nextBytes(bytes);
        }

        Parsed<Changelog> parsed = parse(bytes);

        assertThat(parsed).isNotNull();
    }
}
