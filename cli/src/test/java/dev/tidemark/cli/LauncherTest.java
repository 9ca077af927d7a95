package dev.tidemark.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The distribution's start script, run by {@code sh} with a Java that only says how it was called. */
class LauncherTest {
    private static final Path SCRIPT = Path.of("src/main/distribution/bin/tidemark");

    @TempDir
    Path directory;

    private Path home;
    private Path jdk;
    private Path cache;

    private record Ended(int code, String out, String err) {}

    @BeforeEach
    void install() throws IOException {
        home = directory.resolve("a place with spaces/tidemark");
        Files.createDirectories(home.resolve("bin"));
        Files.createDirectories(home.resolve("lib/ext"));
        Files.copy(SCRIPT, home.resolve("bin/tidemark"), StandardCopyOption.COPY_ATTRIBUTES);
        for (String jar : List.of("avro-1.jar", "jackson-core-2.jar", "picocli-4.jar", "tidemark-cli-1.jar")) {
            Files.writeString(home.resolve("lib").resolve(jar), jar);
        }
        jdk = java("jdk", "17.0.15");
        cache = directory.resolve("cache");
    }

    @Test
    void handsTheArgumentsOnAsTheyAre() throws Exception {
        Ended ended = run(Map.of(), "show", "/lake/a b", "*");

        assertThat(ended.code()).isEqualTo(42);
        assertThat(ended.out()).endsWith("[dev.tidemark.cli.Main]\n[show]\n[/lake/a b]\n[*]\n");
        assertThat(ended.err()).isEmpty();
    }

    @Test
    void putsWhatEveryAnswerNeedsFirstAndWhatUsersAddedLast() throws Exception {
        Files.writeString(home.resolve("lib/ext/connector.jar"), "");

        String out = run(Map.of(), "show").out();

        String lib = home.toRealPath() + "/lib/";
        assertThat(out)
                .contains("[" + lib + "tidemark-cli-1.jar:" + lib + "picocli-4.jar:" + lib + "jackson-core-2.jar:" + lib
                        + "avro-1.jar:" + lib + "ext/connector.jar]");
    }

