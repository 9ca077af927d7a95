package dev.tidemark.checkpoint;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

import dev.tidemark.checkpoint.log.JsonFields;
import dev.tidemark.checkpoint.log.LogFlaw;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.evidence.Parsed;

/** Bytes of {@code metadata} to {@link StreamMetadata}. Authority: Spark 2.1 to 4.2 StreamMetadata.read. */
public final class StreamMetadataParser {
    private static final String ID = "id";

    private StreamMetadataParser() {}

    /** The metadata, intact only when Spark takes its id. */
    public static Parsed<StreamMetadata> parse(Location at, byte[] bytes) {
        String id;
        try {
            id = JsonFields.of(at, new String(bytes, StandardCharsets.UTF_8)).requiredText(ID);
        } catch (MalformedException malformed) {
            return Parsed.damaged(malformed.damage());
        }
        try {
            return Parsed.intact(new StreamMetadata(UUID.fromString(id)));
        } catch (IllegalArgumentException noUuid) {
            Damage damage = new Damage(at, DamageKind.MALFORMED, "a UUID in field \"id\"", '"' + id + '"');
            return Parsed.damaged(damage.because(new LogFlaw.BadUuid(id)));
        }
    }
}
