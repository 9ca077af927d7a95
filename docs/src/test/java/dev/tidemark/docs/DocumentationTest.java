package dev.tidemark.docs;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.tidemark.cli.Main;
import dev.tidemark.fixtures.Catalogue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/** What is written holds together: links lead somewhere, and every command that is shown can be typed. */
class DocumentationTest {
    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("\\[[^]\\[]*]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
    private static final Pattern COMMAND = Pattern.compile("^(?:\\$ )?(?:cli/bin/)?tidemark( .*|)$");

    @TempDir
    Path directory;

    static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(REPOSITORY.resolve("README.md")));
        try (Stream<Path> docs = Files.walk(REPOSITORY.resolve("docs"))) {
            docs.filter(path -> path.toString().endsWith(".md"))
                    .filter(path -> !path.toString().contains("/target/"))
                    .sorted()
                    .forEach(pages::add);
        }
        return pages;
    }

    @Test
    void seesThePages() throws IOException {
        assertThat(pages()).hasSizeGreaterThanOrEqualTo(9);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyLinkLeadsSomewhere(Path page) throws IOException {
        for (String target : linksIn(Files.readString(page))) {
            if (target.matches("[a-z]+:.*")) {
                continue;
            }
            String[] parts = target.split("#", 2);
            Path file =
                    parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
            assertThat(file).as("%s links to %s", page, target).exists();
            if (parts.length == 2) {
                assertThat(anchorsIn(Files.readString(file)))
                        .as("%s links to %s", page, target)
                        .contains(parts[1]);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyCommandThatIsShownCanBeTyped(Path page) throws IOException {
        for (String command : commandsIn(Files.readString(page))) {
            String[] words = command.isBlank() ? new String[0] : command.strip().split("\\s+");
            assertThatCode(() -> Main.commandLine().parseArgs(words))
                    .as("%s shows: tidemark%s", page, command)
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void theTranscriptInTheReadmeBeginsEachAnswerAsTidemarkDoes() throws IOException {
        Catalogue.fixture("orders-crashed").unpack(directory.resolve("examples/orders-crashed"));
        String[] lines = Files.readString(REPOSITORY.resolve("README.md")).split("\n");
        int answers = 0;
        for (int i = 0; i < lines.length; i++) {
            if (lines[i].startsWith("$ tidemark ") && lines[i].contains("examples/")) {
                String answer = run(lines[i].substring("$ tidemark ".length()));
                assertThat(answer.replace(directory + "/", "").lines().findFirst())
                        .as(lines[i])
                        .contains(lines[i + 1]);
                answers++;
            }
        }
        assertThat(answers).isEqualTo(2);
    }

    private String run(String line) {
        StringWriter out = new StringWriter();
        Main.run(
                new PrintWriter(out),
                new PrintWriter(out),
                line.replace("examples/", directory + "/examples/").split(" "));
        return out.toString();
    }

    @Test
    void findsLinksAnchorsAndCommands() {
        String page = "# One two!\n[a](b.md#c)\n```console\n$ tidemark show x\nshown\n```\n`tidemark no`\n";

        assertThat(linksIn(page)).containsExactly("b.md#c");
        assertThat(anchorsIn(page)).containsExactly("one-two");
        assertThat(commandsIn(page)).containsExactly(" show x");
    }

    private static List<String> linksIn(String page) {
        Matcher links = LINK.matcher(page);
        List<String> targets = new ArrayList<>();
        while (links.find()) {
            targets.add(links.group(1));
        }
        return targets;
    }

    private static List<String> anchorsIn(String page) {
        Matcher headings = HEADING.matcher(page);
        List<String> anchors = new ArrayList<>();
        while (headings.find()) {
            anchors.add(headings.group(1)
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-'));
        }
        return anchors;
    }

    /** The lines of fenced blocks that call Tidemark, without what a shell would take away. */
    private static List<String> commandsIn(String page) {
        List<String> commands = new ArrayList<>();
        boolean isFenced = false;
        for (String line : page.split("\n")) {
            if (line.startsWith("```")) {
                isFenced = !isFenced;
            } else if (isFenced) {
                Matcher command = COMMAND.matcher(line.replaceFirst("\\s+(#|\\||>).*$", ""));
                if (command.matches()) {
                    commands.add(command.group(1));
                }
            }
        }
        return commands;
    }
}
