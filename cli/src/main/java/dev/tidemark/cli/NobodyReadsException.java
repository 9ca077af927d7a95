package dev.tidemark.cli;

import java.io.PrintWriter;

/** Ends what streams an answer into a pipe whose reader has gone. */
public final class NobodyReadsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private NobodyReadsException() {
        super("nobody reads on", null, false, false);
    }

    /**
     * Sends on what was written to standard output so far.
     *
     * @throws NobodyReadsException when nobody reads it
     */
    public static void flush(PrintWriter out) {
        if (out.checkError()) {
            throw new NobodyReadsException();
        }
    }
}
