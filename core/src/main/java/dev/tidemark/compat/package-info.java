/** Whether a checkpoint fits a changed query: what differs, and what Spark makes of each difference. */
@NullMarked
package dev.tidemark.compat;

import org.jspecify.annotations.NullMarked;
