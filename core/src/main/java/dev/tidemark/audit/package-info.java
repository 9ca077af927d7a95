/** Many checkpoints and tables at once: finding them, examining each within a budget, and what they have to do with each other. */
@NullMarked
package dev.tidemark.audit;

import org.jspecify.annotations.NullMarked;
