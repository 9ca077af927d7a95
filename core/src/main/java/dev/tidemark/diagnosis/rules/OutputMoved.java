package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SinkExhibit;
import dev.tidemark.evidence.Location;

/** The output's log names data files in another directory. */
final class OutputMoved extends CaseRule {
    OutputMoved() {
        super("SNK-015");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        return file.fileSink().flatMap(this::check).map(List::of).orElse(List.of());
    }

    /** The finding about an output by itself. */
    Optional<Finding> check(SinkExhibit.FileSink sink) {
        return sink.elsewhere().isEmpty()
                ? Optional.empty()
                : Optional.of(finding(
                        Severity.INFO,
                        Confidence.LIKELY,
                        new Finding.Explanation(
                                "The output's log names files outside its directory, such as " + sink.elsewhere(),
                                "The log keeps absolute paths: a copied or moved output is read at its old place, and lost with"
                                        + " it",
                                "Nothing, if this is a copy to be looked at (--map OLD=NEW); else keep the old place"),
                        Location.of(sink.location() + "/_spark_metadata")));
    }
}
