package dev.heisenbug.analyzer.jvm.symbolic;

import static org.objectweb.asm.Opcodes.*;

import dev.heisenbug.analyzer.jvm.runlog.RecordType;
import dev.heisenbug.analyzer.jvm.runlog.RecordType.Sync;
import dev.heisenbug.analyzer.jvm.runlog.RunLog;
import dev.heisenbug.analyzer.jvm.runlog.SiteDef;
import dev.heisenbug.formats.trace.Sort;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;

/** Leads every thread through its code along the records of the log. */
final class Machine {
  private final Session s;
  private final RunLog log;
  private final Cuts.Counter counter;
  private final Stepper stepper;
  private final Jumps jumps;
  private final Calls calls;
  private final Library library;
  private final AccessRecords accesses;
  private final Place place;
  private final BranchKeeping keeping;
  private final boolean telling;

  Machine(Session s, Cuts cuts, Options options) {
    this.s = s;
    keeping = options.branches();
    telling = options.telling();
    log = s.log;
    counter = cuts.counter();
    stepper = new Stepper(s);
    jumps = new Jumps(s.arith);
    Boxes boxes = new Boxes(s);
    Lambdas lambdas = new Lambdas();
    calls = new Calls(s, lambdas, boxes);
    library = new Library(s, boxes, lambdas);
    place = new Place(s, stepper);
    accesses = new AccessRecords(s, place);
  }

  Jumps jumps() {
    return jumps;
  }

  Place place() {
    return place;
  }

  /** Interprets the whole log. */
  void run() {
    while (log.next()) {
      threads();
      boolean counts = counter.admits(log);
      ThreadState t = s.threads.get(log.thread);
      if (!counts && !t.isCut()) {
        t.cut();
      }
      s.stats.records++;
      s.stats.ignoredRecords += counts ? 0 : 1;
      t.record = counter.number(log.thread);
      record(t);
    }
    s.threads.forEach(ThreadState::backToCut);
    threads();
  }

  private void threads() {
    while (s.threads.size() < log.threadCount()) {
      int number = s.threads.size();
      s.out.b.thread(log.treeId(number));
      s.threads.add(new ThreadState(number));
    }
  }

  private void record(ThreadState t) {
    if (!staysInStep(log.type)) {
      s.atomics.endGroup();
    }
    if (!t.started) {
      t.started = true;
      s.sync.started(t);
    }
    switch (log.type) {
      case RecordType.ENTER -> enter(t);
      case RecordType.GET, RecordType.PUT, RecordType.ALOAD, RecordType.ASTORE -> {
        point(t);
        s.stats.accesses++;
        accesses.record(t);
        stepper.run(t);
      }
      case RecordType.BULK -> {
        point(t);
        s.stats.accesses++;
        accesses.bulk(t);
      }
      case RecordType.CALLRET -> returned(t);
      case RecordType.CAUGHT -> caught(t);
      case RecordType.BRANCH -> branch(t);
      case RecordType.KEY -> key(t);
      case RecordType.SYNC -> sync(t);
      case RecordType.OPERAND -> operand(t);
      case RecordType.DELAYED -> s.memory.delayed(t);
      case RecordType.VISIBLE -> s.memory.visible(t, log.idx);
      case RecordType.END -> {
        if (!t.frames.isEmpty()) {
          s.guards.explainThrow(t);
        }
        t.frames.clear();
        t.ended = true;
        s.sync.ended(t);
      }
      default -> {}
    }
  }

  private void point(ThreadState t) {
    t.idx = log.idx;
    s.places.pass(t, log.treeId(t.number), log.idx);
  }

  /** Records between which no other thread can run. */
  private static boolean staysInStep(int type) {
    return type == RecordType.ENTER
        || type == RecordType.CALLRET
        || type == RecordType.BRANCH
        || type == RecordType.KEY;
  }

  private void enter(ThreadState t) {
    t.popFrom(log.depth);
    MethodCode code = s.classes.code(log.method);
    if (code == null) {
      s.stats.inconsistent("method without class file");
      return;
    }
    t.frames.add(calls.enter(t, code));
    stepper.run(t);
  }

  private void returned(ThreadState t) {
    t.popFrom(log.depth + 1);
    Frame f = place.at(t, log.site, log.depth);
    if (f == null || f.call == null) {
      return;
    }
    Call call = f.call;
    boolean isVoid = log.valueType == 'V';
    Sort sort = isVoid ? Sort.I32 : Sorts.ofTypeByte(log.valueType);
    Val value;
    if (call.entered) {
      value = isVoid ? null : s.reconcile(t, call.returned, sort, log.value);
    } else {
      value = library.result(t, call, isVoid ? null : s.observed(sort, log.value));
    }
    f.call = null;
    if (!isVoid) {
      f.push(value);
    }
    f.pc++;
    stepper.run(t);
  }

  private void caught(ThreadState t) {
    s.guards.explainThrow(t);
    t.popFrom(log.depth + 1);
    Frame f = t.top();
    if (f == null || f.depth != log.depth || f.code.def.id() != log.method) {
      f = place.resync(t, log.method, log.instruction, log.depth);
      if (f == null) {
        return;
      }
    }
    f.clearStack();
    f.call = null;
    f.lost = false;
    f.awaitsLock = false;
    f.pc = log.instruction;
    f.push(s.observed(Sort.REF, log.value));
    stepper.run(t);
  }

