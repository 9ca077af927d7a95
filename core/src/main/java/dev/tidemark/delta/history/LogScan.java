package dev.tidemark.delta.history;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.ActionFileReader;
import dev.tidemark.delta.action.ActionSink;
import dev.tidemark.delta.action.LineFault;
import dev.tidemark.delta.checkpoint.CheckpointFileReader;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.io.Storage;

/** Hands over the actions of any file of a log in raw order, each with the line or row it stands in. */
public final class LogScan {
    private LogScan() {}

    /** Takes what a file holds. */
    public interface Visitor {
        /** One action. */
        void action(LogFile file, long line, Action action);

        /** Something that could not be read. */
        void damage(LogFile file, Damage damage);
    }

    /** Reads one file of either kind. */
    public static void read(Storage table, LogFile file, Visitor visitor) throws IOException {
        Location at = file.location();
        ActionSink sink = new ActionSink() {
            @Override
            public void accept(Action action, long line) {
                visitor.action(file, line, action);
            }

            @Override
            public void damaged(LineFault fault, Damage damage, long line) {
                visitor.damage(file, damage);
            }
        };
        try {
            if (file.isParquet()) {
                Optional<Damage> damage = CheckpointFileReader.read(table, file.path(), ActionDetail.EVERYTHING, sink);
                damage.ifPresent(broken -> visitor.damage(file, broken));
            } else {
                try (InputStream in = table.open(file.path())) {
                    ActionFileReader.read(in, at, ActionDetail.EVERYTHING, sink);
                }
            }
        } catch (FileNotFoundException gone) {
            visitor.damage(file, new Damage(at, DamageKind.MISSING, "a file", "none"));
        } catch (IOException refused) {
            visitor.damage(file, new Damage(at, DamageKind.UNREADABLE, "bytes", String.valueOf(refused.getMessage())));
        }
    }
}
