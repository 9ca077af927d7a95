package dev.tidemark.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A file that an answer is written to. It is never one of a checkpoint, a table or an output: what is named there by mistake
 * would be evidence from then on. A write that fails, as on a full disk, is told and not lost.
 */
public final class AnswerFile {
    private AnswerFile() {}

    /** Writes bytes. */
    public interface Bytes {
        void write(OutputStream to) throws IOException;
    }

    /**
     * Writes text in UTF-8.
     *
     * @throws UnwritableException when it cannot be written there, or must not be
     */
    public static void write(Path file, DestinationMixin.Answer answer) throws IOException {
        writeBytes(file, to -> {
            PrintWriter text = new PrintWriter(new OutputStreamWriter(to, StandardCharsets.UTF_8));
            answer.write(text);
            text.flush();
        });
    }

    /**
     * Writes bytes.
     *
     * @throws UnwritableException when it cannot be written there, or must not be
     */
    public static void writeBytes(Path file, Bytes answer) throws IOException {
        requireOutsideEvidence(file);
        AttentiveStream attentive = open(file);
        try (OutputStream to = new BufferedOutputStream(attentive, 1 << 16)) {
            answer.write(to);
            to.flush();
        } catch (IOException failure) {
            throw attentive.failure().isEmpty()
                    ? failure
                    : unwritable(file, attentive.failure().get());
        }
        if (attentive.failure().isPresent()) {
            throw unwritable(file, attentive.failure().get());
        }
    }

    /**
     * Refuses a file below what looks like a checkpoint, a table or an output.
     *
     * @throws UnwritableException when it is there
     */
    static void requireOutsideEvidence(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        Path real = directory != null && Files.isDirectory(directory) ? directory.toRealPath() : null;
        for (Path above = real; above != null; above = above.getParent()) {
            if (isEvidence(above)) {
                throw new UnwritableException(
                        file + " would lie in the evidence at " + above + ", where nothing is written", ExitCode.USAGE);
            }
        }
    }

    private static boolean isEvidence(Path directory) {
        return has(directory, "_delta_log")
                || has(directory, "_spark_metadata")
                || (has(directory, "offsets")
                        && (has(directory, "commits") || Files.exists(directory.resolve("metadata"))));
    }

    private static boolean has(Path directory, String name) {
        return Files.isDirectory(directory.resolve(name));
    }

    private static AttentiveStream open(Path file) throws IOException {
        try {
            return new AttentiveStream(Files.newOutputStream(file));
        } catch (IOException refused) {
            throw unwritable(file, refused);
        }
    }

    private static UnwritableException unwritable(Path file, IOException failure) {
        String why = failure instanceof NoSuchFileException ? "no such directory" : reason(file, failure);
        return new UnwritableException("cannot write " + file + ": " + why, ExitCode.UNKNOWN);
    }

    /** Messages of the JDK are the path alone, or begin with it. */
    private static String reason(Path file, IOException failure) {
        String message = String.valueOf(failure.getMessage());
        String start = file + ": ";
        if (message.startsWith(start)) {
            return message.substring(start.length());
        }
        return message.equals(file.toString()) ? failure.getClass().getSimpleName() : message;
    }
}
