package dev.tidemark.delta.verify;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.tidemark.evidence.Location;

/** Collects findings; of one rule only the first ones whole, the rest as a count, so that a ruined log stays readable. */
final class Findings {
    private static final int MOST_OF_A_RULE = 20;

    private final List<VerifyFinding> found = new ArrayList<>();
    private final Map<VerifyRule, Integer> perRule = new EnumMap<>(VerifyRule.class);
    private final Map<String, Long> checked = new LinkedHashMap<>();
    private final List<String> notChecked = new ArrayList<>();

    void add(VerifyRule rule, String subject, String summary, Location... evidence) {
        add(rule, rule.weight(), subject, summary, evidence);
    }

    void add(VerifyRule rule, VerifyRule.Weight weight, String subject, String summary, Location... evidence) {
        int count = perRule.merge(rule, 1, Integer::sum);
        if (count <= MOST_OF_A_RULE) {
            found.add(new VerifyFinding(rule, weight, subject, summary, List.of(evidence)));
        }
    }

    void countChecked(String what) {
        countChecked(what, 1);
    }

    void countChecked(String what, long more) {
        checked.merge(what, more, Long::sum);
    }

    void notChecked(String why) {
        if (!notChecked.contains(why)) {
            notChecked.add(why);
        }
    }

    Verification verification(List<Verification.Orphan> orphans) {
        List<VerifyFinding> all = new ArrayList<>(found);
        perRule.forEach((rule, count) -> {
            if (count > MOST_OF_A_RULE) {
                int more = count - MOST_OF_A_RULE;
                all.add(new VerifyFinding(
                        rule, rule.weight(), "_delta_log", more + " more findings of this rule", List.of()));
            }
        });
        all.sort(Comparator.comparing(VerifyFinding::weight).reversed().thenComparing(VerifyFinding::rule));
        return new Verification(all, checked, notChecked, orphans);
    }
}
