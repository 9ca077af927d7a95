package dev.tidemark.compat;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import dev.tidemark.compat.QueryChange.DelayOfFirstRunChanged;
import dev.tidemark.compat.QueryChange.SourceAdded;
import dev.tidemark.compat.QueryChange.SourceKindChanged;
import dev.tidemark.compat.QueryChange.SourceMoved;
import dev.tidemark.compat.QueryChange.SourceOptionChanged;
import dev.tidemark.compat.QueryChange.SourceRemoved;
import dev.tidemark.compat.QueryChange.SourcesSwapped;
import dev.tidemark.compat.QueryChange.TopicsChanged;
import dev.tidemark.compat.QueryChange.WatermarkChanged;
import dev.tidemark.compat.QueryShape.OffsetKind;
import dev.tidemark.compat.QueryShape.WatermarkShape;

import static dev.tidemark.diagnosis.Severity.ERROR;
import static dev.tidemark.diagnosis.Severity.FATAL;
import static dev.tidemark.diagnosis.Severity.INFO;
import static dev.tidemark.diagnosis.Severity.WARNING;

/** What Spark makes of changed sources and watermarks. */
final class SourceEffects {
    private static final String COUNT_ERROR = "AssertionError";
    private static final String NEW_CHECKPOINT =
            "keep the sources and their order; another set of sources needs a new checkpoint";
    private static final Set<String> LIMITS = Set.of(
            "maxfilespertrigger",
            "maxbytespertrigger",
            "maxoffsetspertrigger",
            "minoffsetspertrigger",
            "maxtriggerdelay",
            "latestfirst",
            "maxfileage",
            "rowspersecond",
            "numpartitions",
            "rampuptime",
            "rowsperbatch");

    private final CheckpointShape before;
    private final EffectDraft.Places places;

    SourceEffects(CheckpointShape before, EffectDraft.Places places) {
        this.before = before;
        this.places = places;
    }

    Optional<EffectDraft> of(QueryChange change) {
        if (change instanceof SourceAdded added) {
            return Optional.of(added(added));
        } else if (change instanceof SourceRemoved removed) {
            return Optional.of(removed(removed));
        } else if (change instanceof SourceKindChanged kind) {
            return Optional.of(kind(kind));
        } else if (change instanceof SourcesSwapped swapped) {
            return Optional.of(swapped(swapped));
        } else if (change instanceof SourceMoved moved) {
            return Optional.of(moved(moved));
        } else if (change instanceof TopicsChanged topics) {
            return Optional.of(topics(topics));
        } else if (change instanceof SourceOptionChanged option) {
            return Optional.of(option(option));
        } else if (change instanceof WatermarkChanged watermark) {
            return Optional.of(watermark(watermark));
        } else if (change instanceof DelayOfFirstRunChanged delay) {
            return Optional.of(new EffectDraft(CompatRule.WATERMARK_CHANGED, INFO)
                    .says("the state was begun with a watermark delay of " + text(delay.firstMs())
                            + ", which the query no longer has")
                    .then(
                            "accepted: the delay stands in the schema of the state and is not compared. The watermark never"
                                    + " goes back; a longer delay holds it where it is until the data catch up")
                    .todo("nothing"));
        }
        return Optional.empty();
    }

    private EffectDraft added(SourceAdded change) {
        String says = change.source().text() + " is new, as source " + change.position();
        if (before.namesSources()) {
            return new EffectDraft(CompatRule.SOURCE_ADDED, INFO)
                    .says(says)
                    .then("sources have names here: the new one is read from its beginning, the others go on. A source"
                            + " that was only renamed is a new one too, and is read again")
                    .todo("if it was renamed, keep the old name")
                    .at(places.offsets());
        } else if (before.keepsOffsetsById()) {
            return new EffectDraft(CompatRule.SOURCE_ADDED, WARNING)
                    .says(says)
                    .then(
                            "an offset log of version 2 without names goes by position: a source at the end is read from its"
                                    + " beginning; one before others takes their offsets, without a word")
                    .todo("add it behind all others")
                    .at(places.offsets());
        }
        return new EffectDraft(CompatRule.SOURCE_ADDED, FATAL)
                .says(says + ", and the checkpoint has offsets of other sources only")
                .then("Spark counts sources and stops at the start")
                .todo(NEW_CHECKPOINT)
                .fails(COUNT_ERROR)
                .at(places.offsets());
    }

