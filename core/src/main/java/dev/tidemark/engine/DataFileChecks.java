package dev.tidemark.engine;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SinkDescription;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.source.SourceBatch;

/** What tasks meet in the data files of a batch. */
final class DataFileChecks {
    private final QueryDescription query;
    private final QueryStart start;
    private final EventTimes eventTimes;

    DataFileChecks(QueryDescription query, QueryStart start, EventTimes eventTimes) {
        this.query = query;
        this.start = start;
        this.eventTimes = eventTimes;
    }

    /**
     * Looks at the files that a batch reads.
     *
     * @param isReadByWriter whether the tasks that write into files are those that read
     * @throws QueryDeathException when one is lost or cannot be read
     * @throws UndecidedException when a parser may refuse a row
     */
    void require(Batch batch, List<SourceBatch> inputs, boolean isReadByWriter) throws IOException {
        for (int i = 0; i < inputs.size(); i++) {
            requireLenientParser(query.sources().get(i), inputs.get(i));
            Optional<String> lost = eventTimes.lostFile(i, inputs.get(i));
            if (lost.isPresent()) {
                throw start.deaths()
                        .death(
                                Step.RUN,
                                batch.batchId(),
                                null,
                                readFailure(isReadByWriter, start.errors().dataFileMissing(lost.get())),
                                Advices.dataFileMissing(lost.get()));
            }
            Optional<EventTimes.Unreadable> unreadable = eventTimes.unreadableFile(i, inputs.get(i));
            if (unreadable.isPresent()) {
                String file = unreadable.get().file();
                throw start.deaths()
                        .death(
                                Step.RUN,
                                batch.batchId(),
                                null,
                                readFailure(
                                        isReadByWriter,
                                        start.errors()
                                                .dataFileUnreadable(
                                                        file, unreadable.get().why())),
                                Advices.dataFileUnreadable(file));
            }
        }
    }

    private static void requireLenientParser(SourceDescription source, SourceBatch input) {
        boolean isStrict = source.option("mode")
                .filter(mode -> mode.trim().equalsIgnoreCase("FAILFAST"))
                .isPresent();
        if (isStrict && (input.files() == null || !input.files().isEmpty())) {
            throw new UndecidedException("whether every row of the source at " + source.path()
                    + " can be parsed, as the option mode FAILFAST asks, was not looked at");
        }
    }

    /** A file that cannot be read fails the task that reads it; without a shuffle that is the task that writes. */
    private SparkError readFailure(boolean isReadByWriter, SparkError error) {
        SinkDescription description = query.sink();
        if (isReadByWriter && description != null) {
            SparkError inWriter = start.errors().taskWriteFailed("file:" + description.path(), error);
            return start.errors().readFailed(inWriter);
        }
        return start.errors().readFailed(error);
    }
}
