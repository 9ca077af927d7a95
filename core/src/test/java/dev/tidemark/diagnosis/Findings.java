package dev.tidemark.diagnosis;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;

/** What tests ask of a diagnosis. */
final class Findings {
    private Findings() {}

    /** The finding of a rule, whose severity must be one that its page names. */
    static Finding found(Diagnosis diagnosis, String rule) {
        List<Finding> found = diagnosis.findings().stream()
                .filter(finding -> finding.rule().equals(rule))
                .toList();
        assertThat(found).as("%s in %s", rule, text(diagnosis)).isNotEmpty();
        assertThat(RuleCatalog.page(rule).severities())
                .as("severities of %s", rule)
                .contains(found.get(0).severity());
        return found.get(0);
    }

    static void alarmsOnly(Diagnosis diagnosis, String... rules) {
        assertThat(diagnosis.findings().stream()
                        .filter(finding -> finding.severity() != Severity.INFO)
                        .map(Finding::rule)
                        .distinct()
                        .sorted())
                .as(text(diagnosis))
                .containsExactlyElementsOf(Arrays.stream(rules).sorted().toList());
    }

    private static String text(Diagnosis diagnosis) {
        return diagnosis.findings().stream()
                .map(finding -> finding.severity() + " " + finding.rule() + " " + finding.explanation())
                .collect(Collectors.joining("\n", "\n", "\n"));
    }
}
