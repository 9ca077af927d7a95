package dev.tidemark.view;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

import dev.tidemark.checkpoint.log.LogListing;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.report.Block;
import dev.tidemark.report.Block.Fact;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import dev.tidemark.sink.file.SinkLogGaps;

/** A file sink's output directory as far as the names in its log tell. */
public final class SinkOutputView {
    private SinkOutputView() {}

    /** An output directory whose {@code _spark_metadata} was listed. */
    public static Report of(String location, LogListing listing) {
        OptionalLong newest = listing.latest();
        List<String> missing = SinkLogGaps.of(listing);
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("output", Cell.text(location)));
        facts.add(new Fact(
                "log files",
                Cell.count(listing.batches().size() + listing.compacts().size())));
        if (!listing.compacts().isEmpty()) {
            facts.add(new Fact(
                    "compacted at",
                    Cell.text("batch " + listing.compacts().last().orElseThrow())));
        }
        JsonObject document = JsonObject.builder()
                .put("kind", "fileSinkOutput")
                .put("location", location)
                .put("newestBatch", newest.isPresent() ? JsonNumber.of(newest.getAsLong()) : null)
                .put("missing", JsonArray.of(missing, JsonText::new))
                .put("findings", FindingView.documents(List.of()))
                .build();
        return new Report(
                "show",
                missing.isEmpty() ? Outcome.FINE : Outcome.WRONG,
                List.of(verdict(newest, missing), new Block.Facts(facts)),
                document);
    }

    private static Block.Verdict verdict(OptionalLong newest, List<String> missing) {
        if (newest.isEmpty()) {
            return new Block.Verdict(
                    Tone.PLAIN, "The output directory of a file sink that has written no batch", "", "");
        }
        if (!missing.isEmpty()) {
            return new Block.Verdict(
                    Tone.BAD,
                    "The log of this file sink lacks " + String.join(", ", missing),
                    "Readers of the output and the sink itself open these files and fail",
                    "Restore them from a backup; they name the data files that belong to the output");
        }
        return new Block.Verdict(
                Tone.GOOD,
                "The output of a file sink, written up to batch " + newest.getAsLong(),
                "",
                "A query that starts here with batch " + newest.getAsLong()
                        + " or an earlier one writes nothing until it is past it: the sink skips batches it has");
    }
}
