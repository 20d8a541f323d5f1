/** Measures what recording costs. */
package dev.heisenbug.record.bench;
