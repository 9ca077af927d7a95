package dev.tidemark.source.kafka;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.NavigableMap;
import java.util.Optional;

import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.source.InitialOffset;
import dev.tidemark.source.InitialOffsetParser;

/** The file in which the source keeps where it began. Authority: Spark 4.1 KafkaSourceInitialOffsetWriter. */
public final class InitialOffsets {
    private static final int LIMIT_BYTES = 16 << 20;

    /** Spark 2.1.0 wrote a length there. */
    private static final String FIRST_BYTE = "\0";

    private final Storage checkpoint;
    private final StoragePath file;
    private final String place;
    private final Writer writer;

    /** Takes the file that the source writes. */
    @FunctionalInterface
    public interface Writer {
        void write(StoragePath file, String text);
    }

    /**
     * The file in one checkpoint.
     *
     * @param directory such as {@code sources/0}
     * @param place the directory, as messages print it
     */
    public InitialOffsets(Storage checkpoint, StoragePath directory, String place, Writer writer) {
        this.checkpoint = checkpoint;
        this.file = directory.child("0");
        this.place = place + "/0";
        this.writer = writer;
    }

    /** What is recorded; empty when the file is not there. */
    Optional<NavigableMap<TopicPartition, Long>> recorded() throws IOException {
        byte[] bytes;
        try {
            bytes = checkpoint.readAtMost(file, LIMIT_BYTES);
        } catch (FileNotFoundException absent) {
            return Optional.empty();
        }
        if (bytes.length <= 1) {
            throw KafkaErrors.illegalArgument("requirement failed");
        }
        Parsed<InitialOffset> read = InitialOffsetParser.parseKafka(Location.of(file.value()), bytes);
        if (read.value().orElse(null) instanceof InitialOffset.Kafka offset) {
            return Optional.of(
                    KafkaOffsetText.read(offset.json()).orElseThrow(() -> KafkaErrors.noOffsets(offset.json())));
        }
        throw KafkaErrors.initialOffset("Log file was malformed: failed to detect the log file version line.", place);
    }

    /** Records where the source begins. */
    void record(NavigableMap<TopicPartition, Long> offsets) {
        writer.write(file, FIRST_BYTE + "v1\n" + KafkaOffsetText.write(offsets));
    }
}
