/** What Spark said while a stream ran: its progress reports, from JSON lines or from an event log. */
@NullMarked
package dev.tidemark.progress;

import org.jspecify.annotations.NullMarked;
