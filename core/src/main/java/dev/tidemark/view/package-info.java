/** Models to reports. Pure. */
@NullMarked
package dev.tidemark.view;

import org.jspecify.annotations.NullMarked;
