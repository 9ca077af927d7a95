/** What can be typed: one small class for each command of the shell, and how those of the command line are called. */
@NullMarked
package dev.tidemark.shell.command;

import org.jspecify.annotations.NullMarked;
