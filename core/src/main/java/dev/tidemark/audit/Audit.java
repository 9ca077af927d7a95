package dev.tidemark.audit;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.PatternSyntaxException;

import dev.tidemark.diagnosis.Finding;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/**
 * Goes through roots, examines what it finds there and ties it together. Results leave as they come; of an item stay its
 * keys alone.
 */
public final class Audit {
    private final Places places;
    private final int maxDepth;
    private final AuditTally tally = new AuditTally();
    private final Relations relations = new Relations();
    private final Set<String> known = new HashSet<>();

    /** An audit that has seen nothing. */
    public Audit(Places places, int maxDepth) {
        this.places = places;
        this.maxDepth = maxDepth;
    }

    /** What was counted so far. */
    public AuditTally tally() {
        return tally;
    }

    /** Takes over what an earlier run found out; what it could not tell is examined again. */
    public void resume(AuditLog.Entry entry) {
        if (entry.verdict() == ItemVerdict.UNKNOWN || entry.verdict() == ItemVerdict.BUG || !known.add(place(entry))) {
            return;
        }
        tally.add(entry.item().kind(), entry.verdict());
        entry.findings().forEach(finding -> tally.add(finding.severity(), finding.rule()));
        relations.add(entry.item(), entry.keys());
    }

    private static String place(AuditLog.Entry entry) {
        return entry.item().place();
    }

    /** Counts a result and keeps its keys; to be called for each result in its order. */
    public void take(ItemResult result) {
        tally.add(result.item().kind(), result.verdict());
        tally.add(result.findings());
        relations.add(result.item(), result.keys());
    }

    /** What the items have to do with each other, once all were taken; counted too. */
    public List<Finding> relations() {
        List<Finding> findings = relations.findings();
        tally.add(findings);
        return findings;
    }

    /** Walks a root, or all that a pattern stands for, and submits what is found and not known yet. */
    public void walk(String root, AuditRun run) throws IOException {
        if (!RootPattern.isPattern(root) || exists(root)) {
            walkPlace(root, run);
            return;
        }
        List<String> matches;
        try {
            matches = RootPattern.expand(root, places);
        } catch (PatternSyntaxException malformed) {
            nothing(root, "It is no pattern: " + malformed.getDescription(), run);
            return;
        } catch (IOException refused) {
            nothing(root, "It could not be listed: " + text(refused), run);
            return;
        }
        if (matches.isEmpty()) {
            nothing(root, "The pattern matches no directory", run);
        }
        for (String match : matches) {
            walkPlace(match, run);
        }
    }

    private boolean exists(String root) {
        try (Storage storage = places.open(root)) {
            return storage.stat(StoragePath.ROOT).isPresent();
        } catch (IOException refused) {
            return false;
        }
    }

    private void walkPlace(String root, AuditRun run) throws IOException {
        String base = root.length() > 1 && root.endsWith("/") ? root.substring(0, root.length() - 1) : root;
        Walk walk = new Walk(base, run);
        try (Storage storage = places.open(base)) {
            Discovery.walk(storage, maxDepth, walk);
        } catch (IOException refused) {
            if (walk.broken != null) {
                throw refused;
            }
            nothing(root, "It could not be opened: " + text(refused), run);
            return;
        }
        if (walk.found == 0) {
            nothing(root, "There is no checkpoint, no Delta table and no file sink's output below it", run);
        }
    }

    /** A root that leads to nothing is an item of its own, and never passes for well. */
    private void nothing(String root, String reason, AuditRun run) throws IOException {
        if (known.add(root)) {
            run.submit(ItemResult.unknown(new AuditItem(ItemKind.PLACE, root), reason));
        }
    }

    private static String text(IOException refused) {
        String message = refused.getMessage();
        return refused instanceof FileNotFoundException
                ? "there is no such directory"
                : message == null ? refused.getClass().getSimpleName() : message;
    }

    /** Submits what a walk finds. */
    private final class Walk implements Discovery.Sink {
        private final String base;
        private final AuditRun run;
        private long found;
        private @org.jspecify.annotations.Nullable IOException broken;

        Walk(String base, AuditRun run) {
            this.base = base;
            this.run = run;
        }

        @Override
        public void found(ItemKind kind, StoragePath path) throws IOException {
            found++;
            String place = at(path);
            if (known.add(place)) {
                submit(() -> run.submit(new AuditItem(kind, place)));
            }
        }

        @Override
        public void refused(StoragePath path, IOException reason) throws IOException {
            found++;
            submit(() -> nothing(at(path), "It could not be listed: " + text(reason), run));
        }

        private String at(StoragePath path) {
            String prefix = base.endsWith("/") ? base : base + "/";
            return path.isRoot() ? base : prefix + path.value();
        }

        /** A result that cannot be written is no trouble of the root, and ends the audit. */
        private void submit(Submission submission) throws IOException {
            try {
                submission.run();
            } catch (IOException unwritable) {
                broken = unwritable;
                throw unwritable;
            }
        }
    }

    private interface Submission {
        void run() throws IOException;
    }
}
