package dev.tidemark.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/** Remembers why a write failed: a {@link java.io.PrintWriter} above it only knows that one did. */
final class AttentiveStream extends FilterOutputStream {
    private IOException failure;

    AttentiveStream(OutputStream to) {
        super(to);
    }

    /** Why the first write that failed did. */
    Optional<IOException> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public void write(int oneByte) throws IOException {
        write(new byte[] {(byte) oneByte}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException failed) {
            throw noted(failed);
        }
    }

    @Override
    public void flush() throws IOException {
        try {
            out.flush();
        } catch (IOException failed) {
            throw noted(failed);
        }
    }

    private IOException noted(IOException failed) {
        if (failure == null) {
            failure = failed;
        }
        return failed;
    }
}
