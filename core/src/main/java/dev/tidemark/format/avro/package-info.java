/**
 * Avro's binary form of Spark's rows, as state stores with {@code encodingFormat=avro} hold it. The schema is always one
 * that Spark derives from its own, so it is read here by Spark's types and no schema text or class ever comes in.
 */
@NullMarked
package dev.tidemark.format.avro;

import org.jspecify.annotations.NullMarked;
