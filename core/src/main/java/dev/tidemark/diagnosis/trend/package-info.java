/** Rules about how a stream develops from batch to batch, one class a rule. */
@NullMarked
package dev.tidemark.diagnosis.trend;

import org.jspecify.annotations.NullMarked;
