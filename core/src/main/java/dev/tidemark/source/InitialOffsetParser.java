package dev.tidemark.source;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.log.LogFlaw;
import dev.tidemark.checkpoint.log.LogText;
import dev.tidemark.checkpoint.log.VersionLine;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;

/**
 * Bytes of {@code sources/<id>/0} of a Kafka or a rate source to {@link InitialOffset}. Kafka's file begins with one byte
 * that its reader skips, whatever it is, and may lack the version line (Spark 2.1.0). Authority: Spark 4.1
 * KafkaSourceInitialOffsetWriter, RateStreamMicroBatchStream.
 */
public final class InitialOffsetParser {
    private static final int NEWEST_VERSION = 1;

    private InitialOffsetParser() {}

    /** Whether the bytes begin as Kafka's file does; else they may be the rate source's or an entry of the file source. */
    public static boolean looksLikeKafka(byte[] bytes) {
        return bytes.length > 0 && bytes[0] != 'v';
    }

    /** The first position of a Kafka source. */
    public static Parsed<InitialOffset> parseKafka(Location at, byte[] bytes) {
        if (bytes.length == 0) {
            return empty(at);
        }
        String text = new String(bytes, 1, bytes.length - 1, StandardCharsets.UTF_8);
        if (!text.startsWith("v")) {
            return kafkaJson(at.atByte(1), text);
        }
        int lineEnd = text.indexOf('\n');
        if (lineEnd <= 0) {
            Damage damage = new Damage(at, DamageKind.TRUNCATED, "a line end behind the version", "no line end");
            return Parsed.damaged(damage.because(new LogFlaw.BadVersionLine(text)));
        }
        Parsed<Integer> version = VersionLine.parse(at.atLine(1), text.substring(0, lineEnd), NEWEST_VERSION);
        return version.damage()
                .<Parsed<InitialOffset>>map(Parsed::damaged)
                .orElseGet(() -> kafkaJson(at.atLine(2), text.substring(lineEnd + 1)));
    }

    private static Parsed<InitialOffset> kafkaJson(Location at, String json) {
        Parsed<SourceOffset> offset = SourceOffsetParser.parse(at, json);
        return offset.damage()
                .<Parsed<InitialOffset>>map(Parsed::damaged)
                .orElseGet(() -> Parsed.intact(new InitialOffset.Kafka(at, json)));
    }

    /** The time zero of a rate source. */
    public static Parsed<InitialOffset> parseRate(Location at, byte[] bytes) {
        Optional<List<String>> lines = LogText.lines(at, bytes).value();
        if (lines.isEmpty() || lines.get().isEmpty()) {
            return empty(at);
        }
        Parsed<Integer> version = VersionLine.parse(at.atLine(1), lines.get().get(0), NEWEST_VERSION);
        if (version.damage().isPresent()) {
            return Parsed.damaged(version.damage().get());
        }
        String time = lines.get().size() < 2 ? "" : lines.get().get(1);
        try {
            return Parsed.intact(new InitialOffset.Rate(Long.parseLong(time)));
        } catch (NumberFormatException notNumeric) {
            return Parsed.damaged(
                    new Damage(at.atLine(2), DamageKind.MALFORMED, "a time in milliseconds", '"' + time + '"'));
        }
    }

    private static Parsed<InitialOffset> empty(Location at) {
        Damage damage = new Damage(at, DamageKind.EMPTY, "an initial offset", "no bytes");
        return Parsed.damaged(damage.because(new LogFlaw.NoLines()));
    }
}
