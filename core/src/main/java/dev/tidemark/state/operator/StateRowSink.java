package dev.tidemark.state.operator;

import java.io.IOException;

/** Takes rows one by one. */
@FunctionalInterface
public interface StateRowSink {
    /**
     * One row.
     *
     * @return whether to go on
     */
    boolean row(StateRow row) throws IOException;
}