    private EffectDraft removed(SourceRemoved change) {
        String says = "the " + change.source().text() + " of the checkpoint, source " + change.position()
                + ", is no longer in the query";
        if (before.namesSources() || before.keepsOffsetsById()) {
            return new EffectDraft(CompatRule.SOURCE_REMOVED, before.namesSources() ? INFO : WARNING)
                    .says(says)
                    .then("its offsets are forgotten with the next batch; when it comes back, it is read from its"
                            + " beginning" + (before.namesSources() ? "" : ". Sources behind it take its offsets"))
                    .todo("nothing, when it is meant")
                    .at(places.offsets());
        }
        return new EffectDraft(CompatRule.SOURCE_REMOVED, FATAL)
                .says(says)
                .then("Spark counts sources and stops at the start")
                .todo(NEW_CHECKPOINT + "; a source that reads an empty directory or topic can stand in its place")
                .fails(COUNT_ERROR)
                .at(places.offsets());
    }

    private EffectDraft kind(SourceKindChanged change) {
        return new EffectDraft(CompatRule.SOURCE_KIND_CHANGED, FATAL)
                .says("source " + change.position() + " was a " + change.from().word() + " source and is a "
                        + change.to().word() + " source now")
                .then(
                        "the new source cannot read the offset of the old one: the query fails with an error about JSON or a"
                                + " number, which names neither")
                .todo(
                        "start on a new checkpoint; the new source has other positions, so that nothing can be carried over")
                .at(places.offsets());
    }

    private EffectDraft swapped(SourcesSwapped change) {
        boolean isDelta = change.kind() == OffsetKind.DELTA;
        boolean isRefused = isDelta || change.kind() == OffsetKind.FILES;
        return new EffectDraft(CompatRule.SOURCES_SWAPPED, isRefused ? FATAL : ERROR)
                .says("sources " + change.first() + " and " + change.second() + " changed places")
                .then(
                        isDelta
                                ? "each finds the offset of another table, and stops"
                                : isRefused
                                        ? "each finds files of another directory in its own log, and stops"
                                        : "each goes on from the other's offset, without a word: rows are lost or doubled")
                .todo("keep the order of the sources")
                .fails(
                        isDelta
                                ? "DIFFERENT_DELTA_TABLE_READ_BY_STREAMING_SOURCE"
                                : isRefused ? "IllegalArgumentException" : null)
                .at(places.offsets());
    }

    private EffectDraft moved(SourceMoved change) {
        String says = "source " + change.position() + " read " + change.from() + " and reads " + change.to() + " now";
        return switch (change.kind()) {
            case DELTA ->
                new EffectDraft(CompatRule.SOURCE_MOVED, WARNING)
                        .says(says)
                        .then(
                                "Delta compares the table's id, not its path: the same table elsewhere goes on, another one"
                                        + " is refused (DIFFERENT_DELTA_TABLE_READ_BY_STREAMING_SOURCE)")
                        .todo("see that it is the same table, such as a copy of the whole directory")
                        .at(places.offsets());
            case FILES ->
                new EffectDraft(CompatRule.SOURCE_MOVED, ERROR)
                        .says(says)
                        .then("the path is not recorded, files are known by their whole path: every file in the new"
                                + " directory is new. A batch that is run again reads the old files, and can fail")
                        .todo("when the files are the same ones, expect them to be read again; else start on a new"
                                + " checkpoint")
                        .at(places.offsets());
            default ->
                new EffectDraft(CompatRule.SOURCE_MOVED, WARNING)
                        .says(says)
                        .then(
                                "the checkpoint does not record where the source reads: it goes on from the old offset in the"
                                        + " new place")
                        .todo("see that the offset means the same there")
                        .at(places.offsets());
        };
    }

