package dev.tidemark.state.schema;

import java.util.Arrays;
import java.util.List;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.tidemark.state.schema.SchemaFiles.struct;
import static org.assertj.core.api.Assertions.assertThat;

class StateSchemaParserTest {
    private static final Location AT = Location.of("state/0/0/_metadata/schema");
    private static final String WHOLE = "{\"keyStateEncoderType\":\"NoPrefixKeyStateEncoderSpec\"}";

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void readsKeyAndValueOfOneStore(int version) {
        byte[] file = SchemaFiles.ofPair(
                version, struct("k", "string"), struct("count", "long", "\u00e9\ud83d\ude00", "void"));

        StateSchemaFile schema = intact(file);

        assertThat(schema.version()).isEqualTo(version);
        ColumnFamilySchema family = schema.family("default").orElseThrow();
        assertThat(family.key().text()).isEqualTo("struct<k:string>");
        assertThat(family.value().text()).isEqualTo("struct<count:bigint,\u00e9\ud83d\ude00:void>");
        assertThat(family.keyEncoding()).isEqualTo(KeyEncoding.Whole.WHOLE);
    }

    @Test
    void readsEveryEncoderOfVersionThree() {
        String key = struct("a", "long", "b", "string");
        byte[] file = SchemaFiles.ofFamilies(
                family("w", key, WHOLE),
                family("p", key, "{\"keyStateEncoderType\":\"PrefixKeyScanStateEncoderSpec\",\"numColsPrefixKey\":1}"),
                family(
                        "r",
                        key,
                        "{\"keyStateEncoderType\":\"RangeKeyScanStateEncoderSpec\",\"orderingOrdinals\":[1,0]}"),
                family("f", key, "{\"keyStateEncoderType\":\"TimestampAsPrefixKeyStateEncoderSpec\"}"),
                family("l", key, "{\"keyStateEncoderType\":\"TimestampAsPostfixKeyStateEncoderSpec\"}"));

        StateSchemaFile schema = intact(file);

        assertThat(schema.families())
                .extracting(ColumnFamilySchema::keyEncoding)
                .containsExactly(
                        KeyEncoding.Whole.WHOLE,
                        new KeyEncoding.Prefix(1),
                        new KeyEncoding.Range(List.of(1, 0)),
                        KeyEncoding.TimestampFirst.TIMESTAMP_FIRST,
                        KeyEncoding.TimestampLast.TIMESTAMP_LAST);
    }

    @Test
    void keepsTheIdOfTheValueSchemaAndTheKeyOfAMap() {
        byte[] file = SchemaFiles.ofFamilies(new SchemaFiles.Family(
                "m",
                struct("key", struct("k", "string"), "userKey", struct("u", "long")),
                3,
                struct("v", "int"),
                WHOLE,
                struct("u", "long")));

        ColumnFamilySchema family = intact(file).families().get(0);

        assertThat(family.valueSchemaId()).isEqualTo(3);
        assertThat(family.values()).containsOnlyKeys(3);
        assertThat(family.mapKey()).map(key -> key.text()).contains("struct<u:bigint>");
    }

    @Test
    void keepsTheFamiliesBeforeEveryCut() {
        byte[] file = SchemaFiles.ofFamilies(
                family("a", struct("k", "string"), WHOLE), family("b", struct("k", "string"), WHOLE));
        for (int cut = 0; cut < file.length; cut++) {
            Parsed<StateSchemaFile> parsed = StateSchemaParser.parse(AT, Arrays.copyOf(file, cut));

            assertThat(parsed.damage()).as("cut at %d", cut).isPresent();
            assertThat(parsed.damage().get().kind()).isIn(DamageKind.TRUNCATED, DamageKind.EMPTY);
            parsed.value()
                    .ifPresent(readable -> assertThat(readable.families())
                            .extracting(ColumnFamilySchema::name)
                            .containsExactly("a"));
        }
    }

    @Test
    void survivesEveryFlippedByte() {
        byte[] file = SchemaFiles.ofFamilies(family("a", struct("k", "string"), WHOLE));
        for (int at = 0; at < file.length; at++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] flipped = file.clone();
                flipped[at] ^= (byte) (1 << bit);

                Parsed<StateSchemaFile> parsed = StateSchemaParser.parse(AT, flipped);

                assertThat(parsed.value().isPresent() || parsed.damage().isPresent())
                        .isTrue();
            }
        }
    }

    @Test
    void namesTheVersionItDoesNotKnow() {
        byte[] file = SchemaFiles.ofPair(2, struct("k", "string"), struct("v", "long"));
        file[3] = '9';

        assertThat(StateSchemaParser.parse(AT, file).damage())
                .hasValueSatisfying(damage -> assertThat(damage.message())
                        .isEqualTo("state/0/0/_metadata/schema@2: expected v1, v2 or v3, found v9"));
    }

    private static SchemaFiles.Family family(String name, String key, String encoder) {
        return new SchemaFiles.Family(name, key, 0, struct("v", "long"), encoder, "{    }");
    }

    private static StateSchemaFile intact(byte[] file) {
        Parsed<StateSchemaFile> parsed = StateSchemaParser.parse(AT, file);
        assertThat(parsed.damage()).isEmpty();
        return parsed.value().orElseThrow();
    }
}
