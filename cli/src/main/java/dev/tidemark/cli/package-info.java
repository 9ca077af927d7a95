/** The command line: picocli commands, each a few lines, and the one place that prints and exits. */
package dev.tidemark.cli;
