/** The commands about Delta tables. */
package dev.tidemark.cli.table;
