/** The sources that make their rows up: rate and rate-micro-batch. */
@NullMarked
package dev.tidemark.source.rate;

import org.jspecify.annotations.NullMarked;
