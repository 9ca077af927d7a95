/** The actions of a Delta log: one record a kind, parsed from JSON lines or handed over by checkpoint readers. */
@NullMarked
package dev.tidemark.delta.action;

import org.jspecify.annotations.NullMarked;
