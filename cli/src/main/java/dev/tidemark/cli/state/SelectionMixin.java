package dev.tidemark.cli.state;

import dev.tidemark.cli.Arguments;
import dev.tidemark.state.operator.StateSelection;
import picocli.CommandLine.Model.ArgSpec;

/** Which part of which operator; the same options on every command that reads rows. */
final class SelectionMixin extends Arguments {
    private final OperatorMixin operator = part(new OperatorMixin());

    private final ArgSpec store = option("--store")
            .paramLabel("NAME")
            .type(String.class)
            .description("a store or column family by name (default: default)")
            .build();

    private final ArgSpec side = option("--join-side")
            .paramLabel("left|right")
            .type(StateSelection.Side.class)
            .description("one side of a stream-stream join, as rows of its input")
            .build();

    private final ArgSpec variable = option("--variable")
            .paramLabel("NAME")
            .type(String.class)
            .description("a state variable of transformWithState, or one of its internal column families")
            .build();

    private final ArgSpec timers = option("--timers")
            .type(boolean.class)
            .description("the timers registered with transformWithState")
            .build();

    SelectionMixin() {
        atMostOne(store, side, variable, timers);
    }

    int operatorId() {
        return operator.id();
    }

    StateSelection selection() {
        StateSelection.Side joinSide = side.getValue();
        if (joinSide != null) {
            return new StateSelection.JoinSide(joinSide);
        } else if (variable.getValue() != null) {
            return new StateSelection.Variable(variable.getValue());
        } else if (Boolean.TRUE.equals(timers.getValue())) {
            return StateSelection.Timers.TIMERS;
        }
        String named = store.getValue();
        return named == null ? StateSelection.Store.DEFAULT : new StateSelection.Store(named);
    }
}
