package dev.heisenbug.cli;

import picocli.CommandLine.Command;

/** Replay speed; not there yet. */
@Command(name = "replay", description = "Replay overhead (not built yet).")
final class BenchReplay extends NotBuiltYet {}
