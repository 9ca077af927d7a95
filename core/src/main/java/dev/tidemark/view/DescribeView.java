package dev.tidemark.view;

import java.util.List;
import java.util.Locale;

import dev.tidemark.format.json.JsonObject;
import dev.tidemark.query.DraftQuery;
import dev.tidemark.query.QueryDescriptionWriter;
import dev.tidemark.report.Block;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;

/** A draft of a query description, for {@code describe}: its text is YAML that the other commands read. */
public final class DescribeView {
    private DescribeView() {}

    /** The report. */
    public static Report of(DraftQuery draft) {
        JsonObject.Builder origins = JsonObject.builder();
        draft.origins()
                .forEach((part, origin) -> origins.put(part, origin.name().toLowerCase(Locale.ROOT)));
        JsonObject document = JsonObject.builder()
                .put("query", QueryDescriptionWriter.json(draft.query()))
                .put("origins", origins.build())
                .build();
        return new Report(
                "describe", Outcome.FINE, List.of(new Block.Listing(QueryDescriptionWriter.yaml(draft))), document);
    }
}
