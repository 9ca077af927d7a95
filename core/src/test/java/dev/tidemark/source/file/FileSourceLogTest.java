package dev.tidemark.source.file;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.log.LogFlaw;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.StoragePath;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FileSourceLogTest {
    private static final String LINE = "{\"path\":\"file:///lake/in/a%20b.json\",\"timestamp\":1700,\"batchId\":4}";

    @Test
    void readsEachEntry() throws IOException {
        List<Parsed<FileSourceEntry>> entries = new ArrayList<>();

        Optional<Damage> damage = read("v1\n" + LINE + "\r\n{\"path\":\"p\",\"timestamp\":1,\"batchId\":0}", entries);

        assertThat(damage).isEmpty();
        assertThat(entries)
                .extracting(entry -> entry.value().orElseThrow())
                .containsExactly(
                        new FileSourceEntry("file:///lake/in/a%20b.json", 1700, 4), new FileSourceEntry("p", 1, 0));
    }

    /** Spark 3.5 to 4.2: json4s does without no field of FileEntry. */
    @Test
    void wantsEveryField() throws IOException {
        List<Parsed<FileSourceEntry>> entries = new ArrayList<>();

        read("v1\n{\"path\":\"p\",\"timestamp\":1}", entries);

        assertThat(entries)
                .singleElement()
                .satisfies(entry -> assertThat(entry.damage().orElseThrow().cause())
                        .isEqualTo(new LogFlaw.WrongShape("batchId", "")));
    }

    @Test
    void aVersionLineAloneIsAnEmptyBatch() throws IOException {
        List<Parsed<FileSourceEntry>> entries = new ArrayList<>();

        assertThat(read("v1", entries)).isEmpty();
        assertThat(entries).isEmpty();
    }

    @Test
    void tellsEmptyBadVersionAndAbsentApart() throws IOException {
        assertThat(read("", new ArrayList<>()).orElseThrow().cause()).isEqualTo(new LogFlaw.NoLines());
        assertThat(read("v7\n", new ArrayList<>()).orElseThrow().kind()).isEqualTo(DamageKind.UNSUPPORTED_VERSION);
        assertThatThrownBy(() -> FileSourceLog.in(new MemoryStorage(), new StoragePath("sources/0"))
                        .forEachEntry("4", entry -> {}))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("sources/0/4");
    }

    @Test
    void aBrokenLineDoesNotHideThoseAroundIt() throws IOException {
        List<Parsed<FileSourceEntry>> entries = new ArrayList<>();

        read("v1\n" + LINE + "\n{\"path\":\n" + LINE, entries);

        assertThat(entries).extracting(Parsed::isIntact).containsExactly(true, false, true);
        assertThat(entries.get(1).damage().orElseThrow().at().toString()).isEqualTo("sources/0/4:3");
    }

    @Test
    void everyPrefixAndEveryByteIsAnEntryOrADamage() throws IOException {
        byte[] bytes = ("v1\n" + LINE).getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            byte original = bytes[i];
            for (int value = 0; value < 256; value++) {
                bytes[i] = (byte) value;
                List<Parsed<FileSourceEntry>> entries = new ArrayList<>();
                Optional<Damage> damage = read(bytes, entries);
                assertThat(damage.isPresent() || !entries.isEmpty()).isTrue();
            }
            bytes[i] = original;
            read(new String(bytes, 0, i, StandardCharsets.UTF_8), new ArrayList<>());
        }
    }

    @Test
    void aLineWithoutEndCostsBoundedMemory() throws IOException {
        Optional<Damage> damage = read("v1\n" + "x".repeat(5 << 20), new ArrayList<>());

        assertThat(damage.orElseThrow().kind()).isEqualTo(DamageKind.TOO_LARGE);
    }

    private static Optional<Damage> read(String text, List<Parsed<FileSourceEntry>> into) throws IOException {
        return read(text.getBytes(StandardCharsets.UTF_8), into);
    }

    private static Optional<Damage> read(byte[] bytes, List<Parsed<FileSourceEntry>> into) throws IOException {
        return FileSourceLog.in(new MemoryStorage().with("sources/0/4", bytes, 0), new StoragePath("sources/0"))
                .forEachEntry("4", into::add);
    }
}
