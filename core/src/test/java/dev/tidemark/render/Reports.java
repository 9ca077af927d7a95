package dev.tidemark.render;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;

import dev.tidemark.format.json.JsonObject;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Concern;
import dev.tidemark.report.Concern.Level;
import dev.tidemark.report.Concern.Standing;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;

/** Reports of every verdict, with findings of every kind and words that formats must escape. */
final class Reports {
    static final String HOSTILE = "a<b> & \"c\" ]]> | `d` \u001b[31m\n::error::x % @all \uffff \u0007";

    private Reports() {}

    static Stream<Report> ofEveryVerdict() {
        return Stream.of(
                fine(), wrong(), unknown(), hostile(), new Report("list", Outcome.FINE, List.of(), JsonObject.EMPTY));
    }

    static Report fine() {
        return report(Outcome.FINE, Tone.GOOD, "all is well", List.of());
    }

    static Report wrong() {
        return report(
                Outcome.WRONG,
                Tone.BAD,
                "a restart fails",
                List.of(
                        concern(
                                "CKP-001",
                                Level.FATAL,
                                Standing.COUNTS,
                                "offsets/6",
                                new Concern.Spot("/lake/ckpt", "offsets/6", 2, -1)),
                        concern(
                                "CKP-002",
                                Level.ERROR,
                                Standing.COUNTS,
                                "commits/6",
                                new Concern.Spot("work/ckpt", "commits/6", 0, 17)),
                        concern(
                                "CKP-002",
                                Level.ERROR,
                                Standing.MUTED,
                                "commits/5",
                                new Concern.Spot("s3a://bucket/a b", "commits/5", 0, -1)),
                        concern("CKP-003", Level.WARNING, Standing.NOTED, "metadata"),
                        concern(
                                "CKP-004",
                                Level.INFO,
                                Standing.NOTED,
                                "query",
                                new Concern.Spot("", "jobs/query.yaml", 4, -1))));
    }

    static Report unknown() {
        return report(Outcome.UNKNOWN, Tone.UNKNOWN, "it cannot be told", List.of());
    }

    static Report hostile() {
        Concern concern = new Concern(
                new Concern.Rule("CKP-009", HOSTILE),
                Level.ERROR,
                Standing.COUNTS,
                new Concern.Words(HOSTILE, HOSTILE, HOSTILE, HOSTILE, "certain"),
                List.of(new Concern.Spot(HOSTILE, HOSTILE, 1, 1)),
                HOSTILE);
        return new Report(
                "check",
                Outcome.WRONG,
                List.of(
                        new Block.Verdict(Tone.BAD, HOSTILE, HOSTILE, HOSTILE),
                        new Block.Table(List.of(HOSTILE), List.of(List.of(Cell.text(HOSTILE)))),
                        new Block.Listing(List.of(HOSTILE))),
                JsonObject.EMPTY,
                List.of(concern));
    }

    static String rendered(Renderer renderer, Report report) throws IOException {
        StringWriter text = new StringWriter();
        renderer.render(report, text);
        return text.toString();
    }

    private static Report report(Outcome outcome, Tone tone, String headline, List<Concern> concerns) {
        return new Report(
                "check",
                outcome,
                List.of(new Block.Verdict(tone, headline, "the reason", "the remedy")),
                JsonObject.EMPTY,
                concerns);
    }

    private static Concern concern(String id, Level level, Standing standing, String subject, Concern.Spot... spots) {
        return new Concern(
                new Concern.Rule(id, "what " + id + " looks for"),
                level,
                standing,
                new Concern.Words(subject, subject + " is torn", "the batch fails", "restore it", "certain"),
                List.of(spots),
                id + ":" + subject);
    }
}
