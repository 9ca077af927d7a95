package dev.tidemark.diagnosis.rules;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SourceExhibit;
import dev.tidemark.source.SourceOffset;

/** The query is described with another kind of source than the offset was written by. */
final class SourceKindDiffers extends SourceRule {
    private static final Set<String> FILES = Set.of("parquet", "json", "csv", "orc", "text", "avro", "xml");

    SourceKindDiffers() {
        super("SRC-003");
    }

    @Override
    Optional<Finding> check(CaseFile file, SourceExhibit source) {
        Optional<String> format =
                source.described().map(described -> described.format().toLowerCase(Locale.ROOT));
        Optional<SourceExhibit.Position> newest = source.newest();
        if (format.isEmpty()
                || newest.isEmpty()
                || fits(format.get(), newest.get().offset())) {
            return Optional.empty();
        }
        return Optional.of(finding(
                Severity.FATAL,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "Source " + source.sourceId() + " is described as " + format.get()
                                + ", and its offset is none that such a source writes: "
                                + newest.get().line().text(),
                        "The source fails on the offset with an error that names neither the file nor the cause",
                        "Give the query the sources that the checkpoint was made with, in their order, or begin a new"
                                + " checkpoint"),
                newest.get().line().at()));
    }

    private static boolean fits(String format, SourceOffset offset) {
        if (format.equals("delta")) {
            return offset instanceof SourceOffset.Delta;
        } else if (format.equals("kafka")) {
            return offset instanceof SourceOffset.Kafka;
        } else if (FILES.contains(format)) {
            return offset instanceof SourceOffset.FileLog || offset instanceof SourceOffset.Whole;
        } else if (format.equals("rate")) {
            return offset instanceof SourceOffset.Whole || offset instanceof SourceOffset.ContinuousRate;
        } else if (format.equals("rate-micro-batch")) {
            return offset instanceof SourceOffset.RateMicroBatch;
        }
        return true;
    }
}
