package dev.tidemark.delta.verify;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.ActionFileReader;
import dev.tidemark.delta.action.ActionSink;
import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.FileAction;
import dev.tidemark.delta.action.Irregularity;
import dev.tidemark.delta.action.LineFault;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.Protocol;
import dev.tidemark.delta.action.Remove;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.delta.log.LogFileName;
import dev.tidemark.evidence.Damage;
import dev.tidemark.io.Storage;

/**
 * Log compactions against the commits they stand for: for each file the last word must be the same. Removes that a
 * compaction has dropped as expired are not missed.
 */
final class CompactionCheck {
    private final Storage table;
    private final Findings findings;
    private final List<Range> open = new ArrayList<>();

    /** The last word of a range of versions about each thing. */
    private static final class Range {
        private final LogFile file;
        private final long first;
        private final long last;
        private final Map<String, String> words = new HashMap<>();
        private boolean isWhole = true;

        Range(LogFile file, long first, long last) {
            this.file = file;
            this.first = first;
            this.last = last;
        }

        void take(Action action) {
            if (action instanceof FileAction fileAction && !(action instanceof dev.tidemark.delta.action.AddCdcFile)) {
                takeFile(fileAction);
            } else if (action instanceof Metadata metadata) {
                words.put("metaData", String.valueOf(metadata.id()) + metadata.schemaString());
            } else if (action instanceof Protocol protocol) {
                words.put("protocol", protocol.minReaderVersion() + "/" + protocol.minWriterVersion());
            } else if (action instanceof SetTransaction transaction) {
                words.put("txn " + transaction.appId(), Long.toString(transaction.version()));
            }
        }

        private void takeFile(FileAction action) {
            try {
                String key = LiveState.keyOf(action.path());
                if (action instanceof Add add) {
                    words.put(key + "\n" + LiveState.vectorOf(add.deletionVector()), "live " + add.sizeBytes());
                } else if (action instanceof Remove remove) {
                    words.put(key + "\n" + LiveState.vectorOf(remove.deletionVector()), "removed");
                }
            } catch (URISyntaxException malformed) {
                isWhole = false;
            }
        }
    }

    CompactionCheck(Storage table, List<LogFile> compactions, Findings findings) {
        this.table = table;
        this.findings = findings;
        for (LogFile file : compactions) {
            LogFileName.Compaction name = (LogFileName.Compaction) file.name();
            open.add(new Range(file, name.version(), name.endVersion()));
        }
    }

    /** The sink of a commit's check, and beside it every compaction that covers the version. */
    ActionSink alongside(long version, ActionSink check) {
        List<Range> covering = open.stream()
                .filter(range -> range.first <= version && version <= range.last)
                .toList();
        if (covering.isEmpty()) {
            return check;
        }
        return new ActionSink() {
            @Override
            public void accept(Action action, long line) {
                covering.forEach(range -> range.take(action));
                check.accept(action, line);
            }

            @Override
            public void irregular(Irregularity irregularity, long line) {
                check.irregular(irregularity, line);
            }

            @Override
            public void damaged(LineFault fault, Damage damage, long line) {
                check.damaged(fault, damage, line);
            }
        };
    }

    /** Compares the compactions that end with a version. */
    void finished(long version, boolean isReadable) throws IOException {
        for (Range range : List.copyOf(open)) {
            if (!isReadable && range.first <= version && version <= range.last) {
                range.isWhole = false;
            }
            if (range.last == version) {
                open.remove(range);
                compare(range);
            }
        }
    }

    private void compare(Range range) throws IOException {
        Range compaction = new Range(range.file, range.first, range.last);
        List<Damage> damages = new ArrayList<>();
        try (InputStream in = table.open(range.file.path())) {
            ActionFileReader.read(in, range.file.location(), ActionDetail.STATE, new ActionSink() {
                @Override
                public void accept(Action action, long line) {
                    compaction.take(action);
                }

                @Override
                public void damaged(LineFault fault, Damage damage, long line) {
                    damages.add(damage);
                }
            });
        } catch (FileNotFoundException gone) {
            findings.notChecked(range.file.path() + ": it is gone");
            return;
        }
        for (Damage damage : damages) {
            findings.add(
                    VerifyRule.LINE_UNREADABLE,
                    range.file.path().value(),
                    "expected " + damage.expected() + ", found " + damage.found(),
                    damage.at());
        }
        if (!range.isWhole || !damages.isEmpty()) {
            return;
        }
        findings.countChecked("compactions");
        Set<String> wrong = new HashSet<>();
        Set<String> keys = new HashSet<>(range.words.keySet());
        keys.addAll(compaction.words.keySet());
        for (String key : keys) {
            String expected = range.words.get(key);
            String found = compaction.words.get(key);
            boolean isExpired = found == null && "removed".equals(expected);
            if (!isExpired && !Objects.equals(expected, found)) {
                wrong.add(key.replace("\n", " ").trim());
            }
        }
        if (!wrong.isEmpty()) {
            findings.add(
                    VerifyRule.COMPACTION_DIFFERS,
                    range.file.path().value(),
                    "the compaction and its commits disagree about "
                            + wrong.stream().sorted().findFirst().orElse("")
                            + (wrong.size() > 1 ? " and " + (wrong.size() - 1) + " more" : ""),
                    range.file.location());
        }
    }
}
