package dev.tidemark.diagnosis.exhibit;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.tidemark.checkpoint.log.BatchRange;
import dev.tidemark.checkpoint.log.LogListing;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.evidence.Damage;
import dev.tidemark.query.SinkDescription;
import org.jspecify.annotations.Nullable;

/** What a query writes into. */
public sealed interface SinkExhibit {
    /** Where it lies, for display. */
    String location();

    /** How it came to be taken for the sink. */
    Origin origin();

    /** How something came to be taken for the sink. */
    enum Origin {
        /** The query's owner says so. */
        DESCRIBED,
        /** It names the query's id. */
        IDENTIFIED,
        /** It lies nearby and nothing speaks against it. */
        NEARBY
    }

    /**
     * A Delta table.
     *
     * @param description null when nobody described it
     * @param headVersion the newest version; -1 when there is none
     * @param transactions how far each application has written, by its id
     * @param writers the queries that the newest commits name, with the batch that each wrote last
     * @param restores where the newest commits took the table back
     */
    record DeltaSink(
            String location,
            Origin origin,
            @Nullable SinkDescription description,
            long headVersion,
            Map<String, SetTransaction> transactions,
            Map<String, Long> writers,
            List<Restore> restores)
            implements SinkExhibit {
        /**
         * A RESTORE.
         *
         * @param version of its commit
         * @param undone the first and the last batch of each application whose commits it undid
         */
        public record Restore(long version, Map<String, BatchRange> undone) {
            public Restore {
                undone = Map.copyOf(undone);
            }
        }

        public DeltaSink {
            transactions = Map.copyOf(transactions);
            writers = Map.copyOf(writers);
            restores = List.copyOf(restores);
        }

        /** The application under which a user's own function writes, as the description says. */
        public Optional<String> applicationId() {
            return description == null ? Optional.empty() : description.option("txnAppId");
        }

        /** Whether the query writes through its own function and not through Delta's sink. */
        public boolean isForeachBatch() {
            return description != null && description.format().equalsIgnoreCase("foreachBatch");
        }
    }

    /**
     * The output directory of a file sink.
     *
     * @param listing of {@code _spark_metadata}
     * @param missing log files that a reader opens and that are not there
     * @param damages of the log files that were read
     * @param writtenAtMs when the newest file of a batch was written, as the log itself says, for the oldest and the newest
     *     batches that have a log file of their own
     * @param elsewhere a file that the log names and that lies outside the directory; empty when all lie inside
     * @param lost data files that the log names and that are not there; not at hand when none of them is
     */
    record FileSink(
            String location,
            Origin origin,
            LogListing listing,
            List<String> missing,
            List<Damage> damages,
            Map<Long, Long> writtenAtMs,
            String elsewhere,
            Exhibit<List<String>> lost)
            implements SinkExhibit {
        public FileSink {
            missing = List.copyOf(missing);
            damages = List.copyOf(damages);
            writtenAtMs = Map.copyOf(writtenAtMs);
        }
    }
}
