package dev.tidemark.render;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.report.Report;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

import static dev.tidemark.render.Reports.rendered;
import static org.assertj.core.api.Assertions.assertThat;

class FindingsFormatsTest {
    private static final SarifRenderer SARIF = new SarifRenderer("1.0");

    static Stream<Report> everyVerdict() {
        return Reports.ofEveryVerdict();
    }

    @ParameterizedTest
    @MethodSource("everyVerdict")
    void writesSarifThatItsSchemaAccepts(Report report) throws IOException {
        assertThat(faults(rendered(SARIF, report))).isEmpty();
    }

    @Test
    void theSchemaRefusesWhatIsNoSarif() throws IOException {
        assertThat(faults(rendered(SARIF, Reports.wrong()).replace("\"text\"", "\"words\"")))
                .as("a message without text")
                .isNotEmpty();
    }

    @Test
    void tellsSarifWhereAndHowBad() throws IOException {
        JsonObject run = first(json(rendered(SARIF, Reports.wrong())), "runs");
        List<String> told = new ArrayList<>();
        for (JsonValue value : run.array("results").orElseThrow().items()) {
            JsonObject result = (JsonObject) value;
            String where = result.array("locations")
                    .map(locations -> ((JsonObject) locations.items().get(0))
                            .object("physicalLocation")
                            .orElseThrow())
                    .map(physical -> physical.object("artifactLocation")
                                    .orElseThrow()
                                    .text("uri")
                                    .orElseThrow()
                            + physical.object("region").map(Object::toString).orElse(""))
                    .orElse("nowhere");
            told.add(result.text("ruleId").orElseThrow() + " "
                    + result.text("level").orElseThrow() + " " + where
                    + (result.array("suppressions").isPresent() ? " suppressed" : ""));
        }

        assertThat(told)
                .containsExactly(
                        "CKP-001 error file:///lake/ckpt/offsets/6{\"startLine\":2}",
                        "CKP-002 error work/ckpt/commits/6{\"byteOffset\":17}",
                        "CKP-002 error s3a://bucket/a%20b/commits/5 suppressed",
                        "CKP-003 warning nowhere",
                        "CKP-004 note jobs/query.yaml{\"startLine\":4}");
    }

    @Test
    void anUnknownVerdictIsNoSuccessInSarif() throws IOException {
        JsonObject invocation = first(first(json(rendered(SARIF, Reports.unknown())), "runs"), "invocations");

        assertThat(invocation.truth("executionSuccessful")).contains(false);
        assertThat(invocation.toString()).contains("it cannot be told");
    }

    @ParameterizedTest
    @MethodSource("everyVerdict")
    void writesXmlWhoseCountsAreTrue(Report report) throws Exception {
        Document document = xml(rendered(new JunitRenderer(), report));
        Element suite = (Element) document.getElementsByTagName("testsuite").item(0);

        assertThat(suite.getAttribute("tests")).isEqualTo(count(document, "testcase"));
        assertThat(suite.getAttribute("failures")).isEqualTo(count(document, "failure"));
        assertThat(suite.getAttribute("errors")).isEqualTo(count(document, "error"));
        assertThat(suite.getAttribute("skipped")).isEqualTo(count(document, "skipped"));
    }

    @Test
    void whatCountsFailsInJunitWhatIsAcceptedIsSkippedAndTheRestPasses() throws Exception {
        Document document = xml(rendered(new JunitRenderer(), Reports.wrong()));
        NodeList cases = document.getElementsByTagName("testcase");
        List<String> told = new ArrayList<>();
        for (int i = 0; i < cases.getLength(); i++) {
            Element one = (Element) cases.item(i);
            String how = one.getElementsByTagName("failure").getLength() > 0
                    ? "fails"
                    : one.getElementsByTagName("skipped").getLength() > 0 ? "skipped" : "passes";
            told.add(one.getAttribute("name") + " " + how);
        }

        assertThat(told)
                .containsExactly(
                        "verdict passes",
                        "CKP-001 offsets/6 fails",
                        "CKP-002 commits/6 fails",
                        "CKP-002 commits/5 skipped",
                        "CKP-003 metadata passes",
                        "CKP-004 query passes");
    }

