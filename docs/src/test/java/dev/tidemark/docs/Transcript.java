package dev.tidemark.docs;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tidemark.cli.Main;
import dev.tidemark.io.Storages;
import dev.tidemark.shell.command.Setup;
import dev.tidemark.shell.command.UsageException;
import dev.tidemark.shell.run.Shell;

/**
 * Runs the {@code console} blocks of a page anew. A line {@code $ tidemark shell ...} starts a shell, a line {@code PROMPT> x}
 * is typed into it, and what stands below, up to the next of these, is its answer. A shell lives on from block to block.
 */
final class Transcript {
    private static final Pattern TYPED = Pattern.compile("(/\\S*(?: \\[[^]]*])?> )(.*)");
    private static final String START = "$ tidemark shell ";
    private static final String FENCE = "```";

    private final Path examples;
    private final List<String> page = new ArrayList<>();
    private int commands;
    private Shell shell;

    private Transcript(Path examples) {
        this.examples = examples;
    }

    /** How often a shell was typed into. */
    record Rerun(String page, int commands) {}

    /**
     * The page as it would be written now.
     *
     * @param examples the directory that the page calls {@code examples}
     */
    static Rerun of(String page, Path examples) throws IOException, UsageException {
        Transcript transcript = new Transcript(examples);
        transcript.run(page.split("\n", -1));
        return new Rerun(String.join("\n", transcript.page), transcript.commands);
    }

    private void run(String[] lines) throws IOException, UsageException {
        boolean isConsole = false;
        boolean isAnswer = false;
        for (String line : lines) {
            if (line.startsWith(FENCE)) {
                isConsole = line.equals("```console");
                isAnswer = false;
                page.add(line);
                continue;
            }
            Matcher typed = TYPED.matcher(line);
            if (isConsole && line.startsWith(START) && line.contains(" examples/")) {
                start(line.substring(START.length()).split("\\s+"));
                page.add(line);
                isAnswer = true;
            } else if (isConsole && typed.matches()) {
                type(typed.group(2));
                isAnswer = true;
            } else if (!isAnswer) {
                page.add(line);
            }
        }
    }

    private void start(String[] words) throws IOException, UsageException {
        List<String> places = new ArrayList<>();
        List<String> moves = new ArrayList<>();
        Path query = null;
        for (int i = 0; i < words.length; i++) {
            switch (words[i]) {
                case "--query" -> query = Path.of(here(words[++i]));
                case "--map" -> moves.add(here(words[++i]));
                default -> places.add(here(words[i]));
            }
        }
        shell = new Shell(new Setup("test", Storages::open, moves, List.of()), Main::commandLine);
        shell.open(places, query);
    }

    private String here(String word) {
        return word.replaceFirst("(^|=)examples/", "$1" + Matcher.quoteReplacement(examples + "/"));
    }

    private void type(String line) {
        page.add(shell.prompt() + line);
        StringWriter said = new StringWriter();
        shell.interpreter().run(here(line), new PrintWriter(said), new PrintWriter(said));
        commands++;
        said.toString()
                .lines()
                .map(one -> one.replace(examples.toString(), "examples").stripTrailing())
                .forEach(page::add);
    }
}
