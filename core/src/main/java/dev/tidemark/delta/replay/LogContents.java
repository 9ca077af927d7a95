package dev.tidemark.delta.replay;

import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BiConsumer;

import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.action.ActionSink;
import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.AddCdcFile;
import dev.tidemark.delta.action.CheckpointMetadata;
import dev.tidemark.delta.action.CommitInfo;
import dev.tidemark.delta.action.FileAction;
import dev.tidemark.delta.action.FileDetail;
import dev.tidemark.delta.action.Irregularity;
import dev.tidemark.delta.action.LineFault;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.Protocol;
import dev.tidemark.delta.action.Remove;
import dev.tidemark.delta.action.Sidecar;
import dev.tidemark.delta.action.UnknownAction;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.evidence.Damage;
import org.jspecify.annotations.Nullable;

/**
 * One file of a log, read: its actions as replay wants them, and all that was wrong. Filled by one thread, then handed to
 * another.
 */
final class LogContents implements ActionSink {
    /** Which actions are kept. */
    enum Kept {
        /** All. */
        ALL,
        /** No file actions: enough for protocol and metadata. */
        NO_FILES
    }

    /** A line that could not be read. */
    record BadLine(LineFault fault, Damage damage, long line) {}

    /** A line that some readers refuse. */
    record OddLine(Irregularity irregularity, long line) {}

    /** A path that is no URI. */
    record BadPath(String why, long line) {}

    /**
     * An action.
     *
     * @param pathKey identifies the file of a file action; empty for others
     * @param isFirstOfLine whether no other action of its line stands before it
     */
    record Entry(Action action, String pathKey, long line, boolean isFirstOfLine) {}

    private static final int MOST_FAULTS = 100;

    private final LogFile file;
    private final PathStyle style;
    private final Kept kept;

    /** File actions of plain paths stand for themselves; all else is an {@link Entry}. */
    private List<Object> actions = new ArrayList<>();

    /** The few of them that concern no file, to be found without a look at the many others. */
    private List<Entry> withoutFiles = new ArrayList<>();

    private final List<BadLine> badLines = new ArrayList<>();
    private final List<OddLine> oddLines = new ArrayList<>();
    private final List<BadPath> badPaths = new ArrayList<>();
    private final List<UnknownAction> unknown = new ArrayList<>();
    private final List<Sidecar> sidecars = new ArrayList<>();
    private int checkpointMarks;
    private @Nullable CommitInfo commitInfo;
    private boolean commitInfoIsFirst;
    private long actionsSeen;
    private long lastLine;
    private long arrayLine;
    private boolean hasEmptyPath;
    private @Nullable Problem problem;

    /** Why the file as a whole, or its rest, could not be read. */
    sealed interface Problem {
        /** It is not there. */
        record Missing() implements Problem {}

        /** A directory stands in its place. */
        record IsDirectory() implements Problem {}

        /** Its bytes are wrong. */
        record Broken(Damage damage, Part part) implements Problem {}

        /** Which part of a file is broken; readers fail on each in another way. */
        enum Part {
            /** It is no Parquet at all. */
            NOT_PARQUET,
            /** The footer makes no sense. */
            FOOTER,
            /** The rows. */
            ROWS
        }
    }

    LogContents(LogFile file, PathStyle style, Kept kept) {
        this.file = file;
        this.style = style;
        this.kept = kept;
    }

    @Override
    public void accept(Action action, long line) {
        boolean isFirstOfLine = line != lastLine || line == arrayLine;
        lastLine = line;
        actionsSeen++;
        if (action instanceof FileAction fileAction) {
            if (kept == Kept.ALL && !(action instanceof AddCdcFile)) {
                acceptFile(fileAction, line, isFirstOfLine);
            }
        } else if (action instanceof CommitInfo info) {
            if (commitInfo == null) {
                commitInfo = info;
                commitInfoIsFirst = actionsSeen == 1;
            }
            keep(new Entry(action, "", line, isFirstOfLine));
        } else if (action instanceof UnknownAction unknownAction) {
            if (unknown.size() < MOST_FAULTS) {
                unknown.add(unknownAction);
            }
        } else if (action instanceof Sidecar sidecar) {
            sidecars.add(sidecar);
        } else if (action instanceof CheckpointMetadata) {
            checkpointMarks++;
        } else {
            keep(new Entry(action, "", line, isFirstOfLine));
        }
    }

    private void keep(Entry withoutFile) {
        actions.add(withoutFile);
        withoutFiles.add(withoutFile);
    }