    @Test
    void anUnknownVerdictIsAnErrorInJunit() throws Exception {
        Document document = xml(rendered(new JunitRenderer(), Reports.unknown()));

        assertThat(((Element) document.getElementsByTagName("error").item(0)).getAttribute("message"))
                .isEqualTo("it cannot be told");
    }

    @Test
    void annotatesWhatIsNotAccepted() throws IOException {
        assertThat(rendered(new GithubRenderer(), Reports.wrong()).lines())
                .containsExactly(
                        "::error file=/lake/ckpt/offsets/6,line=2,title=CKP-001 FATAL::offsets/6 is torn. The batch fails. Restore it.",
                        "::error file=work/ckpt/commits/6,title=CKP-002 ERROR::commits/6 is torn. The batch fails. Restore it.",
                        "::warning title=CKP-003 WARNING::Metadata is torn. The batch fails. Restore it.",
                        "::notice file=jobs/query.yaml,line=4,title=CKP-004 INFO::Query is torn. The batch fails. Restore it.",
                        "a restart fails (the reason)");
    }

    @Test
    void anUnknownVerdictIsAnnotated() throws IOException {
        assertThat(rendered(new GithubRenderer(), Reports.unknown()))
                .isEqualTo("::error title=tidemark check::it cannot be told (the reason)\n");
    }

    @Test
    void evidenceCannotGiveCommandsToTheRunner() throws IOException {
        List<String> lines =
                rendered(new GithubRenderer(), Reports.hostile()).lines().toList();

        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).startsWith("::error file=").doesNotContain("\u001b", "% ");
        assertThat(lines.get(1)).doesNotStartWith("::").doesNotContain("\u001b");
    }

    @Test
    void showsTheVerdictAndEveryBlockInMarkdown() throws IOException {
        assertThat(rendered(new MarkdownRenderer(), Reports.wrong())).isEqualTo("""
                        ## tidemark check

                        **\u274c a restart fails**

                        - why: the reason

                        - do: the remedy
                        """);
    }

    @Test
    void evidenceCannotBeMarkupInMarkdown() throws IOException {
        String markdown = rendered(new MarkdownRenderer(), Reports.hostile());

        assertThat(markdown.lines()
                        .filter(line -> !line.startsWith("    "))
                        .collect(java.util.stream.Collectors.joining()))
                .as("outside of code blocks")
                .doesNotContain("<b>", " @all", "\u001b", "\u0007")
                .doesNotContainPattern("(?<!\\\\)`");
    }

    @ParameterizedTest
    @MethodSource("everyVerdict")
    void writesAFindingALineAndTheVerdictLast(Report report) throws IOException {
        List<String> lines = rendered(new NdjsonRenderer("1.0"), report).lines().toList();

        assertThat(lines).hasSize(report.concerns().size() + 1);
        for (String line : lines.subList(0, lines.size() - 1)) {
            assertThat(json(line).text("fingerprint")).isPresent();
        }
        assertThat(json(lines.get(lines.size() - 1)).text("outcome"))
                .contains(report.outcome().name().toLowerCase(java.util.Locale.ROOT));
    }

    private static Set<ValidationMessage> faults(String sarif) {
        JsonSchema schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7)
                .getSchema(FindingsFormatsTest.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json"));
        return schema.validate(
                sarif, InputFormat.JSON, run -> run.getExecutionConfig().setFormatAssertionsEnabled(true));
    }

    private static Document xml(String text) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(text)));
    }

    private static String count(Document document, String element) {
        return Integer.toString(document.getElementsByTagName(element).getLength());
    }

    private static JsonObject json(String text) {
        return (JsonObject) JsonParser.parse(Location.of("test"), text).value().orElseThrow();
    }

    private static JsonObject first(JsonObject of, String array) {
        JsonArray values = of.array(array).orElseThrow();
        return (JsonObject) values.items().get(0);
    }
}
