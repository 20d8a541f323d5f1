/** Runs programs under the recording agent and seals what it wrote. */
package dev.heisenbug.record;
