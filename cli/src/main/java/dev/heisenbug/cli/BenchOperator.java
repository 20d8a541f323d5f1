package dev.heisenbug.cli;

import picocli.CommandLine.Command;

/** Operator scale; not there yet. */
@Command(name = "operator", description = "Operator scale (not built yet).")
final class BenchOperator extends NotBuiltYet {}
