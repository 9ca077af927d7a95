package dev.tidemark.cli;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** How an audit's answer leaves the house: piece by piece, in one of three forms. */
final class AuditOutputMixin extends Arguments {
    /** The forms of an audit. */
    enum Format {
        TEXT,
        JSON,
        NDJSON
    }

    private final Supplier<Format> format = one(
            Format.class,
            option("--format")
                    .paramLabel("text|json|ndjson")
                    .description("text for people (default), json, or ndjson: a line as soon as an item is done"));

    private final DestinationMixin destination = part(new DestinationMixin());

    /** Writes an answer. */
    @FunctionalInterface
    interface Writing {
        void to(AuditAnswer answer) throws IOException;
    }

    /**
     * Refuses what cannot be together with a run that goes on.
     *
     * @throws ParameterException when another form or place is asked for
     */
    void requireResumable(CommandLine command) {
        if ((format.get() != null && format.get() != Format.NDJSON) || destination.hasFile()) {
            throw new ParameterException(
                    command, "--resume appends NDJSON to its file: leave out --output and other formats");
        }
    }

    /**
     * Writes an answer where it belongs.
     *
     * @param resumed the file to append to; null for the usual place
     * @param keptBytes of that file
     */
    void write(@Nullable Path resumed, long keptBytes, Writing writing) throws IOException {
        if (resumed == null) {
            destination.write(commandLine().getOut(), to -> writing.to(answer(to)));
            return;
        }
        AnswerFile.requireOutsideEvidence(resumed);
        try (FileChannel file = FileChannel.open(resumed, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.truncate(keptBytes).position(keptBytes);
            PrintWriter to = new PrintWriter(
                    new BufferedWriter(new OutputStreamWriter(Channels.newOutputStream(file), StandardCharsets.UTF_8)));
            writing.to(new AuditAnswer.Lines(to, keptBytes > 0));
            to.flush();
        }
    }

    private AuditAnswer answer(PrintWriter to) {
        return switch (format.get() == null ? Format.TEXT : format.get()) {
            case TEXT -> new AuditAnswer.Text(to, destination.text());
            case JSON -> new AuditAnswer.Document(to);
            case NDJSON -> new AuditAnswer.Lines(to, false);
        };
    }
}
