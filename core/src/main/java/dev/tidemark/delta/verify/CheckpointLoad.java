package dev.tidemark.delta.verify;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.delta.TableFeature;
import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.ActionFileReader;
import dev.tidemark.delta.action.ActionSink;
import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.CheckpointMetadata;
import dev.tidemark.delta.action.DomainMetadata;
import dev.tidemark.delta.action.LineFault;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.Protocol;
import dev.tidemark.delta.action.Remove;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.delta.action.Sidecar;
import dev.tidemark.delta.checkpoint.CheckpointFileReader;
import dev.tidemark.delta.log.CheckpointFiles;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.delta.log.LogListing;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import org.jspecify.annotations.Nullable;

/** A checkpoint read whole, with its sidecars, into a state of its own; tells what is wrong inside it. */
final class CheckpointLoad implements ActionSink {
    private final Storage table;
    private final CheckpointFiles checkpoint;
    private final Findings findings;
    private final LiveState state = new LiveState();
    private final List<Sidecar> sidecars = new ArrayList<>();
    private Location file;
    private @Nullable CheckpointMetadata mark;
    private long rowCount;
    private long addCount;
    private boolean isWhole = true;

    CheckpointLoad(Storage table, CheckpointFiles checkpoint, Findings findings) {
        this.table = table;
        this.checkpoint = checkpoint;
        this.findings = findings;
        this.file = checkpoint.first().location();
    }

    /** Reads it all; false when a part of it could not be had. */
    boolean load() throws IOException {
        for (LogFile top : checkpoint.files()) {
            read(top.path(), top.name().value().endsWith(".json"), VerifyRule.CHECKPOINT_UNREADABLE);
        }
        CheckpointMetadata marked = mark;
        boolean isV2 = marked != null || checkpoint.kind() == CheckpointFiles.Kind.V2;
        if (isV2 && isWhole && !ProtocolCheck.has(state.protocol, TableFeature.V2_CHECKPOINT)) {
            findings.add(
                    VerifyRule.FEATURE_NOT_LISTED,
                    subject(),
                    "a v2 checkpoint is written and the protocol does not list v2Checkpoint",
                    checkpoint.first().location());
        }
        if (marked != null && marked.version() != checkpoint.version()) {
            findings.add(
                    VerifyRule.CHECKPOINT_RECORD,
                    subject(),
                    "checkpointMetadata says version " + marked.version(),
                    checkpoint.first().location());
        }
        for (Sidecar sidecar : sidecars) {
            readSidecar(sidecar);
        }
        return isWhole;
    }

    LiveState state() {
        return state;
    }

    /** All actions, those of sidecars included. */
    long rowCount() {
        return rowCount;
    }

    long addCount() {
        return addCount;
    }

    private void readSidecar(Sidecar sidecar) throws IOException {
        String name = sidecar.path().substring(sidecar.path().lastIndexOf('/') + 1);
        Optional<StoragePath> inside = StoragePath.inside(name);
        if (inside.isEmpty()) {
            isWhole = false;
            findings.add(
                    VerifyRule.SIDECAR_MISSING, subject(), "a sidecar has no usable name: " + sidecar.path(), file);
            return;
        }
        StoragePath path = LogListing.DIRECTORY.child("_sidecars").child(name);
        Optional<FileEntry> entry = table.stat(path);
        if (entry.isEmpty()) {
            isWhole = false;
            findings.add(
                    VerifyRule.SIDECAR_MISSING,
                    subject(),
                    path + " is missing",
                    checkpoint.first().location());
            return;
        }
        if (entry.get().sizeBytes() != sidecar.sizeBytes()) {
            findings.add(
                    VerifyRule.CHECKPOINT_RECORD,
                    subject(),
                    path + " has " + entry.get().sizeBytes() + " bytes, the manifest says " + sidecar.sizeBytes(),
                    Location.of(path.value()));
        }
        findings.countChecked("sidecars");
        read(path, false, VerifyRule.CHECKPOINT_UNREADABLE);
    }

    private void read(StoragePath path, boolean isJson, VerifyRule rule) throws IOException {
        file = Location.of(path.value());
        try {
            if (isJson) {
                try (InputStream in = table.open(path)) {
                    ActionFileReader.read(in, file, ActionDetail.STATE, this);
                }
                return;
            }
            Optional<Damage> damage = CheckpointFileReader.read(table, path, ActionDetail.STATE, this);
            if (damage.isPresent()) {
                isWhole = false;
                findings.add(
                        rule,
                        path.value(),
                        "expected " + damage.get().expected() + ", found "
                                + damage.get().found(),
                        damage.get().at());
            }
        } catch (FileNotFoundException gone) {
            isWhole = false;
            findings.add(rule, path.value(), "the file is gone", file);
        }
    }

    @Override
    public void accept(Action action, long line) {
        rowCount++;
        if (action instanceof Add add) {
            addCount++;
            String key = keyOf(add.path(), line);
            Add before = key == null ? null : state.add(key, add);
            if (before != null) {
                findings.add(VerifyRule.CHECKPOINT_DUPLICATE, subject(), add.path() + " stands twice in it", at(line));
            }
        } else if (action instanceof Remove remove) {
            String key = keyOf(remove.path(), line);
            if (key != null) {
                state.tombstones().put(key + "\n" + LiveState.vectorOf(remove.deletionVector()), remove);
            }
        } else if (action instanceof Metadata metadata) {
            state.metadata = metadata;
        } else if (action instanceof Protocol protocol) {
            state.protocol = protocol;
        } else if (action instanceof SetTransaction transaction) {
            state.transactions.put(transaction.appId(), transaction);
        } else if (action instanceof DomainMetadata domain) {
            if (!domain.removed()) {
                state.domains.put(domain.domain(), domain);
            }
        } else if (action instanceof Sidecar sidecar) {
            sidecars.add(sidecar);
        } else if (action instanceof CheckpointMetadata metadata) {
            mark = metadata;
        }
    }

    @Override
    public void damaged(LineFault fault, Damage damage, long line) {
        isWhole = false;
        findings.add(
                VerifyRule.CHECKPOINT_UNREADABLE,
                file.path(),
                "expected " + damage.expected() + ", found " + damage.found(),
                damage.at());
    }

    private @Nullable String keyOf(String path, long line) {
        try {
            return LiveState.keyOf(path);
        } catch (URISyntaxException malformed) {
            findings.add(
                    VerifyRule.PATH_MALFORMED, file.path(), "a path is no URI: " + malformed.getMessage(), at(line));
            return null;
        }
    }

    private Location at(long line) {
        return file.atLine((int) Math.min(line, Integer.MAX_VALUE));
    }

    private String subject() {
        return checkpoint.first().location().path();
    }
}
