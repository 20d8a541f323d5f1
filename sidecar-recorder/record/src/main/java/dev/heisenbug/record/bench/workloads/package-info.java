/** Programs whose recording is measured; they run in JVMs of their own. */
package dev.heisenbug.record.bench.workloads;
