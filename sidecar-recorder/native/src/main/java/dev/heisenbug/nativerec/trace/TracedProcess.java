package dev.heisenbug.nativerec.trace;

import java.util.ArrayList;
import java.util.List;

/** A process under the tracer. */
final class TracedProcess {
  final int pid;
  final TracedProcess parent;
  final List<TracedThread> threads = new ArrayList<>();
  AddressSpace space;

  TracedProcess(int pid, TracedProcess parent, AddressSpace space) {
    this.pid = pid;
    this.parent = parent;
    this.space = space;
  }
}
