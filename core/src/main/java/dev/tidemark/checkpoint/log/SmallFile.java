package dev.tidemark.checkpoint.log;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.FileTooLargeException;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/** Reads one small file whole. */
public final class SmallFile {
    private SmallFile() {}

    /** The file, or empty when there is none; too large and refused are damages. */
    public static <T> Optional<Parsed<T>> read(
            Storage storage, StoragePath path, int limitBytes, BatchLog.EntryParser<T> parser) {
        Location at = Location.of(path.value());
        try {
            return Optional.of(parser.parse(at, storage.readAtMost(path, limitBytes)));
        } catch (FileNotFoundException absent) {
            return Optional.empty();
        } catch (FileTooLargeException tooLarge) {
            return Optional.of(Parsed.damaged(new Damage(
                    at,
                    DamageKind.TOO_LARGE,
                    "at most " + limitBytes + " bytes",
                    "a larger file, which was not read")));
        } catch (IOException refused) {
            return Optional.of(Parsed.damaged(
                    new Damage(at, DamageKind.UNREADABLE, "readable bytes", "a refusal: " + refusal(refused))));
        }
    }

    private static String refusal(IOException refused) {
        String message = refused.getMessage();
        String kind = refused.getClass().getSimpleName();
        return message == null ? kind : kind + ": " + message;
    }
}
