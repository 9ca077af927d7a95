package dev.tidemark.state.operator;

import dev.tidemark.state.StateStoreId;

/** Which rows of an operator. */
public sealed interface StateSelection {
    /** All rows of a store, as they are stored. */
    record Store(String name) implements StateSelection {
        /** The only store most operators have. */
        public static final Store DEFAULT = new Store(StateStoreId.DEFAULT_STORE);
    }

    /** One side of a stream-stream join, as rows of its input. */
    record JoinSide(Side side) implements StateSelection {}

    /** A state variable of transformWithState, or one of its internal column families. */
    record Variable(String name) implements StateSelection {}

    /** The timers registered with transformWithState. */
    enum Timers implements StateSelection {
        TIMERS
    }

    /** A side of a join. */
    enum Side {
        LEFT("left"),
        RIGHT("right");

        private final String text;

        Side(String text) {
            this.text = text;
        }

        /** The word in the names of stores. */
        public String text() {
            return text;
        }
    }
}
