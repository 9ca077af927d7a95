package dev.tidemark.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NotDirectoryException;

import dev.tidemark.render.Printable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Turns what flies out of a command into a message and an exit code. Only a bug of ours shows a stack trace. */
final class FailureHandler implements IExecutionExceptionHandler, IParameterExceptionHandler {
    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        PrintWriter err = command.getErr();
        if (failure instanceof ParameterException usage) {
            return handleParseException(usage, new String[0]);
        }
        if (failure instanceof UnwritableException unwritable) {
            err.println(name(command) + ": " + Printable.of(textOf(failure)));
            return unwritable.exitCode();
        }
        if (failure instanceof FileNotFoundException) {
            err.println(name(command) + ": no such file or directory: " + Printable.of(textOf(failure)));
            return ExitCode.UNKNOWN;
        }
        if (failure instanceof NotDirectoryException) {
            err.println(name(command) + ": a file where a directory is expected: " + Printable.of(textOf(failure)));
            return ExitCode.UNKNOWN;
        }
        if (failure instanceof CharacterCodingException) {
            err.println(name(command) + ": cannot read: expected text in UTF-8, found other bytes");
            return ExitCode.UNKNOWN;
        }
        if (failure instanceof IOException) {
            err.println(name(command) + ": cannot read: " + Printable.of(textOf(failure)));
            return ExitCode.UNKNOWN;
        }
        if (isLackOfMemory(failure)) {
            return lacksMemory(name(command), err);
        }
        err.println(name(command) + ": this is a bug in Tidemark; a report with the lines below would help to mend it");
        failure.printStackTrace(err);
        return ExitCode.BUG;
    }

    @Override
    public int handleParseException(ParameterException usage, String[] args) {
        CommandLine command = usage.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(name(command) + ": " + Printable.of(textOf(usage)));
        CommandLine.UnmatchedArgumentException.printSuggestions(usage, err);
        err.println("Try: " + name(command) + " --help");
        return ExitCode.USAGE;
    }

    /** Threads that read for a command hand their failures over as causes. */
    private static boolean isLackOfMemory(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < 10; depth++) {
            if (cause instanceof OutOfMemoryError) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    static int lacksMemory(String name, PrintWriter err) {
        err.println(name + ": not enough memory; give Java more, such as TIDEMARK_JAVA_OPTS=-Xmx8g");
        return ExitCode.UNKNOWN;
    }

    private static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName().strip();
    }

    private static String textOf(Throwable failure) {
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }
}
