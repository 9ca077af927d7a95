package dev.tidemark.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** What one command line said and how it ended. */
record CommandRun(List<String> arguments, int code, String out, String err) {
    /** Runs a command line in this process. */
    static CommandRun of(List<String> arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(new PrintWriter(out), new PrintWriter(err), arguments.toArray(String[]::new));
        return new CommandRun(arguments, code, out.toString(), err.toString());
    }

    /** Both streams with the command line above them, for the message of a failed assertion. */
    @Override
    public String toString() {
        return "tidemark " + String.join(" ", arguments) + "\nexit code " + code + "\n" + out + "\n" + err;
    }
}
