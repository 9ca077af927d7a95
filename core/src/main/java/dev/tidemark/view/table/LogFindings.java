package dev.tidemark.view.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.tidemark.delta.replay.LogFault;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;

/** What reading a log came across, as findings: one for each kind of trouble in each file. */
final class LogFindings {
    private LogFindings() {}

    /** The findings, the worst first. */
    static List<Finding> of(List<LogFault> faults, boolean readerFailed) {
        Map<String, List<LogFault>> grouped = new LinkedHashMap<>();
        for (LogFault fault : faults) {
            String key = fault.kind() + " " + fault.at().path();
            grouped.computeIfAbsent(key, unused -> new ArrayList<>()).add(fault);
        }
        List<Finding> findings = new ArrayList<>();
        for (List<LogFault> group : grouped.values()) {
            findings.add(finding(group, readerFailed));
        }
        findings.sort((a, b) -> b.severity().compareTo(a.severity()));
        return findings;
    }

    private static Finding finding(List<LogFault> group, boolean readerFailed) {
        LogFault first = group.get(0);
        String more = group.size() == 1 ? "" : " (and " + (group.size() - 1) + " more like it in this file)";
        List<Location> evidence = group.stream().limit(10).map(LogFault::at).toList();
        return new Finding(
                rule(first.kind()),
                severity(first.kind(), readerFailed),
                Confidence.CERTAIN,
                first.at().path(),
                new Finding.Explanation(first.what() + more, consequence(first.kind()), remedy(first.kind())),
                evidence);
    }

    private static String rule(LogFault.Kind kind) {
        return switch (kind) {
            case MISSING_FILE -> "TBL-001";
            case UNREADABLE_FILE -> "TBL-002";
            case UNREADABLE_LINE -> "TBL-003";
            case BAD_PATH -> "TBL-004";
            case IRREGULAR_LINE -> "TBL-005";
            case BAD_HINT -> "TBL-006";
            case BAD_CHECKSUM -> "TBL-007";
            case UNSUPPORTED -> "TBL-008";
            case POSSIBLY_INCOMPLETE -> "TBL-009";
            case UNKNOWN_ACTION -> "TBL-010";
        };
    }

    private static Severity severity(LogFault.Kind kind, boolean readerFailed) {
        return switch (kind) {
            case MISSING_FILE, UNREADABLE_FILE, UNREADABLE_LINE, BAD_PATH ->
                readerFailed ? Severity.FATAL : Severity.ERROR;
            case UNSUPPORTED -> Severity.FATAL;
            case IRREGULAR_LINE, BAD_HINT, BAD_CHECKSUM, POSSIBLY_INCOMPLETE -> Severity.WARNING;
            case UNKNOWN_ACTION -> Severity.INFO;
        };
    }

    private static String consequence(LogFault.Kind kind) {
        return switch (kind) {
            case MISSING_FILE -> "the version cannot be built whole; what it alone held is lost";
            case UNREADABLE_FILE, UNREADABLE_LINE -> "the actions in it are lost to every reader";
            case BAD_PATH -> "every reader fails on the whole table";
            case IRREGULAR_LINE -> "engines disagree about this table";
            case BAD_HINT -> "each reader lists more than it must; no data are lost";
            case BAD_CHECKSUM -> "opening the version costs a read of the log; no data are lost";
            case UNSUPPORTED -> "no release that is simulated here reads the table";
            case POSSIBLY_INCOMPLETE -> "newer commits may exist that are not in this directory";
            case UNKNOWN_ACTION -> "readers pass over it";
        };
    }

    private static String remedy(LogFault.Kind kind) {
        return switch (kind) {
            case MISSING_FILE, UNREADABLE_FILE, UNREADABLE_LINE ->
                "restore the file from a backup or from the storage's older versions";
            case BAD_PATH, IRREGULAR_LINE -> "find the writer of this commit; Delta's own writers never write this";
            case BAD_HINT -> "write a checkpoint; it replaces the hint";
            case BAD_CHECKSUM -> "delete the file; the next commit writes its own";
            case UNSUPPORTED -> "read the table with the release that wrote it";
            case POSSIBLY_INCOMPLETE -> "ask the catalog for the latest version";
            case UNKNOWN_ACTION -> "";
        };
    }
}
