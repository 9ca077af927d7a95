package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SinkExhibit;
import dev.tidemark.evidence.Location;

/** Data files that the output's log names are not there. */
final class OutputFilesLost extends CaseRule {
    OutputFilesLost() {
        super("SNK-013");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        return file.fileSink().flatMap(this::check).map(List::of).orElse(List.of());
    }

    /** The finding about an output by itself. */
    Optional<Finding> check(SinkExhibit.FileSink sink) {
        List<String> lost = sink.lost().found().orElse(List.of());
        return lost.isEmpty()
                ? Optional.empty()
                : Optional.of(finding(
                        Severity.ERROR,
                        Confidence.CERTAIN,
                        new Finding.Explanation(
                                Words.count(lost.size(), "data file")
                                        + " that the output's log names are not there, such as " + lost.get(0),
                                "Readers of the output fail on them; the sink does not look",
                                "Restore the files from a backup"),
                        Location.of(sink.location() + "/" + lost.get(0))));
    }
}
