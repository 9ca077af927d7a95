/** What is easier looked at than read: watermarks, gaps, offsets and state as charts. */
@NullMarked
package dev.tidemark.view.plot;

import org.jspecify.annotations.NullMarked;
