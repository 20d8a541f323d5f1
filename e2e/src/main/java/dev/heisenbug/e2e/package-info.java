/** A real cluster, the chart installed on it, and programs of the corpus as workloads. */
package dev.heisenbug.e2e;
