package dev.tidemark.render;

import java.io.IOException;
import java.io.Writer;

import dev.tidemark.report.Report;

/** Writes a report in one form. Deterministic: the same report gives the same characters. */
public interface Renderer {
    /** Writes all of the report; leaves the writer open. */
    void render(Report report, Writer to) throws IOException;
}
