/** The HDFS-backed provider's files: change files ({@code N.delta}) and snapshots ({@code N.snapshot}). */
@NullMarked
package dev.tidemark.state.hdfs;

import org.jspecify.annotations.NullMarked;
