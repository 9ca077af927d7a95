/** JSON as one immutable tree of values, with its parser and writer; the only importer of Jackson beside render. */
@NullMarked
package dev.tidemark.format.json;

import org.jspecify.annotations.NullMarked;
