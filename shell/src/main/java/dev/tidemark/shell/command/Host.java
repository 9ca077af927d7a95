package dev.tidemark.shell.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import dev.tidemark.query.DidYouMean;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The commands of the command line, called without repeating what is open. */
public final class Host {
    private final CommandLine root;
    private final Session session;

    /** Calls the commands below {@code root} with what a session has open. */
    public Host(CommandLine root, Session session) {
        this.root = root;
        this.session = session;
    }

    /** Its commands by name; the shell itself is none of them here. */
    public Set<String> names() {
        Set<String> names = new LinkedHashSet<>(root.getSubcommands().keySet());
        names.remove("shell");
        return names;
    }

    /** The command that words begin with, groups followed; empty when there is none. */
    public Optional<CommandSpec> find(List<String> words) {
        CommandLine command = root;
        for (String word : words) {
            CommandLine next = command.getSubcommands().get(word);
            if (next == null) {
                break;
            }
            command = next;
        }
        return command == root ? Optional.empty() : Optional.of(command.getCommandSpec());
    }

    /** The words that call a command, its groups before it. */
    static String nameOf(CommandSpec command) {
        String name = command.name();
        CommandSpec group = command.parent();
        while (group != null && group.parent() != null) {
            name = group.name() + " " + name;
            group = group.parent();
        }
        return name;
    }

    /** What to say about a word that is no command. */
    public String unknown(String word, Set<String> builtIns) {
        Set<String> all = new TreeSet<>(builtIns);
        all.addAll(names());
        List<String> near = DidYouMean.of(word, all);
        return "no command " + word
                + (near.isEmpty() ? "; help lists them all" : "; did you mean " + String.join(", ", near) + "?");
    }

    /** Lets failures of other commands be told as those of the host are. */
    CommandLine handleFailuresOf(CommandLine others) {
        return others.setExecutionExceptionHandler(root.getExecutionExceptionHandler())
                .setParameterExceptionHandler(root.getParameterExceptionHandler());
    }

    /** Runs a command; returns its exit code. */
    public int run(List<String> words, PrintWriter out, PrintWriter err) throws IOException, UsageException {
        List<String> whole = find(words).isEmpty()
                ? words
                : new Injection(session, find(words).get()).apply(words);
        root.setOut(out);
        root.setErr(err);
        return root.execute(new ArrayList<>(whole).toArray(String[]::new));
    }
}
