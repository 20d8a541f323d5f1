/** The {@code record} command. */
package dev.heisenbug.record.cli;
