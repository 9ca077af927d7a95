/** What a command has to say, as values: blocks for the eye and a document for scripts. Knows no model. */
@NullMarked
package dev.tidemark.report;

import org.jspecify.annotations.NullMarked;
