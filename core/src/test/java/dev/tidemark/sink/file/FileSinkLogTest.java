package dev.tidemark.sink.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.MemoryStorage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FileSinkLogTest {
    private static final String LINE = "{\"path\":\"file:///lake/out/p.parquet\",\"size\":12,\"isDir\":false,"
            + "\"modificationTime\":7,\"blockReplication\":1,\"blockSize\":33554432,\"action\":\"add\"}";

    @Test
    void readsWhatWasWritten() throws IOException {
        List<Parsed<FileSinkEntry>> entries = read("v1\n" + LINE);

        assertThat(entries)
                .extracting(entry -> entry.value().orElseThrow())
                .containsExactly(new FileSinkEntry(
                        "file:///lake/out/p.parquet", 12, false, 7, 1, 33_554_432, FileSinkEntry.ADD));
    }

    @Test
    void aMissingFieldIsADamageThatNamesIt() throws IOException {
        List<Parsed<FileSinkEntry>> entries = read("v1\n" + LINE.replace("\"size\":12,", ""));

        assertThat(entries.get(0).damage().orElseThrow().message())
                .isEqualTo(
                        "_spark_metadata/2.compact:2: expected a whole number in field \"size\", found no such field");
    }

    private static List<Parsed<FileSinkEntry>> read(String text) throws IOException {
        List<Parsed<FileSinkEntry>> entries = new ArrayList<>();
        assertThat(FileSinkLog.in(new MemoryStorage().with("_spark_metadata/2.compact", text))
                        .forEachEntry("2.compact", entries::add))
                .isEmpty();
        return entries;
    }
}
