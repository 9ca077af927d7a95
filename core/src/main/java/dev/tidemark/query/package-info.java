/** The query as its owner describes it: reader, writer, and a draft inferred from what a checkpoint shows. */
@NullMarked
package dev.tidemark.query;

import org.jspecify.annotations.NullMarked;
