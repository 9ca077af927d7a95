/** {@code tidemark state ...}: what a stateful query remembers. */
package dev.tidemark.cli.state;
