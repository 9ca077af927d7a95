package dev.tidemark.diagnosis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.exhibit.CopyMarks;
import dev.tidemark.diagnosis.exhibit.Exhibit;
import dev.tidemark.diagnosis.exhibit.Leftover;
import dev.tidemark.diagnosis.exhibit.RestartOutlook;
import dev.tidemark.diagnosis.exhibit.SinkExhibit;
import dev.tidemark.diagnosis.exhibit.SourceExhibit;
import dev.tidemark.diagnosis.exhibit.StateExhibit;
import dev.tidemark.query.QueryDescription;
import org.jspecify.annotations.Nullable;

/**
 * All that is at hand about one stream: its checkpoint, and of the rest what could be found.
 *
 * @param description the query as its owner describes it; null when nobody did
 * @param leftovers temporary files in the logs beside the files that they were to become
 * @param sources in the order of the plan
 * @param nowMs the moment that retention is counted from, epoch milliseconds; empty when none was given
 */
public record CaseFile(
        CheckpointSurvey checkpoint,
        @Nullable QueryDescription description,
        List<Leftover> leftovers,
        CopyMarks copy,
        Exhibit<StateExhibit> state,
        List<SourceExhibit> sources,
        Exhibit<SinkExhibit> sink,
        Exhibit<RestartOutlook> restart,
        OptionalLong nowMs) {
    public CaseFile {
        leftovers = List.copyOf(leftovers);
        sources = List.copyOf(sources);
    }

    /** The query as its owner describes it. */
    public Optional<QueryDescription> query() {
        return Optional.ofNullable(description);
    }

    /** The sink, when it is a Delta table that is at hand. */
    public Optional<SinkExhibit.DeltaSink> deltaSink() {
        return sink.found().filter(SinkExhibit.DeltaSink.class::isInstance).map(SinkExhibit.DeltaSink.class::cast);
    }

    /** The sink, when it is a file sink's output that is at hand. */
    public Optional<SinkExhibit.FileSink> fileSink() {
        return sink.found().filter(SinkExhibit.FileSink.class::isInstance).map(SinkExhibit.FileSink.class::cast);
    }

    /** What should have been looked at and was not at hand, a clause each. */
    public List<String> notAtHand() {
        List<String> reasons = new ArrayList<>();
        add(reasons, state);
        state.found().ifPresent(found -> reasons.addAll(found.rows().notRead()));
        for (SourceExhibit source : sources) {
            add(reasons, source.table());
            source.table().found().ifPresent(table -> add(reasons, table.missing()));
            add(reasons, source.input());
        }
        add(reasons, sink);
        fileSink().ifPresent(output -> add(reasons, output.lost()));
        add(reasons, restart);
        return reasons;
    }

    private static void add(List<String> reasons, Exhibit<?> exhibit) {
        if (!exhibit.whyNot().isEmpty() && !reasons.contains(exhibit.whyNot())) {
            reasons.add(exhibit.whyNot());
        }
    }
}
