package dev.tidemark.diagnosis.rules;

import java.util.Optional;

import dev.tidemark.checkpoint.StreamMetadata;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.exhibit.SinkExhibit;
import dev.tidemark.evidence.Parsed;

/** How far the sink remembers a query, when it does. */
final class SinkPosition {
    private SinkPosition() {}

    /**
     * The newest batch that the sink has.
     *
     * @param isCertain whether it is known to be this query's
     */
    record Reached(long batchId, String location, boolean isCertain) {}

    static Optional<Reached> of(CaseFile file) {
        Optional<SinkExhibit.FileSink> output = file.fileSink();
        if (output.isPresent() && output.get().listing().latest().isPresent()) {
            return Optional.of(new Reached(
                    output.get().listing().latest().getAsLong(),
                    output.get().location() + "/_spark_metadata",
                    output.get().origin() == SinkExhibit.Origin.DESCRIBED));
        }
        Optional<String> id = file.checkpoint()
                .identity()
                .found()
                .flatMap(Parsed::value)
                .map(StreamMetadata::id)
                .map(Object::toString);
        return id.flatMap(known -> file.deltaSink()
                .flatMap(sink -> Optional.ofNullable(sink.transactions().get(known))
                        .map(transaction ->
                                new Reached(transaction.version(), sink.location() + "/_delta_log", true))));
    }
}
