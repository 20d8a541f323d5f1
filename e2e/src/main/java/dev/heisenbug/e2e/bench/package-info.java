/**
 * The operator against a real API server without nodes: a fleet as objects, failures as requests.
 */
package dev.heisenbug.e2e.bench;
