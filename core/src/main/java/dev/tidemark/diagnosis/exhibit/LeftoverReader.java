package dev.tidemark.diagnosis.exhibit;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.commit.CommitEntryParser;
import dev.tidemark.checkpoint.log.EntryName;
import dev.tidemark.checkpoint.log.NameTally;
import dev.tidemark.checkpoint.offset.OffsetEntryParser;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.evidence.Location;
import dev.tidemark.io.FileTooLargeException;
import dev.tidemark.io.StoragePath;

/** Reads the temporary files of the logs that lie beside the file they were to become. */
public final class LeftoverReader {
    private static final int LIMIT_BYTES = 1 << 20;

    private final Checkpoint checkpoint;

    /** A reader of a checkpoint. */
    public LeftoverReader(Checkpoint checkpoint) {
        this.checkpoint = checkpoint;
    }

    /** Those whose target is there. */
    public List<Leftover> read(CheckpointSurvey survey) throws IOException {
        List<Leftover> leftovers = new ArrayList<>();
        add(Checkpoint.OFFSETS, survey.offsets().listing().others().temporaries(), leftovers);
        add(Checkpoint.COMMITS, survey.commits().listing().others().temporaries(), leftovers);
        return leftovers;
    }

    private void add(StoragePath log, NameTally temporaries, List<Leftover> leftovers) throws IOException {
        for (String name : temporaries.some()) {
            if (EntryName.of(name, EntryName.Kind.PLAIN) instanceof EntryName.Temporary temporary) {
                Optional<StoragePath> target = StoragePath.inside(log.value() + "/" + temporary.target());
                if (target.isPresent()
                        && checkpoint.storage().stat(target.get()).isPresent()) {
                    StoragePath left = log.child(name);
                    leftovers.add(new Leftover(
                            Location.of(left.value()),
                            Location.of(target.get().value()),
                            isWhole(log, left) && !Arrays.equals(bytes(left), bytes(target.get()))));
                }
            }
        }
    }

    /** Whether a file of a log holds all that such a file holds, so that its writer came to the end of it. */
    private boolean isWhole(StoragePath log, StoragePath file) throws IOException {
        Location at = Location.of(file.value());
        byte[] bytes = bytes(file);
        return log.equals(Checkpoint.OFFSETS)
                ? OffsetEntryParser.parse(at, bytes).isIntact()
                : CommitEntryParser.parse(at, bytes).isIntact();
    }

    private byte[] bytes(StoragePath file) throws IOException {
        try {
            return checkpoint.storage().readAtMost(file, LIMIT_BYTES);
        } catch (FileNotFoundException | FileTooLargeException neither) {
            return new byte[0];
        }
    }
}
