package dev.tidemark.diagnosis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.tidemark.compat.CompatRule;
import dev.tidemark.delta.verify.VerifyRule;
import dev.tidemark.diagnosis.rules.CheckpointRules;
import dev.tidemark.diagnosis.rules.Examination;
import dev.tidemark.diagnosis.trend.TrendRules;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RuleCatalogTest {
    /** An id never gets another meaning: a line here may be added, and never changed. */
    @Test
    void idsKeepTheirMeaning() throws IOException {
        String golden;
        try (InputStream in = Objects.requireNonNull(RuleCatalogTest.class.getResourceAsStream("rule-meanings.txt"))) {
            golden = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }

        assertThat(RuleCatalog.all().stream()
                        .map(page -> page.id() + " " + page.title())
                        .sorted()
                        .collect(Collectors.joining("\n", "", "\n")))
                .isEqualTo(golden);
    }

    @Test
    void everyPageSaysWhatFollowsWhatToDoAndWhoDecides() {
        assertThat(RuleCatalog.all()).hasSizeGreaterThanOrEqualTo(100).allSatisfy(page -> {
            assertThat(page.title()).as(page.id()).isNotBlank().doesNotEndWith(".");
            assertThat(page.meaning()).as(page.id()).endsWith(".");
            assertThat(page.remedy()).as(page.id()).matches("(?s).+[.?]");
            assertThat(page.authority()).as(page.id()).isNotBlank();
            assertThat(page.versions()).as(page.id()).isNotBlank();
        });
    }

    @Test
    void everyRuleHasAPage() {
        Stream<String> ids = Stream.of(
                        Stream.of(CheckpointRules.ALL, Examination.CASE_RULES, TrendRules.ALL)
                                .flatMap(List::stream)
                                .map(Rule::id),
                        Stream.of(CompatRule.values()).map(CompatRule::id))
                .flatMap(stream -> stream);

        assertThat(ids).allSatisfy(id -> assertThat(RuleCatalog.find(id)).as(id).isPresent());
        assertThat(VerifyRule.values())
                .allSatisfy(rule ->
                        assertThat(RuleCatalog.find(rule.id())).as(rule.id()).isPresent());
    }

    @Test
    void thePagesOfVerifySayWhatItsFindingsSay() {
        for (VerifyRule rule : VerifyRule.values()) {
            RulePage page = RuleCatalog.page(rule.id());

            assertThat(page.severities().stream().map(Enum::name))
                    .as(rule.id())
                    .contains(rule.weight().name());
            assertThat(page.meaning()).as(rule.id()).isEqualToIgnoringCase(rule.consequence() + ".");
            assertThat(page.remedy()).as(rule.id()).isEqualToIgnoringCase(rule.remedy() + ".");
        }
    }

    @Test
    void thePagesOfChecksHaveTheirTitles() {
        assertThat(CompatRule.values())
                .allSatisfy(
                        rule -> assertThat(RuleCatalog.page(rule.id()).title()).isEqualTo(rule.title()));
    }

    @Test
    void findsAnIdInWhateverCase() {
        assertThat(RuleCatalog.find(" ckp-004 ")).contains(RuleCatalog.page("CKP-004"));
        assertThat(RuleCatalog.find("CKP-999")).isEmpty();
    }

    @Test
    void knowsWhatWasMeant() {
        assertThat(RuleCatalog.near("CPK-009")).extracting(RulePage::id).containsExactly("CKP-009");
        assertThat(RuleCatalog.near("hint")).extracting(RulePage::id).contains("TBL-006");
        assertThat(RuleCatalog.near("nothing of the kind")).isEmpty();
    }

    @Test
    void aPageMayHaveSeveralSeverities() {
        assertThat(RuleCatalog.page("CKP-003").severities()).isEqualTo(List.of(Severity.FATAL, Severity.WARNING));
        assertThat(RuleCatalog.page("CKP-003").group()).isEqualTo("CKP");
    }
}
