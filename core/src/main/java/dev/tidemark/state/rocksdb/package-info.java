/**
 * What the RocksDB provider leaves on disk: snapshot archives, changelogs and the files they share. The one package that
 * knows the native library.
 */
@NullMarked
package dev.tidemark.state.rocksdb;

import org.jspecify.annotations.NullMarked;
