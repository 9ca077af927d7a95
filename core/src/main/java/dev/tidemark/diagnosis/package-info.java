/** Findings: what is wrong, where it shows, what follows and what to do. */
@NullMarked
package dev.tidemark.diagnosis;

import org.jspecify.annotations.NullMarked;
