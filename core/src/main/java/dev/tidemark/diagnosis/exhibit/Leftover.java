package dev.tidemark.diagnosis.exhibit;

import dev.tidemark.evidence.Location;

/**
 * A temporary file beside the file that it was to become.
 *
 * @param target the file that is there under the final name
 * @param differs whether the two hold different things
 */
public record Leftover(Location temporary, Location target, boolean differs) {}
