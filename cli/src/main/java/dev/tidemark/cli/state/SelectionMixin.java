package dev.tidemark.cli.state;

import java.util.Optional;

import dev.tidemark.cli.WholeNumber;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.operator.StateSelection;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Which part of which operator; the same options on every command that reads rows. */
final class SelectionMixin {
    @Option(
            converter = WholeNumber.AsInt.class,
            names = "--operator",
            paramLabel = "ID",
            defaultValue = "0",
            description = "the operator's id (default: 0)")
    private int operatorId;

    @ArgGroup(exclusive = true)
    private Which which;

    static final class Which {
        @Option(
                names = "--store",
                paramLabel = "NAME",
                description = "a store or column family by name (default: default)")
        private String store;

        @Option(
                names = "--join-side",
                paramLabel = "left|right",
                description = "one side of a stream-stream join, as rows of its input")
        private StateSelection.Side side;

        @Option(
                names = "--variable",
                paramLabel = "NAME",
                description = "a state variable of transformWithState, or one of its internal column families")
        private String variable;

        @Option(names = "--timers", description = "the timers registered with transformWithState")
        private boolean timers;
    }

    int operatorId() {
        return operatorId;
    }

    StateSelection selection() {
        if (which == null) {
            return StateSelection.Store.DEFAULT;
        } else if (which.side != null) {
            return new StateSelection.JoinSide(which.side);
        } else if (which.variable != null) {
            return new StateSelection.Variable(which.variable);
        } else if (which.timers) {
            return StateSelection.Timers.TIMERS;
        }
        return new StateSelection.Store(Optional.ofNullable(which.store).orElse(StateStoreId.DEFAULT_STORE));
    }
}
