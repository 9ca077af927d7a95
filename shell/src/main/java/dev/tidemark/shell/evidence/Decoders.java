package dev.tidemark.shell.evidence;

import java.util.List;

import dev.tidemark.format.json.JsonObject;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.report.Block;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import dev.tidemark.view.FileView;
import dev.tidemark.view.ParquetView;

/** What any file or directory decodes to, whatever place it lies in. */
final class Decoders {
    private static final String PARQUET = ".parquet";

    private Decoders() {}

    /** A directory says to list it, a Parquet file shows rows, all else its text or bytes. */
    static Layout.Decoder plain(Storage storage, FileEntry entry) {
        if (!entry.isFile()) {
            return limit -> directory(entry);
        }
        return entry.name().endsWith(PARQUET)
                ? limit -> ParquetView.of(storage, entry, limit)
                : limit -> FileView.of(storage, entry);
    }

    private static Report directory(FileEntry entry) {
        String text = entry.isDirectory()
                ? "a directory: ls shows what is in it"
                : "no regular file, or a link that leads out of the evidence: it is not opened";
        return new Report(
                "cat",
                Outcome.FINE,
                List.of(new Block.Note(Tone.PLAIN, text)),
                JsonObject.builder()
                        .put("path", entry.path().value())
                        .put("value", (String) null)
                        .build());
    }
}
