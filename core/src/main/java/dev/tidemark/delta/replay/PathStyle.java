package dev.tidemark.delta.replay;

/** How a reader treats paths and order. */
enum PathStyle {
    /** Canonical paths; actions in the order of the file. */
    SPARK(Lines.NO),
    /** Paths as they stand; actions in batches of lines. */
    KERNEL(Lines.YES);

    /** Whether the line of each file action is kept. */
    enum Lines {
        YES,
        NO
    }

    private final Lines lines;

    PathStyle(Lines lines) {
        this.lines = lines;
    }

    Lines keepsLines() {
        return lines;
    }
}
