package dev.heisenbug.decode.bench;

import dev.heisenbug.decode.image.Image;
import dev.heisenbug.formats.pt.PacketEncoder;
import dev.heisenbug.formats.x86.Insn;
import dev.heisenbug.formats.x86.InsnDecoder;
import dev.heisenbug.formats.x86.InsnKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Makes the trace that a processor would write if it ran real code along a made-up path: every
 * conditional branch goes one way or the other by a fixed pseudo-random rule with its own bias, so
 * that loops loop. It shares no code with the flow decoder and thus can check it.
 */
public final class SyntheticTrace {
  private static final int STACK = 64;
  private static final int LONGEST_STRETCH = 5000;
  private static final int SIGNAL_EVERY = 20_000;

  private final Image image;
  private final long[] entries;
  private final Settings settings;
  private final LongConsumer executed;
  private final InsnDecoder decoder = new InsnDecoder();
  private final Map<Long, Step> steps = new HashMap<>();
  private final Map<Long, Boolean> endless = new HashMap<>();
  private final PacketEncoder out = new PacketEncoder();
  private final Deque<Long> stack = new ArrayDeque<>();
  private long random;
  private long ip;
  private long instructions;
  private long nextSignal = SIGNAL_EVERY;
  private long lastPsb;
  private long tsc = 0x10_0000_0000L;
  private int ctc;

  /**
   * What the trace is like.
   *
   * @param seed chooses the path
   * @param instructions how many to execute at least
   * @param psbBytes distance of PSBs in the trace
   * @param mtcEvery an MTC after so many indirect branches; 0 for no timing at all
   */
  public record Settings(long seed, long instructions, int psbBytes, int mtcEvery) {}

  private record Step(int size, InsnKind kind, long target) {}

  /** {@code executed} gets the address of every instruction; may be null. */
  public SyntheticTrace(Image image, long[] entries, Settings settings, LongConsumer executed) {
    this.image = image;
    this.entries = entries.clone();
    this.settings = settings;
    this.executed = executed;
    this.random = settings.seed() * 2 + 1;
  }

  /** The packets of the whole run. */
  public byte[] make() {
    ip = entry();
    psb();
    int indirect = 0;
    while (instructions < settings.instructions()) {
      Step s = step(ip);
      if (s == null || endless(ip) || instructions >= nextSignal) {
        restart();
        continue;
      }
      instructions++;
      if (executed != null) {
        executed.accept(ip);
      }
      long branches = follow(s);
      indirect += (int) branches;
      if (settings.mtcEvery() > 0 && branches > 0 && indirect % settings.mtcEvery() == 0) {
        tsc += 256;
        out.mtc(++ctc & 0xff);
      }
      if (out.size() - lastPsb >= settings.psbBytes()) {
        psb();
      }
    }
    out.flushBranches();
    out.fup(ip);
    out.tipPgd();
    return out.toByteArray();
  }

  public long instructions() {
    return instructions;
  }

  /** Goes past an instruction; how many indirect branches that was. */
  private int follow(Step s) {
    long after = ip + s.size();
    switch (s.kind()) {
      case OTHER, PTWRITE, MOV_CR3, VMPTRLD -> ip = after;
      case JUMP -> ip = s.target();
      case CALL -> {
        if (s.target() != after) {
          push(after);
        }
        ip = s.target();
      }
      case CONDITIONAL -> {
        boolean taken = chance(bias(ip));
        out.branch(taken);
        ip = taken ? s.target() : after;
      }
      case RETURN -> {
        if (stack.isEmpty()) {
          ip = entry();
          out.tip(ip);
          return 1;
        }
        out.branch(true);
        ip = stack.pop();
      }
      case INDIRECT_CALL -> {
        push(after);
        ip = entry();
        out.tip(ip);
        return 1;
      }
      case INDIRECT_JUMP -> {
        ip = entry();
        out.tip(ip);
        return 1;
      }
      default -> {
        // Into the kernel and back; where nothing follows, another call is made.
        out.tipPgd();
        ip = step(after) == null || chance(128) ? entry() : after;
        out.tipPge(ip);
      }
    }
    return 0;
  }

  /** The path has led to something that is no code: a signal takes the thread elsewhere. */
  private void restart() {
    nextSignal = instructions + SIGNAL_EVERY;
    out.fup(ip);
    ip = entry();
    out.tip(ip);
    stack.clear();
  }

  private void psb() {
    out.psb();
    lastPsb = out.size();
    out.modeExec(true, false, false);
    if (settings.mtcEvery() > 0) {
      out.tsc(tsc);
      out.tma(ctc, 0);
    }
    out.cbr(20);
    out.fup(ip);
    out.psbend();
    // The processor forgets calls at a PSB, so that decoding can start there.
    stack.clear();
  }

  private void push(long address) {
    stack.push(address);
    if (stack.size() > STACK) {
      stack.removeLast();
    }
  }

  /** Whether the code from here on runs in a circle without any branch to decide. */
  private boolean endless(long from) {
    Boolean known = endless.get(from);
    if (known == null) {
      long at = from;
      Step s = step(at);
      int n = 0;
      while (s != null && s.kind().selfEvident() && n < LONGEST_STRETCH) {
        boolean jump = s.kind() == InsnKind.JUMP || s.kind() == InsnKind.CALL;
        at = jump ? s.target() : at + s.size();
        s = step(at);
        n++;
      }
      known = n == LONGEST_STRETCH;
      endless.put(from, known);
    }
    return known;
  }

  private Step step(long at) {
    Step known = steps.get(at);
    if (known == null && !steps.containsKey(at)) {
      known = decode(at);
      steps.put(at, known);
    }
    return known;
  }

  private Step decode(long at) {
    byte[] code = new byte[InsnDecoder.MAX_SIZE];
    int available = image.read(at, code, code.length);
    Insn insn = new Insn();
    if (available == 0 || !decoder.decode(code, available, 64, insn)) {
      return null;
    }
    return new Step(insn.size, insn.kind, at + insn.size + insn.displacement);
  }

  private long entry() {
    // Few functions are hot: small indices are drawn far more often.
    int bound = (int) (Long.numberOfTrailingZeros(next()) * 4L % entries.length) + 1;
    return entries[(int) Long.remainderUnsigned(next(), bound)];
  }

  private static int bias(long address) {
    return switch ((int) (address * 0x9e3779b97f4a7c15L >>> 61)) {
      case 0, 1 -> 230;
      case 2, 3, 4 -> 25;
      case 5 -> 250;
      default -> 128;
    };
  }

  private boolean chance(int of256) {
    return (next() & 0xff) < of256;
  }

  private long next() {
    random ^= random << 13;
    random ^= random >>> 7;
    random ^= random << 17;
    return random * 0x2545f4914f6cdd1dL >>> 8;
  }
}
