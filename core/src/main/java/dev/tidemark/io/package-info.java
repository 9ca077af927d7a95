/** Reading evidence: storages, their paths and entries. Nothing above this room knows where bytes live. */
@NullMarked
package dev.tidemark.io;

import org.jspecify.annotations.NullMarked;
