package dev.tidemark.shell.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;

import dev.tidemark.render.Printable;
import dev.tidemark.shell.command.Codes;

/** Lines of a file, or of an input that is no terminal. */
final class Script {
    private final Interpreter interpreter;
    private final String name;

    /**
     * A script.
     *
     * @param name for messages
     */
    Script(Interpreter interpreter, String name) {
        this.interpreter = interpreter;
        this.name = name;
    }

    /** Runs all lines, or those up to the first failure; returns the worst code. */
    int run(Reader lines, PrintWriter out, PrintWriter err) throws IOException {
        BufferedReader reader = new BufferedReader(lines);
        int worst = Codes.FINE;
        int number = 0;
        String line = reader.readLine();
        while (line != null) {
            number++;
            int code = interpreter.run(line, out, err);
            worst = Codes.worse(worst, code);
            if (interpreter.end().isPresent()) {
                return interpreter.end().getAsInt();
            }
            if (code != Codes.FINE && interpreter.session().settings().stopsAtFailure()) {
                err.println(Printable.of(name + ":" + number + ": stopped, exit code " + code + ": " + line.strip()));
                err.flush();
                return code;
            }
            line = reader.readLine();
        }
        return worst;
    }
}
