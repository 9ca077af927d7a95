package dev.tidemark.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;

import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;

/** A zip: its directory is read once, its files are decompressed one by one when asked for. */
final class ZipBody implements ArchiveBody {
    private final ZipFile zip;
    private final List<ZipArchiveEntry> entries;

    private ZipBody(ZipFile zip, List<ZipArchiveEntry> entries) {
        this.zip = zip;
        this.entries = entries;
    }

    /** Reads the directory of a zip into an index. */
    static ZipBody open(Path file, ArchiveIndex index) throws IOException {
        ZipFile zip = ZipFile.builder()
                .setPath(file)
                .setCharset(java.nio.charset.StandardCharsets.UTF_8)
                .setIgnoreLocalFileHeader(true)
                .get();
        try {
            List<ZipArchiveEntry> entries = new ArrayList<>();
            ExpansionLimit limit = new ExpansionLimit(file.toString(), java.nio.file.Files.size(file));
            Enumeration<ZipArchiveEntry> all = zip.getEntries();
            while (all.hasMoreElements()) {
                ZipArchiveEntry entry = all.nextElement();
                limit.add(Math.max(0, entry.getSize()));
                index.add(
                        entry.getName(),
                        kindOf(zip, entry),
                        Math.max(0, entry.getSize()),
                        Math.max(0, entry.getTime()),
                        entries.size());
                entries.add(entry);
            }
            return new ZipBody(zip, entries);
        } catch (IOException unreadable) {
            zip.close();
            throw unreadable;
        }
    }

    private static EntryKind kindOf(ZipFile zip, ZipArchiveEntry entry) {
        if (entry.isDirectory()) {
            return EntryKind.DIRECTORY;
        }
        return entry.isUnixSymlink() || !zip.canReadEntryData(entry) ? EntryKind.OTHER : EntryKind.FILE;
    }

    @Override
    public InputStream open(ArchivedFile file) throws IOException {
        ZipArchiveEntry entry = entries.get((int) file.position());
        return new MeasuredStream(
                zip.getInputStream(entry),
                file.entry().path().value(),
                file.entry().sizeBytes(),
                entry.getCrc());
    }

    @Override
    public RandomAccess openAt(ArchivedFile file) throws IOException {
        return RewindingAccess.to(() -> open(file), file.entry().sizeBytes());
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}
