package dev.tidemark.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The page that {@code diagnose --format html} writes, read and rendered. */
class HtmlReportTest {
    /** Makes the page tell what it looks like, for a browser without a debugger: only in the test's copy. */
    private static final String PROBE = """
            <script>
            window.addEventListener('load', function () {
              function box(query) {
                return Array.from(document.querySelectorAll(query)).map(function (element) {
                  var rectangle = element.getBoundingClientRect();
                  return Math.round(rectangle.width) + 'x' + Math.round(rectangle.height);
                }).join(' ');
              }
              function contrast(element) {
                function light(colour) {
                  var parts = colour.match(/[0-9.]+/g).slice(0, 3).map(function (part) {
                    var share = part / 255;
                    return share <= 0.03928 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
                  });
                  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
                }
                var ground = element;
                while (ground && /, 0\\)$|transparent/.test(getComputedStyle(ground).backgroundColor)) {
                  ground = ground.parentElement;
                }
                var a = light(getComputedStyle(element).color);
                var b = light(ground ? getComputedStyle(ground).backgroundColor : 'rgb(255, 255, 255)');
                return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
              }
              var least = Math.min.apply(null, Array.from(document.querySelectorAll('p, h1, h2, h3, dt, dd, td, th, a, b'))
                .map(contrast));
              var overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth;
              var facts = document.createElement('pre');
              facts.id = 'probe';
              facts.textContent = 'verdict ' + box('.verdict') + '; drawings ' + box('.paper svg') + '; marks '
                + box('.mark rect') + '; overflow ' + overflow + '; contrast ' + least.toFixed(2) + '; end';
              document.body.appendChild(facts);
            });
            </script>
            """;

    @TempDir
    Path directory;

    @Test
    void tellsTheBatchesTheTablesTheStateAndTheFindings() throws IOException {
        String html = Files.readString(page());

        assertThat(html)
                .contains("<h3>Batches</h3>", "offsets/5: there", "commits/5: begun, not committed")
                .contains("Delta versions against batches", "source 0, read up to", "sink, version written")
                .contains("State rows per partition", "CKP-008")
                .contains("<h2 id=\"s1\">Verdict</h2>")
                .doesNotContain("<script");
    }

    @Test
    void isTheSameEachTime() throws IOException {
        assertThat(Files.readString(page())).isEqualTo(Files.readString(page()));
    }

    @Test
    void aBrowserShowsItAll() throws Exception {
        Optional<String> browser = browser();
        Assumptions.assumeTrue(browser.isPresent(), "no Chromium on this machine");
        Path page = page();
        String html = Files.readString(page)
                .replace(
                        "default-src &#39;none&#39;;",
                        "default-src &#39;none&#39;; script-src &#39;unsafe-inline&#39;;");
        Path probed = Files.writeString(directory.resolve("probed.html"), html.replace("</body>", PROBE + "</body>"));

        Shown plain = shown(browser.get(), page);
        Shown shown = shown(browser.get(), probed);

        assertThat(plain.log()).doesNotContain("CONSOLE");
        Matcher facts = Pattern.compile(
                        "verdict (\\S+); drawings (.+?); marks (.+?); overflow (-?\\d+); contrast ([0-9.]+); end")
                .matcher(shown.page());
        assertThat(facts.find()).as(shown.log()).isTrue();
        assertThat(facts.group(1)).matches("\\d{3,}x\\d{2,}");
        assertThat(facts.group(2).split(" "))
                .hasSizeGreaterThanOrEqualTo(3)
                .allMatch(box -> box.matches("\\d{3,}x\\d{2,}"));
        assertThat(facts.group(3).split(" ")).hasSizeGreaterThanOrEqualTo(10).noneMatch(box -> box.startsWith("0x"));
        assertThat(Integer.parseInt(facts.group(4))).as("nothing sticks out").isLessThanOrEqualTo(0);
        assertThat(Double.parseDouble(facts.group(5))).as("WCAG AA").isGreaterThanOrEqualTo(4.5);
    }

    private record Shown(String page, String log) {}

    private Path page() throws IOException {
        Path root = directory.resolve("evidence");
        Evidence evidence = Files.exists(root)
                ? Evidence.at(root.resolve("orders-crashed"))
                : Evidence.unpack("orders-crashed", root);
        Path page = directory.resolve("report.html");
        CommandRun run = CommandRun.of(List.of(
                "diagnose",
                evidence.checkpoint(),
                "--query",
                evidence.query(),
                "--map",
                "/lake/orders-crashed=" + evidence.root(),
                "--format",
                "html",
                "-o",
                page.toString()));
        assertThat(run.code()).as(run.toString()).isEqualTo(ExitCode.FINE);
        return page;
    }

    private Shown shown(String browser, Path page) throws IOException, InterruptedException {
        Path out = directory.resolve("dom.html");
        Path log = directory.resolve("log.txt");
        List<String> command = new ArrayList<>(List.of(
                browser,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--enable-logging=stderr",
                "--user-data-dir=" + directory.resolve("profile"),
                "--window-size=1000,1400",
                "--virtual-time-budget=4000",
                "--dump-dom",
                page.toUri().toString()));
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(log.toFile())
                .start();
        boolean hasEnded = process.waitFor(120, TimeUnit.SECONDS);
        if (!hasEnded) {
            process.destroyForcibly();
        }
        Assumptions.assumeTrue(hasEnded && process.exitValue() == 0, "Chromium does not run on this machine");
        return new Shown(
                Files.readString(out, StandardCharsets.UTF_8),
                new String(Files.readAllBytes(log), StandardCharsets.UTF_8));
    }

    private static Optional<String> browser() {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.of(path.split(File.pathSeparator))
                .flatMap(place -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(place, name)))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }
}
