package dev.tidemark.diagnosis.exhibit;

import java.util.Optional;

import dev.tidemark.checkpoint.offset.SourceLine;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.source.SourceOffset;
import org.jspecify.annotations.Nullable;

/**
 * One source of the query: where a restart reads from, and what it reads, as far as that is at hand.
 *
 * @param index its position in the plan
 * @param sourceId its id in the offset log
 * @param description as the query's owner describes it; null when nobody did
 * @param from where the next batch begins to read; null when it begins at the source's beginning
 * @param upTo where a batch that runs again stops reading; null when the next batch is planned anew
 * @param table what a Delta source reads
 * @param input what a file source reads
 */
public record SourceExhibit(
        int index,
        String sourceId,
        @Nullable SourceDescription description,
        @Nullable Position from,
        @Nullable Position upTo,
        Exhibit<SourceTable> table,
        Exhibit<InputFiles> input) {
    /**
     * A place in a source.
     *
     * @param batchId whose offset file names it
     */
    public record Position(long batchId, SourceLine line, SourceOffset offset) {
        /** The position as the Delta source has it. */
        public Optional<SourceOffset.Delta> delta() {
            return offset instanceof SourceOffset.Delta delta ? Optional.of(delta) : Optional.empty();
        }
    }

    /** As the query's owner describes it. */
    public Optional<SourceDescription> described() {
        return Optional.ofNullable(description);
    }

    /** Where the next batch begins to read. */
    public Optional<Position> start() {
        return Optional.ofNullable(from);
    }

    /** Where a batch that runs again stops reading. */
    public Optional<Position> end() {
        return Optional.ofNullable(upTo);
    }

    /** The newest position there is of it. */
    public Optional<Position> newest() {
        return end().or(this::start);
    }

    /** An option of the described source, in whatever case. */
    public Optional<String> option(String key) {
        return described().flatMap(source -> source.option(key));
    }

    /** Whether an option of the described source is {@code true}. */
    public boolean isSet(String key) {
        return option(key)
                .filter(value -> value.strip().equalsIgnoreCase("true"))
                .isPresent();
    }
}
