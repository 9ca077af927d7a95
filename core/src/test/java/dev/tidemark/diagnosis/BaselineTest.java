package dev.tidemark.diagnosis;

import java.time.LocalDate;
import java.util.List;

import dev.tidemark.diagnosis.Triage.Status;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class BaselineTest {
    private static final LocalDate TODAY = LocalDate.of(2030, 6, 15);

    private static final String FILE = """
            {"entries": [
              {"fingerprint": "A-1:x", "severity": "error", "summary": "x is torn", "expires": "2030-06-15", "reason": "known"},
              {"fingerprint": "A-2:y", "severity": "warning", "expires": null}
            ]}""";

    @Test
    void readsWhatItWrites() {
        Baseline baseline = parse(FILE).value().orElseThrow();

        assertThat(parse(BaselineParser.document(baseline).toString())).isEqualTo(Parsed.intact(baseline));
        assertThat(baseline.entries())
                .containsExactly(
                        new Baseline.Entry("A-1:x", Severity.ERROR, "x is torn", TODAY, "known"),
                        new Baseline.Entry("A-2:y", Severity.WARNING, "", null, null));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 12, 14, 40, 90, 150, 200, 220, 1000})
    void aTornFileAcceptsNothing(int length) {
        assertThat(parse(FILE.substring(0, Math.min(length, FILE.length() - 1))).damage())
                .isPresent();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "[];an array of entries",
                "{\"entries\": 3};an array of entries",
                "{\"entries\": [1]};entries[0] to be an object",
                "{\"entries\": [{\"severity\": \"error\"}]};a fingerprint",
                "{\"entries\": [{\"fingerprint\": \"f\", \"severity\": \"fatal\"}]};nothing fatal can be accepted",
                "{\"entries\": [{\"fingerprint\": \"f\", \"severity\": \"info\", \"expires\": \"soon\"}]};expires as a day"
            })
    void aFileThatIsNotUnderstoodIsDamage(String text, String expected) {
        assertThat(parse(text).damage().orElseThrow().message()).contains(expected);
    }

    @Test
    void anEntryCoversItsLastDayAndNotTheNext() {
        Baseline baseline = parse(FILE).value().orElseThrow();
        List<Finding> findings = List.of(finding("A-1", Severity.ERROR, "x"));

        Triage onTheDay = Triage.of(findings, Severity.ERROR, baseline, TODAY);
        Triage after = Triage.of(findings, Severity.ERROR, baseline, TODAY.plusDays(1));

        assertThat(statuses(onTheDay)).containsExactly(Status.UNCHANGED);
        assertThat(onTheDay.isWrong()).isFalse();
        assertThat(statuses(after)).containsExactly(Status.EXPIRED);
        assertThat(after.isWrong()).isTrue();
    }

    @Test
    void nothingFatalIsAcceptedAndNothingWorseThanItWas() {
        Baseline baseline = parse(FILE).value().orElseThrow();

        Triage triage = Triage.of(
                List.of(finding("A-1", Severity.FATAL, "x"), finding("A-2", Severity.ERROR, "y")),
                Severity.FATAL,
                baseline,
                TODAY);

        assertThat(statuses(triage)).containsExactly(Status.REFUSED, Status.WORSE);
        assertThat(triage.isWrong()).isTrue();
        assertThat(triage.open()).hasSize(2);
    }

    @Test
    void tellsNewFromUnchangedFromAbsent() {
        Baseline baseline = parse(FILE).value().orElseThrow();

        Triage triage = Triage.of(
                List.of(finding("A-2", Severity.INFO, "y"), finding("A-9", Severity.INFO, "z")),
                Severity.ERROR,
                baseline,
                TODAY);

        assertThat(statuses(triage)).containsExactly(Status.UNCHANGED, Status.NEW);
        assertThat(triage.absent()).extracting(Baseline.Entry::fingerprint).containsExactly("A-1:x");
        assertThat(triage.accepted()).extracting(Finding::rule).containsExactly("A-2");
        assertThat(triage.isWrong()).as("an info is below error").isFalse();
    }

    @Test
    void aRenewedBaselineKeepsDaysAndReasonsAndLeavesOutWhatIsFatal() {
        Baseline renewed = parse(FILE)
                .value()
                .orElseThrow()
                .renewed(List.of(
                        finding("A-9", Severity.WARNING, "z"),
                        finding("A-1", Severity.ERROR, "x"),
                        finding("A-3", Severity.FATAL, "w")));

        assertThat(renewed.entries())
                .containsExactly(
                        new Baseline.Entry("A-1:x", Severity.ERROR, "summary of x", TODAY, "known"),
                        new Baseline.Entry("A-9:z", Severity.WARNING, "summary of z", null, null));
    }

    private static List<Status> statuses(Triage triage) {
        return triage.judged().stream().map(Triage.Judged::status).toList();
    }

    private static Parsed<Baseline> parse(String text) {
        return BaselineParser.parse(Location.of("baseline.json"), text);
    }

    private static Finding finding(String rule, Severity severity, String subject) {
        return new Finding(
                rule,
                severity,
                Confidence.CERTAIN,
                subject,
                new Finding.Explanation("summary of " + subject, "", ""),
                List.of());
    }
}
