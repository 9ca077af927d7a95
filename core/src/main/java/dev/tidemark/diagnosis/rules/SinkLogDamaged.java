package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SinkExhibit;

/** A file of the output's log cannot be read. */
final class SinkLogDamaged extends CaseRule {
    SinkLogDamaged() {
        super("SNK-014");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        return file.fileSink().map(this::check).orElse(List.of());
    }

    /** The findings about an output by itself. */
    List<Finding> check(SinkExhibit.FileSink sink) {
        return sink.damages().stream()
                .limit(5)
                .map(damage -> finding(
                        Severity.FATAL,
                        Confidence.CERTAIN,
                        new Finding.Explanation(
                                damage.at() + " cannot be read: " + Damages.words(damage),
                                "The sink fails when it compacts the log, readers of the output fail now",
                                "Restore the file from a backup; without one the data files of its batch are in the directory"
                                        + " and belong to no batch"),
                        damage.at()))
                .toList();
    }
}
