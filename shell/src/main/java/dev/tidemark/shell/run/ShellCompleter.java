package dev.tidemark.shell.run;

import java.util.List;

import dev.tidemark.shell.complete.Completion;
import dev.tidemark.shell.complete.Completions;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/** Offers JLine what {@link Completions} finds. */
final class ShellCompleter implements Completer {
    private final Interpreter interpreter;

    ShellCompleter(Interpreter interpreter) {
        this.interpreter = interpreter;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        List<String> words = line.words().subList(0, line.wordIndex() + 1);
        for (Completion one :
                new Completions(interpreter.session(), interpreter.host(), interpreter.builtIns()).of(words)) {
            candidates.add(new Candidate(
                    one.value(),
                    one.value(),
                    null,
                    one.description().isEmpty() ? null : one.description(),
                    null,
                    null,
                    one.isWhole()));
        }
    }
}
