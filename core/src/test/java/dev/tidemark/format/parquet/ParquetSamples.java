package dev.tidemark.format.parquet;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;

/** Small files written by Apache Arrow, one for each way to store, and their rows as JSON. */
final class ParquetSamples {
    static final List<String> NAMES = List.of(
            "codec-none",
            "codec-snappy",
            "codec-gzip",
            "codec-zstd",
            "codec-lz4",
            "pages-v2",
            "delta",
            "delta-length",
            "groups",
            "nested",
            "types",
            "int96",
            "lists-two-level");

    static final Location AT = Location.of("sample.parquet");

    private ParquetSamples() {}

    static byte[] bytes(String name) {
        return resource(name + ".parquet");
    }

    static List<String> rows(String name) {
        return new String(resource(name + ".jsonl"), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    /** What reading everything gives: rows, and the damage if any. */
    record Answer(List<String> rows, Optional<Damage> damage) {}

    static Answer read(byte[] bytes) {
        try {
            SeekableBytes file = SeekableBytes.of(bytes);
            Parsed<ParquetFile> footer = FooterParser.parse(AT, file);
            if (footer.value().isEmpty()) {
                return new Answer(List.of(), footer.damage());
            }
            List<String> rows = new ArrayList<>();
            Optional<Damage> damage = new ParquetReader(AT, file, footer.value().get())
                    .forEachRow(node -> true, (row, value) -> rows.add(value.toString()));
            return new Answer(rows, damage);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static byte[] resource(String name) {
        try (InputStream in = ParquetSamples.class.getResourceAsStream("/parquet/" + name)) {
            return java.util.Objects.requireNonNull(in, name).readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
