package dev.tidemark.state.schema;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OperatorMetadataParserTest {
    private static final Location AT = Location.of("state/0/_metadata/metadata");
    private static final String WHOLE = "v1\n{\"operatorInfo\":{\"operatorId\":3,\"operatorName\":\"dedupe\"},"
            + "\"stateStoreInfo\":[{\"storeName\":\"default\",\"numColsPrefixKey\":1,\"numPartitions\":5}]}";

    @Test
    void readsOperatorAndStores() {
        OperatorMetadata metadata = parse(WHOLE).value().orElseThrow();

        assertThat(metadata.operatorId()).isEqualTo(3);
        assertThat(metadata.operatorName()).isEqualTo("dedupe");
        assertThat(metadata.store("default")).hasValueSatisfying(store -> {
            assertThat(store.prefixColumns()).isEqualTo(1);
            assertThat(store.partitions()).isEqualTo(5);
        });
    }

    @Test
    void reportsEveryCut() {
        byte[] bytes = WHOLE.getBytes(StandardCharsets.UTF_8);
        for (int cut = 0; cut < bytes.length; cut++) {
            Parsed<OperatorMetadata> parsed = OperatorMetadataParser.parse(AT, Arrays.copyOf(bytes, cut));

            assertThat(parsed.damage()).as("cut at %d", cut).isPresent();
        }
    }

    @Test
    void namesAVersionItDoesNotKnow() {
        assertThat(parse("v7\n{}").damage()).hasValueSatisfying(damage -> {
            assertThat(damage.kind()).isEqualTo(DamageKind.UNSUPPORTED_VERSION);
            assertThat(damage.at().line()).isEqualTo(1);
        });
    }

    private static Parsed<OperatorMetadata> parse(String text) {
        return OperatorMetadataParser.parse(AT, text.getBytes(StandardCharsets.UTF_8));
    }
}
