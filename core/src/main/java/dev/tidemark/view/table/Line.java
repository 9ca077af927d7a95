package dev.tidemark.view.table;

import dev.tidemark.format.json.JsonObject;

/**
 * One line of an answer that is given line by line, twice: for the eye and for scripts.
 *
 * @param text aligned, without a line end
 */
public record Line(String text, JsonObject json) {}
