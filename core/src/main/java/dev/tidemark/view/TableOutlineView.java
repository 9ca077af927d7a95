package dev.tidemark.view;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;

import dev.tidemark.delta.log.LogFileName;
import dev.tidemark.delta.log.LogListing;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.report.Block;
import dev.tidemark.report.Block.Fact;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;

/** A Delta table as far as the names in its log tell. */
public final class TableOutlineView {
    private TableOutlineView() {}

    /** A table whose log was listed. */
    public static Report of(String location, LogListing listing) {
        TreeSet<Long> commits = new TreeSet<>();
        listing.ofKind(LogFileName.Commit.class)
                .forEach(file -> file.name().versionIfAny().ifPresent(commits::add));
        TreeSet<Long> checkpoints = new TreeSet<>();
        listing.ofKind(LogFileName.Checkpoint.class)
                .forEach(file -> file.name().versionIfAny().ifPresent(checkpoints::add));
        OptionalLong newest = newest(commits, checkpoints);
        Tone tone = newest.isPresent() ? Tone.PLAIN : Tone.WARN;
        String headline =
                newest.isPresent() ? "A Delta table at version " + newest.getAsLong() : "A Delta log without a version";
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("table", Cell.text(location)));
        facts.add(new Fact("commits", range(commits)));
        facts.add(new Fact("checkpoints", range(checkpoints)));
        facts.add(new Fact("files in the log", Cell.count(listing.files().size())));
        JsonObject document = JsonObject.builder()
                .put("kind", "deltaTable")
                .put("location", location)
                .put("version", newest.isPresent() ? JsonNumber.of(newest.getAsLong()) : null)
                .put("commits", commits.size())
                .put("checkpoints", JsonArray.of(checkpoints, JsonNumber::of))
                .put("logFiles", listing.files().size())
                .put("findings", FindingView.documents(List.of()))
                .build();
        String remedy = "tidemark table replay shows what the table holds";
        return new Report(
                "show",
                newest.isPresent() ? Outcome.FINE : Outcome.UNKNOWN,
                List.of(new Block.Verdict(tone, headline, "", remedy), new Block.Facts(facts)),
                document);
    }

    private static OptionalLong newest(TreeSet<Long> commits, TreeSet<Long> checkpoints) {
        if (commits.isEmpty() && checkpoints.isEmpty()) {
            return OptionalLong.empty();
        }
        long commit = commits.isEmpty() ? -1 : commits.last();
        return OptionalLong.of(checkpoints.isEmpty() ? commit : Math.max(commit, checkpoints.last()));
    }

    private static Cell range(TreeSet<Long> versions) {
        if (versions.isEmpty()) {
            return Cell.text("none");
        }
        String all = versions.first().equals(versions.last())
                ? "version " + versions.first()
                : "versions " + versions.first() + " to " + versions.last();
        return Cell.text(versions.size() + ", " + all);
    }
}
