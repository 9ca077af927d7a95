package dev.tidemark.shell.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.charset.StandardCharsets;

/** A command of the system that reads what a command of the shell says. */
final class SystemPipe implements AutoCloseable {
    private final Process process;
    private final OutputStream input;
    private final Thread copier;

    private SystemPipe(Process process, Thread copier) {
        this.process = process;
        this.copier = copier;
        this.input = new Input(process.getOutputStream());
    }

    /**
     * Starts a command as the system's shell understands it.
     *
     * @param inheritsTerminal whether it writes to the terminal itself
     */
    static SystemPipe start(String command, boolean inheritsTerminal, PrintWriter out, PrintWriter err)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", command);
        if (inheritsTerminal) {
            builder.redirectOutput(ProcessBuilder.Redirect.INHERIT).redirectError(ProcessBuilder.Redirect.INHERIT);
        } else {
            builder.redirectErrorStream(true);
        }
        Process process = builder.start();
        Thread copier = new Thread(() -> copy(process.getInputStream(), out, err), "pipe");
        copier.setDaemon(true);
        copier.start();
        return new SystemPipe(process, copier);
    }

    /** Where it reads from. */
    OutputStream input() {
        return input;
    }

    private static void copy(InputStream from, PrintWriter out, PrintWriter err) {
        try (Reader text = new InputStreamReader(from, StandardCharsets.UTF_8)) {
            char[] buffer = new char[1 << 13];
            int count = text.read(buffer);
            while (count >= 0) {
                out.write(buffer, 0, count);
                out.flush();
                count = text.read(buffer);
            }
        } catch (IOException broken) {
            err.println("the command behind | cannot be read: " + broken.getMessage());
        }
    }

    /** Ends its input and waits for it. */
    @Override
    public void close() throws IOException {
        try {
            input.close();
            process.waitFor();
            copier.join();
        } catch (InterruptedException cancelled) {
            process.destroy();
            Thread.currentThread().interrupt();
        }
    }

    /** A command that wants no more, such as a pager that was left, is no failure. */
    private static final class Input extends OutputStream {
        private final OutputStream to;
        private boolean isBroken;

        Input(OutputStream to) {
            this.to = to;
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            if (isBroken) {
                return;
            }
            try {
                to.write(bytes, offset, length);
            } catch (IOException left) {
                isBroken = true;
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void flush() {
            if (isBroken) {
                return;
            }
            try {
                to.flush();
            } catch (IOException left) {
                isBroken = true;
            }
        }

        @Override
        public void close() {
            try {
                to.close();
            } catch (IOException left) {
                isBroken = true;
            }
            if (isBroken) {
                // The interruption was for the command alone.
                Thread.interrupted();
            }
        }
    }
}
