/**
 * The processes that run in pods beside the program: they seal and upload recordings, and bring a
 * Job its bundle and take its results away. They hold a pod-bound token and no other right.
 */
package dev.heisenbug.sidecar;