    @Test
    void findsItsLibrariesThroughLinks() throws Exception {
        Path link = Files.createSymbolicLink(
                directory.resolve("relative"), Path.of("a place with spaces/tidemark/bin/tidemark"));
        Path linkToLink = Files.createSymbolicLink(directory.resolve("absolute"), link);

        Ended ended = run(linkToLink, Map.of(), "show");

        assertThat(ended.out()).contains(home.toRealPath() + "/lib/tidemark-cli-1.jar");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.8.0_402", "9", "11.0.22", "16.0.2"})
    void refusesAJavaBefore17(String version) throws Exception {
        jdk = java("old", version);

        Ended ended = run(Map.of(), "show");

        assertThat(ended.code()).isEqualTo(ExitCode.USAGE);
        assertThat(ended.err())
                .isEqualTo("tidemark: " + jdk + "/bin/java is Java " + version + "; Tidemark needs Java 17 or later\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"17", "17.0.15", "21.0.4", "25", "26-ea"})
    void runsOnJava17AndLater(String version) throws Exception {
        jdk = java("new", version);

        assertThat(run(Map.of(), "show").code()).isEqualTo(42);
    }

    @Test
    void asksTheJavaItselfWhenNoReleaseFileTellsItsVersion() throws Exception {
        Files.delete(jdk.resolve("release"));

        assertThat(run(Map.of(), "show").code()).isEqualTo(42);
    }

    @Test
    void saysWhenJavaHomeHoldsNoJava() throws Exception {
        jdk = directory.resolve("nothing here");

        Ended ended = run(Map.of(), "show");

        assertThat(ended.code()).isEqualTo(ExitCode.USAGE);
        assertThat(ended.err())
                .isEqualTo("tidemark: JAVA_HOME is " + jdk
                        + ", and there is no java in it; Tidemark needs Java 17 or later\n");
    }

    @Test
    void saysWhenThereIsNoJavaAtAll() throws Exception {
        Path tools = Files.createDirectories(directory.resolve("tools"));

        Ended ended = run(Map.of("JAVA_HOME", "", "PATH", tools.toString()), "show");

        assertThat(ended.code()).isEqualTo(ExitCode.USAGE);
        assertThat(ended.err())
                .isEqualTo("tidemark: no java on the PATH and JAVA_HOME is not set; Tidemark needs Java 17 or later\n");
    }

    @ParameterizedTest
    @CsvSource({"show,true", "batches,true", "state,false", "table,false", "restart,false"})
    void startsQuickAnswersQuicklyAndLetsLongWorkBeOptimised(String command, boolean isQuick) throws Exception {
        String out = run(Map.of(), command).out();

        assertThat(out.contains("[-XX:TieredStopAtLevel=1]")).as(out).isEqualTo(isQuick);
    }

    @Test
    void takesFurtherOptionsForJava() throws Exception {
        assertThat(run(Map.of("TIDEMARK_JAVA_OPTS", "-Xmx4g -Dx=y"), "show").out())
                .contains("[-Xmx4g]\n[-Dx=y]\n");
    }

    @ParameterizedTest
    @CsvSource({
        "TIDEMARK_JAVA_OPTS,-XX:+UseG1GC",
        "TIDEMARK_JAVA_OPTS,-Xmx1g -XX:+UseZGC",
        "JDK_JAVA_OPTIONS,-XX:+UseSerialGC",
        "JAVA_TOOL_OPTIONS,-XX:+UseParallelGC",
        "_JAVA_OPTIONS,-XX:+UseShenandoahGC"
    })
    void leavesTheCollectorToWhoeverChoseOne(String variable, String options) throws Exception {
        for (String command : List.of("show", "state", "restart")) {
            String out = run(Map.of(variable, options), command).out();

            long collectors = out.lines()
                    .filter(word -> word.matches("\\[-XX:\\+Use(\\w+)GC]"))
                    .count();
            assertThat(collectors).as(out).isEqualTo(variable.startsWith("TIDEMARK") ? 1 : 0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:-UseGCOverheadLimit", "-XX:+UseGCOverheadLimit", "-Xlog:gc"})
    void choosesTheCollectorBesideOptionsThatNameNone(String options) throws Exception {
        assertThat(run(Map.of("TIDEMARK_JAVA_OPTS", options), "table").out()).contains("[-XX:+UseParallelGC]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+NoSuchOption", "-Xmx1m", "-Xmx4gb", "-Dx=y -Xfrob", "Xmx4g"})
    void refusesOptionsWithWhichJavaDoesNotStart(String options) throws Exception {
        Ended ended = run(
                Map.of("TIDEMARK_JAVA_OPTS", options, "JAVA_HOME", System.getProperty("java.home")), "show", "/lake/x");

        assertThat(ended.code()).as("%s", ended).isEqualTo(ExitCode.USAGE);
        assertThat(ended.err()).endsWith("tidemark: Java does not start with TIDEMARK_JAVA_OPTS=" + options + "\n");
        assertThat(ended.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "-Xmx4g,1",
        "-Xmx512m -Dx=y,1",
        "-Xss4m,2",
        "-agentlib:jdwp=transport=dt_socket -Xss4m,1",
        "-Xss4m -javaagent:x.jar,1",
        "-XX:StartFlightRecording,1"
    })
    void triesNoOptionsThatAreWellOrDoSomething(String options, int starts) throws Exception {
        Path log = directory.resolve("starts");
        Path java = jdk.resolve("bin/java");
        Files.writeString(java, Files.readString(java).replaceFirst("\n", "\necho start >>'" + log + "'\n"));

        assertThat(run(Map.of("TIDEMARK_JAVA_OPTS", options), "show").code()).isEqualTo(42);

        assertThat(Files.readAllLines(log)).hasSize(starts);
    }

    @Test
    void refusesToStartInADirectoryThatIsGone() throws Exception {
        Path gone = Files.createDirectory(directory.resolve("gone"));
        ProcessBuilder builder = new ProcessBuilder(
                "/bin/sh", "-c", "rmdir '" + gone + "' && exec '" + home.resolve("bin/tidemark") + "' show /lake/x");
        builder.environment().put("JAVA_HOME", jdk.toString());
        builder.environment().put("TIDEMARK_CACHE", "off");
        Process process = builder.directory(gone.toFile()).start();

        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(err).isEqualTo(ExitCode.USAGE);
        assertThat(err).contains("tidemark: the current directory does not exist any more");
    }

    @Test
    void makesTheClassArchiveOnceAndUsesItFromThenOn() throws Exception {
        run(withCache(), "--make-class-archive");

        List<String> made = namesIn(cache);
        assertThat(made).hasSize(2);
        assertThat(made.get(0)).matches("classes-17-\\d+\\.jsa");
        assertThat(made.get(1)).isEqualTo(made.get(0).replace(".jsa", ".natives"));
        assertThat(run(withCache(), "show").out())
                .contains("[-XX:SharedArchiveFile=" + cache + "/" + made.get(0) + "]")
                .contains("[-Djava.library.path=" + cache + "/" + made.get(1) + "]");
        assertThat(namesIn(cache)).isEqualTo(made);
    }

    @Test
    void makesAnotherClassArchiveWhenTheDistributionChanged() throws Exception {
        run(withCache(), "--make-class-archive");
        Path jar = home.resolve("lib/tidemark-cli-1.jar");
        var modified = Files.getLastModifiedTime(jar);
        Files.writeString(jar, "TIDEMARK-cli-1.jar");
        Files.setLastModifiedTime(jar, modified);

        assertThat(run(withCache(), "--make-class-archive").code()).isZero();

        assertThat(namesIn(cache)).hasSize(4);
    }

    @Test
    void runsWithoutAClassArchiveWhenItIsOff() throws Exception {
        assertThat(run(Map.of(), "show").out()).doesNotContain("SharedArchiveFile");
        assertThat(directory.resolve("off")).doesNotExist();
        assertThat(cache).doesNotExist();
    }

    @Test
    void runsWhenTheCacheCannotBeMade() throws Exception {
        Ended ended = run(Map.of("TIDEMARK_CACHE", "/dev/null/cache"), "show");

        assertThat(ended.code()).isEqualTo(42);
        assertThat(ended.err()).isEmpty();
    }

    /** A JDK whose java prints its arguments in brackets and ends with 42, or writes the archive it is asked for. */
    private Path java(String name, String version) throws IOException {
        Path place = directory.resolve(name);
        Files.createDirectories(place.resolve("bin"));
        Files.writeString(place.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        Path java = place.resolve("bin/java");
        Files.writeString(java, """
                #!/bin/sh
                if [ "$1" = "-version" ]; then
                    echo 'openjdk version "%s" 2024-01-01' >&2
                    exit 0
                fi
                for word; do
                    case $word in
                        -XX:ArchiveClassesAtExit=*) echo archive >"${word#*=}"; exit 0 ;;
                    esac
                done
                for word; do
                    echo "[$word]"
                done
                exit 42
                """.formatted(version));
        assertThat(java.toFile().setExecutable(true)).isTrue();
        return place;
    }

    private Map<String, String> withCache() {
        return Map.of("TIDEMARK_CACHE", cache.toString());
    }

    private Ended run(Map<String, String> environment, String... arguments) throws Exception {
        return run(home.resolve("bin/tidemark"), environment, arguments);
    }

    private Ended run(Path script, Map<String, String> environment, String... arguments) throws Exception {
        List<String> words = new ArrayList<>(List.of("/bin/sh", script.toString()));
        words.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
        builder.environment().remove("TIDEMARK_JAVA_OPTS");
        builder.environment().put("JAVA_HOME", jdk.toString());
        builder.environment().put("TIDEMARK_CACHE", "off");
        builder.environment().putAll(environment);
        Process process = builder.start();
        try (InputStream out = process.getInputStream();
                InputStream err = process.getErrorStream()) {
            String outText = new String(out.readAllBytes(), StandardCharsets.UTF_8);
            String errText = new String(err.readAllBytes(), StandardCharsets.UTF_8);
            return new Ended(process.waitFor(), outText, errText);
        }
    }

    private static List<String> namesIn(Path place) throws IOException {
        try (var names = Files.list(place)) {
            return names.map(name -> name.getFileName().toString()).sorted().toList();
        }
    }
}
