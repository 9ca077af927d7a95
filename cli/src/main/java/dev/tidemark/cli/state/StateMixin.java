package dev.tidemark.cli.state;

import java.io.IOException;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.cli.Arguments;
import dev.tidemark.cli.TargetMixin;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.stream.CheckpointState;
import picocli.CommandLine.ParameterException;

/** The checkpoint whose state a command looks at; what is asked of it and is not there is a wrong use of the command. */
final class StateMixin extends Arguments {
    private final TargetMixin target = part(new TargetMixin());

    /** What a command does with the state; returns the exit code. */
    interface Question {
        int ask(CheckpointState state) throws IOException, NoSuchStateException;
    }

    /** Puts the question to the state at the place. */
    int answer(Question question) throws IOException {
        CheckpointState state = CheckpointState.of(target.checkpoint());
        try {
            return question.ask(state);
        } catch (NoSuchStateException wrong) {
            throw new ParameterException(commandLine(), wrong.getMessage());
        }
    }

    /** The state of another checkpoint, opened as this one. */
    CheckpointState open(String place) throws IOException {
        return CheckpointState.of(Checkpoint.in(target.open(place)));
    }
}
