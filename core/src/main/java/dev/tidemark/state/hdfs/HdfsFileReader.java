package dev.tidemark.state.hdfs;

import java.io.BufferedInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.codec.Codec;
import dev.tidemark.format.codec.DamagedStreamException;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.state.FileChecksum;
import dev.tidemark.state.RowChecksum;
import dev.tidemark.state.StateConf;
import dev.tidemark.state.StateFile;
import dev.tidemark.state.StateFileKind;
import dev.tidemark.state.StateFlaw;

/** Reads the records of one file: opens, decodes, verifies, and hands each on without its checksum. */
final class HdfsFileReader {
    private static final int READ_BYTES = 1 << 16;

    /** Before Spark 2.3 a value carried some bytes behind its row, whose length is always a multiple of this. */
    private static final int WORD_BYTES = 8;

    private final Storage storage;
    private final StateConf conf;
    private final boolean checksumsRows;

    /** Takes records in place: the array is good during the call only. */
    interface RecordSink {
        void put(byte[] bytes, int keyOffset, int keyLength, int valueOffset, int valueLength) throws IOException;

        void remove(byte[] bytes, int keyOffset, int keyLength) throws IOException;

        /** Whether to go on. */
        default boolean wantsMore() {
            return true;
        }
    }

    HdfsFileReader(Storage storage, StateConf conf) {
        this.storage = storage;
        this.conf = conf;
        checksumsRows = conf.checksumsRows();
    }

    /**
     * Reads a file to its end or to the first byte that makes no sense.
     *
     * @return what was wrong: a damage that ended the reading is {@link Outcome#torn}
     */
    Outcome read(StateFile file, RecordSink each) throws IOException {
        Location at = Location.of(file.path().value());
        List<Damage> damages = new ArrayList<>();
        CRC32C crc = new CRC32C();
        boolean torn = false;
        boolean whole = true;
        try (InputStream raw = open(file.path(), crc)) {
            try {
                whole = records(at, file.kind(), raw, each, damages);
            } catch (DamagedStreamException damaged) {
                damages.add(damaged.damage());
                torn = true;
            }
            if (whole) {
                FileChecksum.verify(storage, file.path(), file.sizeBytes(), () -> {
                            raw.transferTo(OutputStream.nullOutputStream());
                            return crc.getValue();
                        })
                        .ifPresent(damages::add);
            }
        } catch (FileNotFoundException gone) {
            damages.add(new Damage(at, DamageKind.MISSING, "a state file", "nothing: it went away while being read"));
            torn = true;
        }
        return new Outcome(damages, torn);
    }

    /** What came of reading a file. */
    record Outcome(List<Damage> damages, boolean torn) {}

    private InputStream open(StoragePath path, CRC32C crc) throws IOException {
        return new BufferedInputStream(new CheckedInputStream(storage.open(path), crc), READ_BYTES);
    }

    private boolean records(Location at, StateFileKind kind, InputStream raw, RecordSink each, List<Damage> damages)
            throws IOException {
        Codec codec = codecOf(at, raw, damages);
        RecordStream records = new RecordStream(at, codec.open(at, raw), kind == StateFileKind.CHANGES);
        while (records.next()) {
            record(records, each, damages);
            if (!each.wantsMore()) {
                return false;
            }
        }
        return true;
    }

    /** The codec the bytes show; it is a damage when the logs say another, for Spark reads by what they say. */
    private Codec codecOf(Location at, InputStream raw, List<Damage> damages) throws IOException {
        raw.mark(Codec.MAGIC_BYTES);
        byte[] start = raw.readNBytes(Codec.MAGIC_BYTES);
        raw.reset();
        Codec pinned = Codec.named(conf.codec()).orElse(Codec.LZ4);
        Codec shown = Codec.sniff(start);
        if (start.length == 0) {
            throw new DamagedStreamException(new Damage(at, DamageKind.EMPTY, "a state file", "no bytes"));
        }
        if (pinned == shown || shown == Codec.NONE) {
            return pinned;
        }
        damages.add(new Damage(
                at.atByte(0),
                DamageKind.MALFORMED,
                pinned.shortName() + " as the offset log says",
                shown.shortName() + "; read as that"));
        return shown;
    }

    private void record(RecordStream record, RecordSink each, List<Damage> damages) throws IOException {
        byte[] bytes = record.array();
        if (!checksumsRows) {
            if (record.isRemoval()) {
                each.remove(bytes, record.keyOffset(), record.keyLength());
            } else {
                each.put(
                        bytes,
                        record.keyOffset(),
                        record.keyLength(),
                        record.valueOffset(),
                        whole(record.valueLength()));
            }
            return;
        }
        checked(record, bytes, each, damages);
    }

    /** Spark 4.2: KeyValueChecksumEncoder. A put carries the checksum before its value, a removal before its key. */
    private static void checked(RecordStream record, byte[] bytes, RecordSink each, List<Damage> damages)
            throws IOException {
        int carrierLength = record.isRemoval() ? record.keyLength() : record.valueLength();
        if (carrierLength < RowChecksum.BYTES) {
            damages.add(record.damage(DamageKind.TRUNCATED, "a checksum of 4 bytes", carrierLength + " bytes"));
            return;
        }
        int rest = carrierLength - RowChecksum.BYTES;
        boolean matches;
        if (record.isRemoval()) {
            int key = record.keyOffset() + RowChecksum.BYTES;
            matches = RowChecksum.matches(bytes, record.keyOffset(), bytes, key, rest, bytes, key, 0);
            each.remove(bytes, key, rest);
        } else {
            int value = record.valueOffset() + RowChecksum.BYTES;
            matches = RowChecksum.matches(
                    bytes, record.valueOffset(), bytes, record.keyOffset(), record.keyLength(), bytes, value, rest);
            each.put(bytes, record.keyOffset(), record.keyLength(), value, whole(rest));
        }
        if (!matches) {
            damages.add(record.damage(DamageKind.CHECKSUM_MISMATCH, "a row that matches its checksum", "another")
                    .because(StateFlaw.OTHER_ROW));
        }
    }

    private static int whole(int valueLength) {
        return valueLength / WORD_BYTES * WORD_BYTES;
    }
}
