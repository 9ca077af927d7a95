package dev.tidemark.state.rocksdb;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.state.StateFlaw;
import org.jspecify.annotations.Nullable;

/**
 * Reads a snapshot's zip as Spark does, entry after entry from the front (Spark 4.2: Utils.unzipFilesFromInputStream).
 * Only names that a database's directory may hold are taken; none can lead out of it. What the entries inflate to is
 * bounded.
 */
final class SnapshotArchiveParser {
    /** All entries together; a manifest of a large database takes a few megabytes. */
    static final long MAX_INFLATED_BYTES = 64L * 1024 * 1024;

    private static final int MAX_ENTRIES = 10_000;
    private static final byte[] NOTHING = new byte[0];
    private static final String METADATA = "metadata";
    private static final Pattern DATABASE_FILE = Pattern.compile("CURRENT|IDENTITY|MANIFEST-\\d{1,19}|\\d{1,19}\\.log");
    private static final Pattern OPTIONS_FILE = Pattern.compile("OPTIONS-\\d{1,19}");

    /** What is expected of an archive's stream; Spark unpacks it before it looks at anything else. */
    private SnapshotArchiveParser() {}

    /**
     * Reads the archive from its start.
     *
     * @throws IOException when the storage fails
     */
    static Parsed<SnapshotArchive> parse(Location at, InputStream raw) throws IOException {
        Counted counted = new Counted(raw);
        List<SnapshotArchive.Entry> entries = new ArrayList<>();
        List<String> foreignNames = new ArrayList<>();
        byte[] metadata = null;
        Damage damage = null;
        long budget = MAX_INFLATED_BYTES;
        int entryCount = 0;
        try (ZipInputStream zip = new ZipInputStream(counted)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (++entryCount > MAX_ENTRIES) {
                    damage = tooLarge(at, "at most " + MAX_ENTRIES + " entries", "more");
                    break;
                }
                String name = entry.getName();
                boolean isMetadata = name.equals(METADATA);
                boolean isKept = isMetadata || DATABASE_FILE.matcher(name).matches();
                byte[] bytes = isKept ? zip.readNBytes((int) budget + 1) : NOTHING;
                budget -= isKept ? bytes.length : skip(zip, budget + 1);
                if (budget < 0) {
                    damage = tooLarge(at, "at most " + MAX_INFLATED_BYTES + " bytes in all entries", "more");
                    break;
                }
                if (isMetadata) {
                    metadata = bytes;
                } else if (isKept) {
                    entries.add(new SnapshotArchive.Entry(name, bytes));
                } else if (!OPTIONS_FILE.matcher(name).matches()) {
                    foreignNames.add(name);
                }
            }
            if (entryCount == 0) {
                damage = noZip(at, counted);
            }
        } catch (EOFException ended) {
            damage = counted.notUnpacked(at, DamageKind.TRUNCATED, "the end of the file");
        } catch (ZipException | IllegalArgumentException malformed) {
            damage = counted.notUnpacked(at, DamageKind.MALFORMED, String.valueOf(malformed.getMessage()));
        }
        return assemble(at, metadata, entries, foreignNames, damage);
    }

    private static Parsed<SnapshotArchive> assemble(
            Location at,
            byte @Nullable [] metadata,
            List<SnapshotArchive.Entry> entries,
            List<String> foreignNames,
            @Nullable Damage damage) {
        if (metadata == null) {
            return Parsed.damaged(
                    damage != null
                            ? damage
                            : new Damage(at, DamageKind.MISSING, "an entry \"metadata\"", "an archive without it")
                                    .because(StateFlaw.NO_MANIFEST));
        }
        Parsed<SnapshotManifest> manifest =
                SnapshotManifestParser.parse(Location.of(at.path() + "!/" + METADATA), metadata);
        Parsed<SnapshotArchive> archive = manifest.map(whole -> new SnapshotArchive(whole, entries, foreignNames));
        return damage == null || archive.value().isEmpty()
                ? archive
                : Parsed.damaged(archive.value().get(), damage);
    }

    /** Reads past an entry, but no further than that; returns how many bytes there were. */
    private static long skip(ZipInputStream zip, long mostBytes) throws IOException {
        byte[] buffer = new byte[1 << 13];
        long total = 0;
        for (int count = 0; count >= 0 && total < mostBytes; count = zip.read(buffer)) {
            total += count;
        }
        return total;
    }

    private static Damage noZip(Location at, Counted counted) {
        boolean isEmpty = counted.position == 0;
        Damage damage = new Damage(
                at.atByte(0),
                isEmpty ? DamageKind.EMPTY : DamageKind.MALFORMED,
                "the entries of a zip archive",
                isEmpty ? "an empty file" : "no entry at the start");
        return damage.because(StateFlaw.NO_MANIFEST);
    }

    private static Damage tooLarge(Location at, String expected, String found) {
        return new Damage(at, DamageKind.TOO_LARGE, expected, found);
    }

    /** Knows how far the archive was read, and tells trouble of the storage from trouble of the bytes. */
    private static final class Counted extends FilterInputStream {
        private long position;

        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int value = in.read();
            position += value < 0 ? 0 : 1;
            return value;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int count = in.read(into, offset, length);
            position += Math.max(0, count);
            return count;
        }

        Damage notUnpacked(Location at, DamageKind kind, String found) {
            return new Damage(at.atByte(position), kind, "a zip archive that unpacks", found)
                    .because(StateFlaw.NOT_UNPACKED);
        }
    }
}
