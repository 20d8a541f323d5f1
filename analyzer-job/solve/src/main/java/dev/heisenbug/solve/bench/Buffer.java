package dev.heisenbug.solve.bench;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.solve.bench.Simulator.Val;
import java.util.HashSet;
import java.util.Set;

/** A bounded buffer: odd workers put, even workers take, under one monitor. */
final class Buffer implements Program {
  private static final int CAPACITY = 4;

  private final int workers;
  private final int loops;
  private final int[] done;
  private final int[] phase;
  private final Val[] local;
  private final Val[] sum;
  private final Set<Integer> waiting = new HashSet<>();
  private final Set<Integer> notified = new HashSet<>();
  private int lock;
  private int count;
  private int head;
  private int tail;
  private int slots;

  Buffer(int threads, int loops) {
    this.workers = threads - threads % 2;
    this.loops = loops;
    done = new int[threads + 1];
    phase = new int[threads + 1];
    local = new Val[threads + 1];
    sum = new Val[threads + 1];
  }

  @Override
  public void declare(Simulator sim) {
    lock = sim.trace.object("buffer");
    count = sim.trace.location("count", Sort.I32);
    head = sim.trace.location("head", Sort.I32);
    tail = sim.trace.location("tail", Sort.I32);
    slots = sim.trace.array("slots", Sort.I32);
    for (int t = 0; t < sum.length; t++) {
      sum[t] = sim.constant(0);
    }
  }

  private boolean puts(int t) {
    return t % 2 == 1;
  }

  @Override
  public boolean step(Simulator sim, int t) {
    String at = puts(t) ? "Buffer.put:" : "Buffer.take:";
    switch (phase[t]) {
      case 0 -> {
        if (!sim.free(lock, t)) {
          return false;
        }
        sim.lock(t, lock, at + 10);
      }
      case 1 -> {
        local[t] = sim.read(t, count, null, at + 11);
        Val blocked = sim.apply(Op.EQ, local[t], sim.constant(puts(t) ? CAPACITY : 0));
        phase[t] = sim.branch(t, blocked, at + 11) ? 20 : 2;
        return true;
      }
      case 2 -> local[t] = sim.read(t, puts(t) ? tail : head, null, at + 13);
      case 3 -> slot(sim, t, at);
      case 4 -> {
        Val next = sim.apply(Op.ADD, local[t], sim.constant(1));
        Val wrapped = sim.apply(Op.UREM, next, sim.constant(CAPACITY));
        sim.write(t, puts(t) ? tail : head, null, wrapped, at + 15);
      }
      case 5 -> local[t] = sim.read(t, count, null, at + 16);
      case 6 -> {
        Val next = sim.apply(Op.ADD, local[t], sim.constant(puts(t) ? 1 : -1));
        sim.write(t, count, null, next, at + 16);
      }
      case 7 -> {
        sim.event(EventKind.BROADCAST, t, lock, at + 17);
        notified.addAll(waiting);
      }
      case 8 -> {
        sim.unlock(t, lock, at + 18);
        done[t]++;
        phase[t] = 0;
        return true;
      }
      case 20 -> {
        sim.startWait(t, lock, at + 12);
        waiting.add(t);
      }
      default -> {
        if (!notified.contains(t) || !sim.free(lock, t)) {
          return false;
        }
        waiting.remove(t);
        notified.remove(t);
        sim.endWait(t, lock, at + 12);
        phase[t] = 1;
        return true;
      }
    }
    phase[t]++;
    return true;
  }

  private void slot(Simulator sim, int t, String at) {
    if (puts(t)) {
      sim.write(t, slots, local[t], sim.constant(t * 1000 + done[t]), at + 14);
    } else {
      Val item = sim.read(t, slots, local[t], at + 14);
      sum[t] = sim.apply(Op.ADD, sim.apply(Op.MUL, sum[t], sim.constant(31)), item);
    }
  }

  @Override
  public boolean finished(int t) {
    return t > workers || done[t] == loops;
  }

  @Override
  public void finish(Simulator sim) {
    int goal = sim.exprs.bool(true);
    for (int t = 2; t <= workers; t += 2) {
      Val same = sim.apply(Op.EQ, sum[t], sim.constant((int) sum[t].concrete()));
      goal = sim.exprs.and(goal, same.expr());
    }
    sim.trace.goal(goal, "Buffer.main:40");
  }
}
