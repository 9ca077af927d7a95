/** The pieces of evidence that rules look at: values, once they are read. */
@NullMarked
package dev.tidemark.diagnosis.exhibit;

import org.jspecify.annotations.NullMarked;
