package dev.tidemark.audit;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;

/** Counts what an audit found. Its size does not depend on the number of items. */
public final class AuditTally {
    private final Map<ItemVerdict, Long> verdicts = new EnumMap<>(ItemVerdict.class);
    private final Map<ItemKind, Long> kinds = new EnumMap<>(ItemKind.class);
    private final Map<Severity, Long> severities = new EnumMap<>(Severity.class);
    private final Map<String, Long> rules = new TreeMap<>();

    /** Counts an item. */
    public void add(ItemKind kind, ItemVerdict verdict) {
        kinds.merge(kind, 1L, Long::sum);
        verdicts.merge(verdict, 1L, Long::sum);
    }

    /** Takes an item back, for another result of it counts. */
    public void remove(ItemKind kind, ItemVerdict verdict) {
        kinds.merge(kind, -1L, Long::sum);
        verdicts.merge(verdict, -1L, Long::sum);
    }

    /** Counts findings. */
    public void add(List<Finding> findings) {
        findings.forEach(finding -> add(finding.severity(), finding.rule()));
    }

    /** Counts one finding. */
    public void add(Severity severity, String rule) {
        severities.merge(severity, 1L, Long::sum);
        rules.merge(rule, 1L, Long::sum);
    }

    /** Takes a finding back. */
    public void remove(Severity severity, String rule) {
        severities.merge(severity, -1L, Long::sum);
        rules.merge(rule, -1L, Long::sum);
    }

    /** Items of a verdict. */
    public long of(ItemVerdict verdict) {
        return verdicts.getOrDefault(verdict, 0L);
    }

    /** Items of a kind. */
    public long of(ItemKind kind) {
        return kinds.getOrDefault(kind, 0L);
    }

    /** Findings of a severity. */
    public long of(Severity severity) {
        return severities.getOrDefault(severity, 0L);
    }

    /** Findings by rule, without those that were all taken back. */
    public Map<String, Long> byRule() {
        Map<String, Long> present = new TreeMap<>(rules);
        present.values().removeIf(count -> count == 0);
        return present;
    }

    /** Items of all kinds. */
    public long items() {
        return kinds.values().stream().mapToLong(Long::longValue).sum();
    }
}
