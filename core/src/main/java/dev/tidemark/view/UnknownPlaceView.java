package dev.tidemark.view;

import java.util.List;

import dev.tidemark.format.json.JsonObject;
import dev.tidemark.report.Block;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;

/** A place that is none of the things a stream leaves behind. */
public final class UnknownPlaceView {
    private UnknownPlaceView() {}

    /** A directory without an entry, which a query may take as its checkpoint. */
    public static Report empty(String location) {
        return of(
                location,
                "emptyDirectory",
                Outcome.FINE,
                "An empty directory: a query that starts here begins with batch 0",
                "",
                "");
    }

    /** A directory with entries that mean nothing here. */
    public static Report unknown(String location) {
        return of(
                location,
                "unknown",
                Outcome.UNKNOWN,
                "Neither a checkpoint nor a Delta table nor the output of a file sink",
                "A checkpoint has metadata, offsets and commits; a table has _delta_log; an output has _spark_metadata",
                "tidemark audit finds those below a directory; of a part, such as offsets, give the directory above");
    }

    /** A file where a directory is expected. */
    public static Report file(String location) {
        return of(
                location,
                "file",
                Outcome.UNKNOWN,
                "A file, and not the directory of a checkpoint or a table",
                "",
                "Give the directory, or an archive of it: .zip, .tar, .tar.gz");
    }

    private static Report of(
            String location, String kind, Outcome outcome, String headline, String reason, String remedy) {
        Tone tone = outcome == Outcome.FINE ? Tone.PLAIN : Tone.UNKNOWN;
        JsonObject document = JsonObject.builder()
                .put("kind", kind)
                .put("location", location)
                .put("findings", FindingView.documents(List.of()))
                .build();
        List<Block> blocks =
                List.of(new Block.Verdict(tone, headline, reason, remedy), new Block.Note(Tone.FAINT, location));
        return new Report("show", outcome, blocks, document);
    }
}