    private EffectDraft topics(TopicsChanged change) {
        boolean isLoss = !change.removed().isEmpty();
        String says = "source " + change.position() + " reads other topics:"
                + (change.added().isEmpty() ? "" : " new " + String.join(", ", change.added()))
                + (isLoss ? " gone " + String.join(", ", change.removed()) : "");
        return new EffectDraft(CompatRule.SOURCE_MOVED, isLoss ? ERROR : INFO)
                .says(says)
                .then(
                        isLoss
                                ? "partitions of a topic that is gone count as lost: the query fails with KAFKA_DATA_LOSS"
                                        + " while failOnDataLoss is true; without it what was not read yet is left out"
                                : "accepted: a new topic is read from its earliest offset, whatever startingOffsets says")
                .todo(
                        isLoss
                                ? "let the query read the old topics to their end first, or set failOnDataLoss to false and"
                                        + " know what is left out"
                                : "nothing, when its whole history is wanted")
                .at(places.offsets());
    }

    private EffectDraft option(SourceOptionChanged change) {
        String name = change.option();
        String says = change.from() == null && change.to() != null
                ? name + "=" + change.to() + " is set"
                : change.to() == null
                        ? name + " was " + change.from() + " and is not set now"
                        : name + " changes from " + change.from() + " to " + change.to();
        if (SourceComparison.isStart(name)) {
            return new EffectDraft(CompatRule.SOURCE_OPTION_CHANGED, INFO)
                    .says(says)
                    .then(
                            "ignored: the checkpoint has offsets, and the option only says where a query without any begins")
                    .todo("to begin elsewhere, start on a new checkpoint");
        } else if (LIMITS.contains(name.toLowerCase(Locale.ROOT))) {
            return new EffectDraft(CompatRule.SOURCE_OPTION_CHANGED, INFO)
                    .says(says)
                    .then(
                            "accepted: it holds from the next planned batch on; a batch that is run again keeps its offsets")
                    .todo("nothing");
        }
        return new EffectDraft(CompatRule.SOURCE_OPTION_CHANGED, INFO)
                .says(says)
                .then("options are not recorded: the new value holds at once, for a batch that is run again too")
                .todo("see that what was read before and what is read now go together");
    }

    private EffectDraft watermark(WatermarkChanged change) {
        WatermarkShape from = change.from();
        WatermarkShape to = change.to();
        EffectDraft draft = new EffectDraft(CompatRule.WATERMARK_CHANGED, WARNING);
        if (from == null && to != null) {
            return draft.says("a watermark of " + text(to) + " is new")
                    .then(
                            "accepted where the state's schema allows it: state is evicted from now on, and rows behind the"
                                    + " watermark are dropped")
                    .todo("expect a wave of results when old windows close");
        } else if (to == null && from != null) {
            return draft.says("the watermark of " + text(from) + " is gone")
                    .then(
                            "without any watermark state is never evicted again and append mode writes no more windows; the"
                                    + " recorded watermark stays where it is")
                    .todo("keep a watermark on every source that state depends on");
        } else if (from == null || to == null) {
            return draft.says("the watermark changed");
        } else if (from.column() != null && !from.column().equals(to.column())) {
            return draft.says("the watermark is on " + to.column() + " and was on " + from.column())
                    .then("accepted: the recorded watermark holds for the new column too, so that rows whose "
                            + to.column() + " lies behind it are dropped as late")
                    .todo("hold the times of the new column against the watermark (tidemark show)");
        }
        boolean isLonger = to.delayMs() > from.delayMs();
        return new EffectDraft(CompatRule.WATERMARK_CHANGED, INFO)
                .says("the watermark delay changes from " + text(from.delayMs()) + " to " + text(to.delayMs()))
                .then(
                        isLonger
                                ? "accepted: the watermark never goes back, it stands still until the data are so far ahead"
                                : "accepted: the watermark jumps on with the next data, and what is behind it then is"
                                        + " late")
                .todo("nothing");
    }

    private static String text(WatermarkShape watermark) {
        return text(watermark.delayMs()) + (watermark.column() == null ? "" : " on " + watermark.column());
    }

    private static String text(long ms) {
        if (ms < 0) {
            return "an unknown time";
        }
        return ms % 60_000 == 0 && ms > 0 ? ms / 60_000 + " min" : ms % 1000 == 0 ? ms / 1000 + " s" : ms + " ms";
    }
}
