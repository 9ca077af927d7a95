package dev.tidemark.docs;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tidemark.delta.DeltaBehaviour;
import dev.tidemark.engine.SparkBehaviour;
import dev.tidemark.engine.SparkVersion;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of version differences says what the code says: {@code -Dtidemark.pages=write} makes it anew. */
class VersionsPageTest {
    private static final Path PAGE = Path.of("reference/spark-versions.md");
    private static final Path CORE = Path.of("../core/src/main/java/dev/tidemark");
    private static final List<String> SPARKS = List.of("3.5.9", "4.0.3", "4.1.3", "4.2.0");
    private static final List<String> DELTAS = List.of("3.3.2", "4.0.0", "4.1.0", "4.2.0", "4.4.0");

    @ParameterizedTest
    @ValueSource(strings = {"spark", "confs", "delta", "source"})
    void holdsEveryFactOfTheCode(String section) throws Exception {
        String table = switch (section) {
            case "spark" -> spark();
            case "confs" -> confs();
            case "delta" -> delta();
            default -> source();
        };
        Pattern marked = Pattern.compile("(?s)(<!-- " + section + " -->\n).*?(<!-- end -->)");
        String page = Files.readString(PAGE);
        String fresh = marked.matcher(page).replaceFirst("$1" + Matcher.quoteReplacement(table) + "$2");
        if ("write".equals(System.getProperty("tidemark.pages"))) {
            Files.writeString(PAGE, fresh);
        }

        assertThat(table.lines().count()).as("facts found").isGreaterThan(4);
        assertThat(Files.readString(PAGE)).isEqualTo(fresh);
    }

    private static SparkBehaviour behaviour(String version) {
        return SparkBehaviour.of(SparkVersion.of(version).orElseThrow());
    }

    private static String spark() throws Exception {
        Map<String, String> said = javadoc("engine/SparkBehaviour.java");
        StringBuilder table = new StringBuilder("| fact | 3.5.9 | 4.0.3 | 4.1.3 | 4.2.0 |\n|-|-|-|-|-|\n");
        for (Map.Entry<String, String> fact : said.entrySet()) {
            if (fact.getKey().equals("version") || fact.getKey().equals("pinnedKeys")) {
                continue;
            }
            Method method = SparkBehaviour.class.getMethod(fact.getKey());
            List<String> cells = new ArrayList<>();
            for (String version : SPARKS) {
                cells.add(cell(method.invoke(behaviour(version))));
            }
            table.append(row(fact.getValue(), cells));
        }
        return table.toString();
    }

    private static String confs() throws Exception {
        Map<String, List<String>> byKey = new LinkedHashMap<>();
        for (int i = 0; i < SPARKS.size(); i++) {
            for (Object key : behaviour(SPARKS.get(i)).pinnedKeys()) {
                String name = String.valueOf(component(key, "recordedKey"));
                List<String> cells = byKey.computeIfAbsent(name, ignored -> new ArrayList<>(List.of("", "", "", "")));
                Object fallback = component(key, "fallback");
                cells.set(i, component(key, "sessionDefault") + " / " + (fallback == null ? "*session*" : fallback));
            }
        }
        StringBuilder table = new StringBuilder("| conf | 3.5.9 | 4.0.3 | 4.1.3 | 4.2.0 |\n|-|-|-|-|-|\n");
        byKey.forEach((key, cells) -> table.append(row("`" + key + "`", shortened(cells))));
        return table.toString();
    }

    private static List<String> shortened(List<String> cells) {
        return cells.stream()
                .map(cell -> cell.replaceAll("(\\w+\\.)+(\\w+)", "$2"))
                .toList();
    }

    private static Object component(Object record, String name) throws Exception {
        Method method = record.getClass().getDeclaredMethod(name);
        method.setAccessible(true);
        return method.invoke(record);
    }

    private static String delta() throws Exception {
        StringBuilder table = new StringBuilder("| fact | 3.3 | 4.0 | 4.1 | 4.2 | 4.4 |\n|-|-|-|-|-|-|\n");
        for (Map.Entry<String, String> fact :
                params("delta/DeltaBehaviour.java").entrySet()) {
            List<String> cells = new ArrayList<>();
            for (String release : DELTAS) {
                cells.add(cell(component(DeltaBehaviour.of(release).orElseThrow(), fact.getKey())));
            }
            table.append(row(fact.getValue(), cells));
        }
        return table.toString();
    }

    private static String source() throws Exception {
        Class<?> type = Class.forName("dev.tidemark.source.delta.DeltaSourceBehaviour");
        Method of = type.getDeclaredMethod("of", String.class);
        of.setAccessible(true);
        StringBuilder table = new StringBuilder("| fact | 3.3 | 4.0 | 4.1 | 4.2 | 4.4 |\n|-|-|-|-|-|-|\n");
        for (Map.Entry<String, String> fact :
                params("source/delta/DeltaSourceBehaviour.java").entrySet()) {
            List<String> cells = new ArrayList<>();
            for (String release : DELTAS) {
                cells.add(cell(component(of.invoke(null, release), fact.getKey())));
            }
            table.append(row(fact.getValue(), cells));
        }
        return table.toString();
    }

    private static String cell(Object value) {
        if (value instanceof Boolean truth) {
            return truth ? "yes" : "";
        }
        return "`" + value + "`";
    }

    private static String row(String fact, List<String> cells) {
        return "| " + fact + " | " + String.join(" | ", cells) + " |\n";
    }

    /** What the Javadoc of each public method without parameters says, by method. */
    private static Map<String, String> javadoc(String file) throws IOException {
        Map<String, String> said = new LinkedHashMap<>();
        Pattern documented = Pattern.compile("(?s)/\\*\\*((?:(?!\\*/).)*)\\*/\\s*public [\\w.<>]+ (\\w+)\\(\\) \\{");
        for (MatchResult match : documented
                .matcher(Files.readString(CORE.resolve(file)))
                .results()
                .toList()) {
            said.put(match.group(2), plain(match.group(1)));
        }
        return said;
    }

    /** What the Javadoc says of each component of a record but its release. */
    private static Map<String, String> params(String file) throws IOException {
        Map<String, String> said = new LinkedHashMap<>();
        Pattern documented = Pattern.compile("(?s)@param (\\w+) ((?:(?!@param|\\*/).)*)");
        String source = Files.readString(CORE.resolve(file));
        String head = source.substring(0, source.indexOf("record "));
        for (MatchResult match : documented.matcher(head).results().toList()) {
            if (!match.group(1).equals("release")) {
                said.put(match.group(1), plain(match.group(2)));
            }
        }
        return said;
    }

    private static String plain(String javadoc) {
        return javadoc.replaceAll("\\n\\s*\\*", " ")
                .replaceAll("\\{@\\w+ ([^}]*)}", "`$1`")
                .replace("|", "\\|")
                .replaceAll("\\s+", " ")
                .trim();
    }
}
