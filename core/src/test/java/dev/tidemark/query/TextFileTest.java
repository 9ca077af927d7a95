package dev.tidemark.query;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.tidemark.evidence.Damage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class TextFileTest {
    @TempDir
    Path directory;

    @Test
    void readsText() throws IOException {
        Path file = Files.writeString(directory.resolve("query.yaml"), "spark: 4.1 # \u00e9\n");

        assertThat(TextFile.read(file).value()).hasValue("spark: 4.1 # \u00e9\n");
    }

    @Test
    void namesTheByteThatIsNoText() throws IOException {
        Path file = Files.write(directory.resolve("query.yaml"), new byte[] {'a', 'b', (byte) 0xff, 'c'});

        assertThat(TextFile.read(file).damage())
                .map(Damage::message)
                .hasValue(file + "@2: expected text in UTF-8, found the byte 0xff");
    }

    @Test
    void namesTheByteAtWhichTheLastCharacterIsCut() throws IOException {
        Path file = Files.write(directory.resolve("query.yaml"), new byte[] {'a', (byte) 0xc3});

        assertThat(TextFile.read(file).damage())
                .map(Damage::message)
                .hasValue(file + "@1: expected text in UTF-8, found the byte 0xc3");
    }

    @Test
    void doesNotReadWhatNobodyWrote() throws IOException {
        Path file = directory.resolve("sparse.json");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(5L << 30);
        }

        assertThat(TextFile.read(file).damage())
                .map(Damage::message)
                .hasValue(file + ": expected at most 16777216 bytes, found a larger file");
    }
}
