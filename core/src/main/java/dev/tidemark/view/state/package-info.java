/** State stores together with the logs that say how to read them, and their rows as text and JSON. */
@NullMarked
package dev.tidemark.view.state;

import org.jspecify.annotations.NullMarked;
