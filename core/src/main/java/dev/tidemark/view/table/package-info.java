/** Reports about Delta tables and their logs. */
@NullMarked
package dev.tidemark.view.table;

import org.jspecify.annotations.NullMarked;
