package dev.tidemark.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Where the answer goes. When it cannot be written the process ends at once: nobody reads on behind a closed pipe, and an
 * answer cut short by a full disk must not end like a whole one.
 */
final class StandardOutput extends OutputStream {
    private static final String CLOSED_PIPE = "Broken pipe";

    private final OutputStream out = new FileOutputStream(FileDescriptor.out);

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        try {
            out.write(bytes, offset, length);
        } catch (IOException lost) {
            if (!CLOSED_PIPE.equals(lost.getMessage())) {
                System.err.println("tidemark: the answer cannot be written: " + lost.getMessage());
            }
            System.exit(ExitCode.UNKNOWN);
        }
    }
}
