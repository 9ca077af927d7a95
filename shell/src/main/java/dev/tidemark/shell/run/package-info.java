/** The loop: lines from a person or a script, each run and answered. Only {@code Interactive*} needs JLine. */
@NullMarked
package dev.tidemark.shell.run;

import org.jspecify.annotations.NullMarked;
