package dev.tidemark.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Where the answer goes. When it cannot be written the process ends at once: an answer cut short by a full disk must not end
 * like a whole one. Behind a closed pipe somebody has read as much as he wanted, which is no failure: the writer above
 * remembers that nobody reads on, what is written is lost, and the verdict decides how the process ends. Otherwise its code
 * would depend on whether the answer or the reader was quicker.
 */
final class StandardOutput extends OutputStream {
    private static final String CLOSED_PIPE = "Broken pipe";

    private final OutputStream out = new FileOutputStream(FileDescriptor.out);

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException lost) {
            if (CLOSED_PIPE.equals(lost.getMessage())) {
                throw lost;
            }
            System.err.println("tidemark: the answer cannot be written: " + lost.getMessage());
            System.exit(ExitCode.UNKNOWN);
        }
    }
}
