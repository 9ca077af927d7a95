/** What was seen of a checkpoint at one time, as values: what rules and views look at. */
@NullMarked
package dev.tidemark.checkpoint.survey;

import org.jspecify.annotations.NullMarked;