    private void acceptFile(FileAction action, long line, boolean isFirstOfLine) {
        String path = action.path();
        hasEmptyPath |= path.isEmpty();
        if (isFirstOfLine && style.keepsLines() == PathStyle.Lines.NO && PathKeys.isPlain(path)) {
            warmHash(path);
            actions.add(action);
            return;
        }
        try {
            String canonical = style == PathStyle.SPARK ? PathKeys.canonical(path) : path;
            actions.add(new Entry(withPath(action, canonical), PathKeys.key(canonical), line, isFirstOfLine));
        } catch (URISyntaxException malformed) {
            if (badPaths.size() < MOST_FAULTS) {
                badPaths.add(new BadPath(String.valueOf(malformed.getMessage()), line));
            }
        }
    }

    /** A text keeps its hash: computed here, by one of many readers, it costs the one thread that replays nothing. */
    private static void warmHash(String path) {
        if (path.hashCode() == 0) {
            // No hash is kept when it is 0; nothing is lost.
            return;
        }
    }

    private static FileAction withPath(FileAction action, String path) {
        if (action.path().equals(path)) {
            return action;
        }
        if (action instanceof Add add) {
            return new Add(
                    path,
                    add.partitionValues(),
                    add.sizeBytes(),
                    add.modificationTimeMs(),
                    add.dataChange(),
                    add.deletionVector(),
                    add.detail());
        }
        if (action instanceof Remove remove) {
            return new Remove(
                    path,
                    remove.deletionTimestampMs(),
                    remove.dataChange(),
                    remove.deletionVector(),
                    remove.former(),
                    FileDetail.NONE);
        }
        return action;
    }

    @Override
    public void irregular(Irregularity irregularity, long line) {
        if (irregularity.kind() == Irregularity.Kind.ARRAY_LINE) {
            arrayLine = line;
        }
        if (oddLines.size() < MOST_FAULTS) {
            oddLines.add(new OddLine(irregularity, line));
        }
    }

    @Override
    public void damaged(LineFault fault, Damage damage, long line) {
        if (badLines.size() < MOST_FAULTS) {
            badLines.add(new BadLine(fault, damage, line));
        }
    }

    void fail(Problem reason) {
        problem = reason;
    }

    LogFile file() {
        return file;
    }

    @Nullable
    Problem problem() {
        return problem;
    }

    boolean hasActions() {
        return actionsSeen > 0;
    }

    List<BadLine> badLines() {
        return badLines;
    }

    List<OddLine> oddLines() {
        return oddLines;
    }

    List<BadPath> badPaths() {
        return badPaths;
    }

    List<UnknownAction> unknown() {
        return unknown;
    }

    List<Sidecar> sidecars() {
        return sidecars;
    }

    int checkpointMarks() {
        return checkpointMarks;
    }

    @Nullable
    CommitInfo commitInfo() {
        return commitInfo;
    }

    boolean commitInfoIsFirst() {
        return commitInfoIsFirst;
    }

    /** Whether a line is told to hold a certain irregularity. */
    boolean isOdd(long line, Irregularity.Kind kind, String action, String field) {
        return oddLines.stream()
                .anyMatch(
                        odd -> odd.line() == line && odd.irregularity().equals(new Irregularity(kind, action, field)));
    }

    /** Hands over the first action of every line with its path key, in order. */
    void forEachFirst(BiConsumer<Action, String> each) {
        for (Object action : actions) {
            if (!(action instanceof Entry entry)) {
                each.accept((FileAction) action, ((FileAction) action).path());
            } else if (entry.isFirstOfLine()) {
                each.accept(entry.action(), entry.pathKey());
            }
        }
    }

    /** The last in-commit timestamp of the file. */
    OptionalLong inCommitTimestamp() {
        OptionalLong last = OptionalLong.empty();
        for (Entry entry : withoutFiles) {
            if (entry.action() instanceof CommitInfo info) {
                OptionalLong timestamp = info.inCommitTimestampMs();
                last = timestamp.isPresent() ? timestamp : last;
            }
        }
        return last;
    }

    /** Whether a file action has an empty path. */
    boolean hasEmptyPath() {
        return hasEmptyPath;
    }

    /** Lets go of the actions once they are replayed; what was wrong stays. */
    void forgetActions() {
        actions = List.of();
        withoutFiles = List.of();
    }

    /** Every action, where lines are kept. */
    List<Entry> entries() {
        return actions.stream().map(Entry.class::cast).toList();
    }

    /** Protocols and metadata in order, as they stand. */
    List<Entry> protocolsAndMetadata() {
        List<Entry> found = new ArrayList<>();
        for (Entry entry : withoutFiles) {
            if (entry.action() instanceof Protocol || entry.action() instanceof Metadata) {
                found.add(entry);
            }
        }
        return found;
    }
}
