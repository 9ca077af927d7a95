package dev.tidemark.delta.history;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.ActionFileReader;
import dev.tidemark.delta.action.ActionSink;
import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.CommitInfo;
import dev.tidemark.delta.action.LineFault;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.Protocol;
import dev.tidemark.delta.action.Remove;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.delta.log.LogFileName;
import dev.tidemark.evidence.Damage;
import dev.tidemark.io.Storage;
import org.jspecify.annotations.Nullable;

/** Reads commits one at a time, so that a history of any length costs the memory of one commit. */
public final class CommitReader {
    private static final int MOST_TROUBLES = 5;

    private CommitReader() {}

    /** Reads and sums up one commit; what cannot be read of it is one of its troubles. */
    public static TableCommit read(Storage table, LogFile file) throws IOException {
        Sum sum = new Sum();
        try (InputStream in = table.open(file.path())) {
            ActionFileReader.read(in, file.location(), ActionDetail.EVERYTHING, sum);
        } catch (FileNotFoundException gone) {
            sum.troubles.add("the file is gone");
        } catch (IOException refused) {
            sum.troubles.add("unreadable: " + refused.getMessage());
        }
        return sum.commit(file);
    }

    private static final class Sum implements ActionSink {
        private final List<SetTransaction> transactions = new ArrayList<>();
        private final List<String> troubles = new ArrayList<>();
        private @Nullable CommitInfo info;
        private long adds;
        private long addedBytes;
        private long removes;
        private long removedBytes;
        private boolean dataChange;
        private boolean metadata;
        private boolean protocol;

        @Override
        public void accept(Action action, long line) {
            if (action instanceof Add add) {
                adds++;
                addedBytes += add.sizeBytes();
                dataChange |= add.dataChange();
            } else if (action instanceof Remove remove) {
                removes++;
                removedBytes += remove.formerSizeBytes().orElse(0);
                dataChange |= remove.dataChange();
            } else if (action instanceof SetTransaction transaction) {
                transactions.add(transaction);
            } else if (action instanceof CommitInfo found && info == null) {
                info = found;
            }
            metadata |= action instanceof Metadata;
            protocol |= action instanceof Protocol;
        }

        @Override
        public void damaged(LineFault fault, Damage damage, long line) {
            if (troubles.size() < MOST_TROUBLES) {
                troubles.add("line " + line + ": expected " + damage.expected() + ", found " + damage.found());
            }
        }

        TableCommit commit(LogFile file) {
            long modifiedAtMs = file.entry().modifiedAtMs();
            CommitInfo found = info;
            long committedAtMs =
                    found == null ? modifiedAtMs : found.inCommitTimestampMs().orElse(modifiedAtMs);
            return new TableCommit(
                    ((LogFileName.Versioned) file.name()).version(),
                    file,
                    committedAtMs,
                    found,
                    new TableCommit.Changes(adds, addedBytes, removes, removedBytes, dataChange, metadata, protocol),
                    transactions,
                    troubles);
        }
    }
}