  private void branch(ThreadState t) {
    s.stats.branches++;
    Frame f = place.settle(t, Jumps::isConditional);
    if (f == null) {
      return;
    }
    AbstractInsnNode n = f.code.insns[f.pc];
    boolean taken = log.value != 0;
    Val condition = jumps.taken(f);
    int expr = -1;
    if (condition.isSymbolic() && condition.bits() != (taken ? 1 : 0)) {
      s.stats.inconsistent("branch went the other way");
    } else if (condition.isSymbolic()) {
      s.stats.symbolicBranches++;
      expr = s.out.expr(taken ? condition : s.arith.not(condition));
      s.out.path(t, expr, t.position());
    } else if (condition.isLost()) {
      identity(t, f, taken);
    }
    keep(t, f, taken ? 1 : 0, expr);
    for (int i = Jumps.operands(n.getOpcode()); i > 0; i--) {
      f.pop();
    }
    f.pc = taken ? f.code.index(((JumpInsnNode) n).label) : f.pc + 1;
    stepper.run(t);
  }

  /** A comparison of references that is not modelled: both stay what they were. */
  private void identity(ThreadState t, Frame f, boolean taken) {
    int op = f.code.insns[f.pc].getOpcode();
    if (op != IF_ACMPEQ && op != IF_ACMPNE) {
      return;
    }
    Val a = f.peek(1);
    Val b = f.peek(0);
    if (taken == (op == IF_ACMPEQ) && a.hasBits() != b.hasBits()) {
      Val known = a.hasBits() ? a : b;
      Val other = a.hasBits() ? b : a;
      if (other.alloc != null && known.bits() != 0 && !Refs.isBox(known.bits())) {
        s.bind(t, other.alloc, (int) known.bits());
      }
    }
    for (Val v : new Val[] {a, b}) {
      if (v.hasBits()) {
        s.out.concretize(t, v, t.position());
      }
    }
  }

  private void key(ThreadState t) {
    s.stats.branches++;
    Frame f = place.settle(t, Jumps::isSwitch);
    if (f == null) {
      return;
    }
    AbstractInsnNode n = f.code.insns[f.pc];
    int key = (int) log.value;
    Val operand = f.peek(0);
    int expr = -1;
    if (operand.isSymbolic() && operand.bits() == key) {
      s.stats.symbolicBranches++;
      expr = s.out.expr(jumps.leadsAs(n, operand, key));
      s.out.path(t, expr, t.position());
    }
    keep(t, f, key, expr);
    f.pop();
    f.pc = f.code.index(jumps.target(n, key));
    stepper.run(t);
  }

  private void keep(ThreadState t, Frame f, int outcome, int expr) {
    if (t.isCut()) {
      return;
    }
    if (keeping == BranchKeeping.ALL || keeping == BranchKeeping.SYMBOLIC && expr >= 0) {
      int events = s.out.b.length(t.number);
      t.branches.add(f.code.def.id(), f.pc, outcome, t.record, expr, events);
    }
  }

  private void sync(ThreadState t) {
    point(t);
    switch (log.kind) {
      case Sync.OPERATION -> operation(t);
      case Sync.LOCK, Sync.UNLOCK -> monitor(t);
      case Sync.CLASS_INIT -> {}
      case Sync.SEND -> s.sync.network.sent(t, log.other, log.index);
      case Sync.RECEIVE -> s.sync.network.received(t, log.other, log.index);
      case Sync.CLASS_INIT_DONE -> {
        s.sync.record(t, log.kind, log.base, log.other, log.site);
        Frame f = t.top();
        if (f != null && f.code.isInitialiser() && Place.isReturn(f)) {
          stepper.leave(t, f);
          stepper.run(t);
        }
      }
      default -> s.sync.record(t, log.kind, log.base, log.other, log.site);
    }
  }

  private void operation(ThreadState t) {
    Frame f = place.at(t, log.site, -1);
    if (f == null || f.call == null) {
      return;
    }
    Call call = f.call;
    call.operation = log.base;
    if (call.receiver != null && log.base != 0) {
      s.reconcile(t, call.receiver, Sort.REF, log.base);
    }
    if (call.isStatic() || call.references() == 0) {
      begin(t, call);
    }
  }

  /** The next reference argument of the operation; with the last one it can begin. */
  private void operand(ThreadState t) {
    Call call = t.top() == null ? null : t.top().call;
    if (call == null || call.operation < 0) {
      s.stats.inconsistent("operand without operation");
      return;
    }
    Val arg = call.nextReference();
    if (arg != null) {
      s.reconcile(t, arg, Sort.REF, log.value);
      if (call.references() == 0) {
        begin(t, call);
      }
    }
  }

  private void begin(ThreadState t, Call call) {
    call.began = s.out.b.eventCount();
    if (telling) {
      library.begin(t, call);
    }
    s.sync.tasks.begin(t, call);
    s.sync.juc.begin(t, call);
  }

  private void monitor(ThreadState t) {
    SiteDef site = s.classes.defs().site(log.site);
    Frame f = site == null ? null : place.ofMethod(t, site.method());
    if (f == null) {
      s.stats.inconsistent("monitor of code that is not followed");
      return;
    }
    boolean lock = log.kind == Sync.LOCK;
    if (f.awaitsLock && lock) {
      s.sync.record(t, log.kind, log.base, log.other, log.site);
      f.awaitsLock = false;
      stepper.run(t);
      return;
    }
    AbstractInsnNode n = f.lost ? null : f.code.insns[f.pc];
    boolean here = n != null && n.getOpcode() == (lock ? MONITORENTER : MONITOREXIT);
    if (here) {
      s.guards.used(t, s.reconcile(t, f.peek(0), Sort.REF, log.base));
    }
    s.sync.record(t, log.kind, log.base, log.other, log.site);
    if (here) {
      f.pop();
      f.pc++;
      stepper.run(t);
    } else if (!lock && !f.lost && f.code.isSynchronized() && Place.isReturn(f)) {
      stepper.leave(t, f);
      stepper.run(t);
    }
  }
}
