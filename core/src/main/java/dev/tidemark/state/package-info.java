/**
 * State stores as files hold them: which store, which version, raw rows and change records, whatever the provider. Knows
 * neither the logs of a checkpoint nor Delta: what those pin comes in as values ({@link dev.tidemark.state.StateConf},
 * {@link dev.tidemark.state.StateVersion}).
 */
@NullMarked
package dev.tidemark.state;

import org.jspecify.annotations.NullMarked;
