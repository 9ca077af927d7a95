/** The Kafka source over topics whose bounds are declared: its offsets, its limits, and what it takes for lost data. */
@NullMarked
package dev.tidemark.source.kafka;

import org.jspecify.annotations.NullMarked;
