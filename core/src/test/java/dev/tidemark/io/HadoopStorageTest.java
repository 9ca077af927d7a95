package dev.tidemark.io;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.apache.hadoop.fs.ChecksumException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class HadoopStorageTest {
    @TempDir
    Path root;

    private static final byte[] CRC_OF_ABC = {'c', 'r', 'c', 0, 0, 0, 2, 0, 0x35, 0x24, 0x41, (byte) 0xc2};

    @BeforeEach
    void checkpoint() throws IOException {
        Files.createDirectories(root.resolve("offsets"));
        Files.writeString(root.resolve("offsets/0"), "v1\n{}\n{}");
        Files.writeString(root.resolve("offsets/a b%20#c"), "odd");
    }

    @Test
    void readsListsAndTellsAsALocalStorageDoes() throws IOException {
        Storage local = LocalStorage.at(root);
        try (Storage storage = open()) {
            assertThat(storage.location()).isEqualTo("file:" + root);
            assertThat(storage.list(new StoragePath("offsets"))).isEqualTo(local.list(new StoragePath("offsets")));
            assertThat(storage.list(StoragePath.ROOT))
                    .extracting(FileEntry::name)
                    .containsExactly("offsets");
            for (String file : List.of("offsets/0", "offsets/a b%20#c")) {
                StoragePath path = new StoragePath(file);
                assertThat(storage.stat(path)).isEqualTo(local.stat(path));
                assertThat(storage.readAtMost(path, 100)).isEqualTo(local.readAtMost(path, 100));
            }
            try (RandomAccess access = storage.openAt(new StoragePath("offsets/0"))) {
                byte[] last = new byte[2];
                access.readFully(access.sizeBytes() - 2, last, 0, 2);
                assertThat(new String(last, StandardCharsets.US_ASCII)).isEqualTo("{}");
                assertThat(access.read(8, last, 0, 1)).isEqualTo(-1);
            }
        }
    }

    @Test
    void tellsAbsentFromAFileWhereADirectoryIsExpected() throws IOException {
        try (Storage storage = open()) {
            assertThat(storage.stat(new StoragePath("commits"))).isEmpty();
            assertThatThrownBy(() -> storage.list(new StoragePath("commits")))
                    .isInstanceOf(FileNotFoundException.class)
                    .hasMessage("commits");
            assertThatThrownBy(() -> storage.open(new StoragePath("commits/0")))
                    .isInstanceOf(FileNotFoundException.class)
                    .hasMessage("commits/0");
            assertThatThrownBy(() -> storage.list(new StoragePath("offsets/0")))
                    .isInstanceOf(NotDirectoryException.class)
                    .hasMessage("offsets/0");
            assertThatThrownBy(() -> storage.open(new StoragePath("offsets")))
                    .isInstanceOf(IOException.class)
                    .hasMessage("offsets: not a regular file");
        }
    }

    @Test
    void verifiesChecksumsAsHadoopDoes() throws IOException {
        Files.writeString(root.resolve("good"), "abc");
        Files.write(root.resolve(".good.crc"), CRC_OF_ABC);
        Files.writeString(root.resolve("bad"), "abd");
        Files.write(root.resolve(".bad.crc"), CRC_OF_ABC);

        try (Storage storage = open()) {
            assertThat(storage.readAtMost(new StoragePath("good"), 10)).hasSize(3);
            assertThatThrownBy(() -> storage.readAtMost(new StoragePath("bad"), 10))
                    .isInstanceOf(ChecksumException.class);
        }
    }

    @Test
    void leavesNothingBehind() throws IOException {
        List<String> before = names();

        try (Storage storage = open()) {
            storage.list(StoragePath.ROOT);
            storage.readAtMost(new StoragePath("offsets/0"), 100);
            storage.openAt(new StoragePath("offsets/0")).close();
        }

        assertThat(names()).isEqualTo(before);
    }

    @Test
    void saysWhichConnectorIsMissing() {
        assertThatThrownBy(() -> Storages.open("s3a://bucket/ckpt"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("s3a://bucket/ckpt: ")
                .hasMessageEndingWith("; put hadoop-aws and the AWS SDK bundle in lib/ext");
        assertThatThrownBy(() -> Storages.open("nosuch://bucket/ckpt"))
                .isInstanceOf(IOException.class)
                .hasMessage("nosuch://bucket/ckpt: no Hadoop connector for nosuch://");
    }

    @Test
    void passesHadoopConfsOn() throws IOException {
        StorageOptions options =
                new StorageOptions(Map.of("fs.odd.impl", "org.apache.hadoop.fs.NoSuchClass"), List.of());

        assertThatThrownBy(() -> Storages.open("odd://bucket/ckpt", options))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("org.apache.hadoop.fs.NoSuchClass");
    }

    @Test
    void readsConfsFromSiteFiles() throws IOException {
        Path site = Files.writeString(root.resolve("core-site.xml"), """
                <configuration>
                  <property><name>fs.odd.impl</name><value>org.apache.hadoop.fs.FromASite</value></property>
                </configuration>
                """);

        assertThatThrownBy(() -> Storages.open("odd://bucket/ckpt", new StorageOptions(Map.of(), List.of(site))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("org.apache.hadoop.fs.FromASite");
    }

    private Storage open() throws IOException {
        return Storages.open("hadoop:file:" + root);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.map(Path::toString).sorted().toList();
        }
    }
}
