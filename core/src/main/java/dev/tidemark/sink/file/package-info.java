/** The file sink's log, {@code _spark_metadata} beside the files it wrote. */
@NullMarked
package dev.tidemark.sink.file;

import org.jspecify.annotations.NullMarked;
