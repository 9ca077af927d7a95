package dev.tidemark.progress;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.tidemark.evidence.Damage;

/**
 * What was read of a query's progress, in the order it was written.
 *
 * @param location where it was read, for display
 * @param reports of the query asked for; the newest when there are very many
 * @param idles triggers that found nothing
 * @param terminations how runs of it ended
 * @param others how many reports there were of other queries, by their id
 * @param damages the first few; {@code damaged} counts all
 */
public record ProgressLog(
        String location,
        List<QueryProgress> reports,
        List<ProgressLine.Idle> idles,
        List<ProgressLine.Terminated> terminations,
        Map<String, Long> others,
        List<Damage> damages,
        long damaged) {
    public ProgressLog {
        reports = List.copyOf(reports);
        idles = List.copyOf(idles);
        terminations = List.copyOf(terminations);
        others = Collections.unmodifiableMap(new TreeMap<>(others));
        damages = List.copyOf(damages);
    }

    /** The last report of each batch that ran. */
    public Map<Long, QueryProgress> byBatch() {
        Map<Long, QueryProgress> byBatch = new TreeMap<>();
        reports.stream()
                .filter(report -> report.timing().ranBatch())
                .forEach(report -> byBatch.put(report.batchId(), report));
        return byBatch;
    }

    /** How the newest run ended, when the log tells. */
    public Optional<ProgressLine.Terminated> newestTermination() {
        return terminations.isEmpty() ? Optional.empty() : Optional.of(terminations.get(terminations.size() - 1));
    }
}
