/** The rules, one class each. */
@NullMarked
package dev.tidemark.diagnosis.rules;

import org.jspecify.annotations.NullMarked;
