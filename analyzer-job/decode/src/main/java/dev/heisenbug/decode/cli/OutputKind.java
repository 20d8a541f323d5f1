package dev.heisenbug.decode.cli;

/** What decode prints. */
enum OutputKind {
  packets,
  instructions,
  threads,
  summary
}
