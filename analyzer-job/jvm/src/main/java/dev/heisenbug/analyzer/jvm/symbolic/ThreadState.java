package dev.heisenbug.analyzer.jvm.symbolic;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One thread during interpretation: its frames and its place in the log. */
final class ThreadState {
  final int number;
  final List<Frame> frames = new ArrayList<>();

  /** Conditions already stated: a read value never changes, so once is enough. */
  final Set<Integer> conditions = new HashSet<>();

  /** Classes whose initialisation by another thread this thread has already waited for. */
  final Set<String> classesUsed = new HashSet<>();

  final BranchLog branches = new BranchLog();

  /** Point counter after the newest record. */
  int idx;

  /** Number of the newest record among this thread's. */
  long record = -1;

  boolean started;
  boolean ended;

  /** A null that was read. */
  private record NullOf(Cell cell, int before, String at) {}

  private NullOf lastNull;

  /** The frames at the cut, once the thread has come to it. */
  private List<Frame> framesAtCut;

  ThreadState(int number) {
    this.number = number;
  }

  /** Whether the thread is past its cut: followed on for the others' sake, without events. */
  boolean isCut() {
    return framesAtCut != null;
  }

  /** From here on nothing of the thread counts. */
  void cut() {
    framesAtCut = frames.stream().map(Frame::copy).toList();
  }

  /** Puts the thread back to where it was cut, if it was. */
  void backToCut() {
    if (framesAtCut != null) {
      frames.clear();
      frames.addAll(framesAtCut);
    }
  }

  Frame top() {
    return frames.isEmpty() ? null : frames.getLast();
  }

  /** Where the thread stands; inside the JDK, also where the program called it. */
  String position() {
    Frame f = top();
    if (f == null) {
      return "";
    }
    String at = f.code.position(f.pc);
    if (f.code.ofProgram) {
      return at;
    }
    for (int i = frames.size() - 2; i >= 0; i--) {
      Frame below = frames.get(i);
      if (below.code.ofProgram) {
        return below.code.position(below.pc) + " in " + at;
      }
    }
    return at;
  }

  /** Drops frames of at least that depth: they are gone. */
  void popFrom(int depth) {
    while (!frames.isEmpty() && frames.getLast().depth >= depth) {
      frames.removeLast();
    }
  }

  /** Remembers a null that it read of a variable that nobody else touches. */
  void readNull(Cell cell, int before, String at) {
    lastNull = new NullOf(cell, before, at);
  }

  /** What is to be told of it at the end of the run. */
  List<Notice> notices(Session s) {
    List<Notice> all = new ArrayList<>();
    String tree = s.log.treeId(number);
    if (lastNull != null && !s.sharing.isWritten(lastNull.cell().key())) {
      String what = lastNull.cell().name(s.refs);
      all.add(new Notice(Notice.Kind.NULL, tree, lastNull.before(), what, "", lastNull.at()));
    }
    Call call = top() == null ? null : top().call;
    if (call != null && call.operation > 0 && !ended) {
      String object = s.refs.name(call.operation);
      String what = object + "." + call.name;
      all.add(new Notice(Notice.Kind.OPEN_CALL, tree, call.began, what, object, position()));
    }
    if (!ended && !position().isEmpty()) {
      all.add(new Notice(Notice.Kind.STANDS, tree, s.out.b.eventCount(), "", "", position()));
    }
    return all;
  }
}
