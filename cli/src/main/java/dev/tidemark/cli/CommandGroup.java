package dev.tidemark.cli;

import picocli.CommandLine.ParameterException;

/** A command that only holds others: alone it asks which. */
public class CommandGroup extends Command {
    private final String question;

    /**
     * @param name the word that stands before those of its commands
     * @param description what they have in common
     * @param question what to say to somebody who named none
     */
    protected CommandGroup(String name, String description, String question) {
        super(name, description);
        this.question = question;
    }

    @Override
    public final Integer call() {
        throw new ParameterException(commandLine(), question);
    }
}
