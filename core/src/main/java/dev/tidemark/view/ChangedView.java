package dev.tidemark.view;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.report.Block;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;

/** A report about something that changed while it was read: what it says may mix two moments, so its verdict is unknown. */
public final class ChangedView {
    private static final int SHOWN = 5;

    private ChangedView() {}

    /**
     * The report with that verdict before its own.
     *
     * @param changed the directories that changed, the root as the empty path
     */
    public static Report of(Report report, List<String> changed) {
        String where = changed.stream()
                        .limit(SHOWN)
                        .map(path -> path.isEmpty() ? "the directory itself" : path)
                        .collect(Collectors.joining(", "))
                + (changed.size() > SHOWN ? " and " + (changed.size() - SHOWN) + " more" : "");
        String reason = "It changed while it was read: " + where;
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Verdict(
                Tone.UNKNOWN,
                reason,
                "Something is writing there, so what is said below may mix two moments",
                "Run this again when the query stands still, or with --retry 5"));
        blocks.addAll(report.blocks());
        return new Report(
                report.command(), Outcome.UNKNOWN, blocks, document(report, changed, reason), report.concerns());
    }

    private static JsonObject document(Report report, List<String> changed, String reason) {
        JsonObject.Builder document = JsonObject.builder();
        for (JsonObject.Member member : report.document().members()) {
            boolean isVerdict = member.name().equals("verdict") && member.value() instanceof JsonText;
            if (isVerdict) {
                document.put("verdict", "unknown");
            } else if (member.name().equals("unknown") && member.value() instanceof JsonArray reasons) {
                List<dev.tidemark.format.json.JsonValue> all = new ArrayList<>(reasons.items());
                all.add(0, new JsonText(reason));
                document.put("unknown", new JsonArray(all));
            } else {
                document.put(member.name(), member.value());
            }
        }
        return document.put("changedWhileRead", JsonArray.of(changed, JsonText::new))
                .build();
    }
}
