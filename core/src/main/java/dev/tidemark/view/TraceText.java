package dev.tidemark.view;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import dev.tidemark.checkpoint.offset.SourceLine;
import dev.tidemark.engine.EngineEvent;
import dev.tidemark.engine.Step;
import dev.tidemark.engine.TraceEntry;
import dev.tidemark.evidence.Location;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Tone;
import org.jspecify.annotations.Nullable;

/** The steps of a run for the eye: positions of sources in a few words, times as times. */
public final class TraceText {
    private TraceText() {}

    /** A line for each event; the batch and the step are named where they change. */
    public static Block table(List<TraceEntry> entries) {
        List<List<Cell>> rows = new ArrayList<>();
        Step step = null;
        Long batchId = null;
        for (TraceEntry entry : entries) {
            boolean isOtherBatch = !Objects.equals(entry.batchId(), batchId);
            batchId = entry.batchId();
            rows.add(List.of(
                    Cell.count(entry.number()),
                    isOtherBatch && batchId != null ? Cell.count(batchId) : Cell.text(""),
                    isOtherBatch || entry.step() != step
                            ? Cell.text(entry.step().word())
                            : Cell.text(""),
                    Cell.text(of(entry.event()), tone(entry.event()))));
            step = entry.step();
        }
        return new Block.Table(List.of("#", "batch", "step", "what"), rows);
    }

    private static Tone tone(EngineEvent event) {
        if (event instanceof EngineEvent.Died) {
            return Tone.BAD;
        }
        return event.isDurable() ? Tone.PLAIN : Tone.FAINT;
    }

    /** An event in one line. */
    public static String of(EngineEvent event) {
        if (event instanceof EngineEvent.OffsetAsked asked) {
            String latest = asked.latest();
            if (latest == null) {
                return event.text();
            }
            boolean isOld = latest.equals(asked.start());
            return "source " + asked.source() + (isOld ? " has nothing new: " : " goes up to ")
                    + offset(asked.source(), latest);
        } else if (event instanceof EngineEvent.SourceAsked asked) {
            String start = asked.start();
            return "ask source " + asked.source() + " for what is behind "
                    + (start == null ? "its beginning" : offset(asked.source(), start)) + ", up to "
                    + offset(asked.source(), asked.end());
        } else if (event instanceof EngineEvent.SourceCommitted committed) {
            return "tell source " + committed.source() + " that all up to "
                    + offset(committed.source(), committed.offset()) + " is done";
        } else if (event instanceof EngineEvent.WatermarkTaken taken && taken.nextMs() != null) {
            return taken.ms() == taken.nextMs()
                    ? "the watermark stays at " + time(taken.ms())
                    : "the watermark moves from " + time(taken.ms()) + " to " + time(taken.nextMs());
        } else if (event instanceof EngineEvent.TemporaryWritten temporary) {
            return "write " + shown(temporary.path());
        } else if (event instanceof EngineEvent.FileWritten written) {
            return "rename it to " + written.path();
        }
        return event.text();
    }

    private static String time(long ms) {
        return ms == 0 ? "none" : Instant.ofEpochMilli(ms).toString();
    }

    private static String offset(int source, String text) {
        return SourceOffsetView.text(new SourceLine(Location.of("offset"), Integer.toString(source), text));
    }

    /** A path without the id that Spark draws. */
    static String shown(String path) {
        return path.replace("00000000-0000-0000-0000-000000000000", "<id>");
    }

    /** The file that an event is about; null when it is about none. */
    static @Nullable String file(EngineEvent event) {
        if (event instanceof EngineEvent.FileWritten written) {
            return written.path();
        } else if (event instanceof EngineEvent.FileDeleted deleted) {
            return deleted.path();
        } else if (event instanceof EngineEvent.FileRead read) {
            return read.path();
        }
        return event instanceof EngineEvent.TemporaryWritten temporary ? temporary.path() : null;
    }
}
