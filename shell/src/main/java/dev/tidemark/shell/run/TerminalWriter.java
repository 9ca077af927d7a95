package dev.tidemark.shell.run;

import java.io.IOException;
import java.io.Writer;

import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;

/**
 * Writes what one command says to the terminal, a screen at a time. What another thread writes, such as a command that was
 * cancelled and does not know it yet, is dropped.
 */
final class TerminalWriter extends Writer {
    private static final String ERASE_LINE = "\r\u001b[K";
    private static final int FEWEST_LINES = 6;
    private static final String MORE = "-- more: space for a page, enter for a line, a for all, q to stop --";

    private final Terminal terminal;
    private volatile @Nullable Thread owner;
    private boolean hasStatus;
    private boolean hasWritten;
    private int column;
    private int linesLeft;

    TerminalWriter(Terminal terminal) {
        super(terminal);
        this.terminal = terminal;
    }

    /** From now on what {@code thread} writes is shown, page by page. */
    void serve(Thread thread) {
        synchronized (lock) {
            owner = thread;
            hasWritten = false;
            column = 0;
            linesLeft = pageLines();
        }
    }

    /** From now on nothing is shown. */
    void dismiss() {
        owner = null;
        synchronized (lock) {
            eraseStatus();
            if (column > 0) {
                terminal.writer().println();
                column = 0;
            }
            terminal.flush();
        }
    }

    private int pageLines() {
        boolean isDumb = terminal.getType().startsWith(Terminal.TYPE_DUMB);
        return isDumb || terminal.getSize().getRows() < FEWEST_LINES
                ? Integer.MAX_VALUE
                : terminal.getSize().getRows() - 1;
    }

    /** Shows a word about a command that takes its time, unless it has begun to answer. */
    void status(String text) {
        synchronized (lock) {
            if (hasWritten || terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
                return;
            }
            terminal.writer().print(ERASE_LINE + text);
            terminal.flush();
            hasStatus = true;
        }
    }

    private void eraseStatus() {
        if (hasStatus) {
            terminal.writer().print(ERASE_LINE);
            hasStatus = false;
        }
    }

    @Override
    public void write(char[] chars, int offset, int length) throws IOException {
        synchronized (lock) {
            if (Thread.currentThread() != owner) {
                return;
            }
            eraseStatus();
            hasWritten = true;
            int start = offset;
            for (int i = offset; i < offset + length; i++) {
                if (!advance(chars[i])) {
                    continue;
                }
                terminal.writer().write(chars, start, i + 1 - start);
                start = i + 1;
                if (linesLeft <= 1 && !turnPage()) {
                    return;
                }
                if (linesLeft != Integer.MAX_VALUE) {
                    linesLeft--;
                }
            }
            terminal.writer().write(chars, start, offset + length - start);
        }
    }

    /** Follows the cursor; true when it comes to a new line of the screen. */
    private boolean advance(char c) {
        if (c == '\n') {
            column = 0;
            return true;
        }
        column++;
        if (terminal.getSize().getColumns() > 0 && column > terminal.getSize().getColumns()) {
            column = 1;
            return true;
        }
        return false;
    }

    /** Waits for a key; false when no more is wanted. */
    private boolean turnPage() throws IOException {
        terminal.writer().print(MORE);
        terminal.flush();
        Attributes before = terminal.enterRawMode();
        try {
            while (true) {
                int key = terminal.reader().read();
                switch (key) {
                    case ' ', 'f' -> linesLeft = pageLines();
                    case '\r', '\n', 'j' -> linesLeft = 2;
                    case 'a', 'G' -> linesLeft = Integer.MAX_VALUE;
                    case 'q', 'Q', -1, 3, 4, 27 -> {
                        stop();
                        return false;
                    }
                    default -> {
                        continue;
                    }
                }
                return true;
            }
        } finally {
            terminal.setAttributes(before);
            terminal.writer().print(ERASE_LINE);
            terminal.flush();
        }
    }

    private void stop() {
        Thread command = owner;
        owner = null;
        column = 0;
        if (command != null) {
            command.interrupt();
        }
    }

    @Override
    public void flush() {
        if (Thread.currentThread() == owner) {
            terminal.flush();
        }
    }

    @Override
    public void close() {
        flush();
    }
}
