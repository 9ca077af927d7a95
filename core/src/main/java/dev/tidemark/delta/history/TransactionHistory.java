package dev.tidemark.delta.history;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import dev.tidemark.delta.action.CommitInfo;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.delta.log.LogFileName;
import dev.tidemark.delta.log.LogListing;
import dev.tidemark.io.Storage;

/** What the newest commits of a table tell of the streams that wrote to it. */
public final class TransactionHistory {
    private static final String QUERY_ID = "queryId";

    private final Map<String, TreeMap<Long, Long>> versionsByApplication = new TreeMap<>();
    private final Map<String, TreeSet<String>> queriesByApplication = new TreeMap<>();

    private TransactionHistory() {}

    /**
     * Reads the newest commits.
     *
     * @param most how many
     * @throws IOException when the log cannot be listed
     */
    public static TransactionHistory newest(Storage table, int most) throws IOException {
        TransactionHistory history = new TransactionHistory();
        List<LogFile> commits = new ArrayList<>(LogListing.of(table).ofKind(LogFileName.Commit.class));
        for (LogFile commit : commits.subList(Math.max(0, commits.size() - most), commits.size())) {
            if (commit.name() instanceof LogFileName.Versioned) {
                history.add(CommitReader.read(table, commit));
            }
        }
        return history;
    }

    private void add(TableCommit commit) {
        for (SetTransaction transaction : commit.transactions()) {
            versionsByApplication
                    .computeIfAbsent(transaction.appId(), unused -> new TreeMap<>())
                    .put(transaction.version(), commit.version());
            CommitInfo info = commit.info();
            if (info != null) {
                info.parameter(QUERY_ID)
                        .ifPresent(queryId -> queriesByApplication
                                .computeIfAbsent(transaction.appId(), unused -> new TreeSet<>())
                                .add(queryId));
            }
        }
    }

    /** The table version that each batch of an application made. */
    public Map<Long, Long> versionByBatch(String appId) {
        return new TreeMap<>(versionsByApplication.getOrDefault(appId, new TreeMap<>()));
    }

    /** The queries that used an application id. */
    public List<String> queries(String appId) {
        return List.copyOf(queriesByApplication.getOrDefault(appId, new TreeSet<>()));
    }
}
