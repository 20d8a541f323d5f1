package dev.heisenbug.decode.libipt;

import dev.heisenbug.decode.libipt.RandomCode.Op;
import dev.heisenbug.formats.pt.Opcodes;
import dev.heisenbug.formats.pt.PacketEncoder;
import dev.heisenbug.formats.x86.InsnKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A processor that runs made-up code along a made-up path and writes the packets the manual asks
 * for, with everything that is allowed and rare made frequent. It shares no code with the decoder.
 */
final class RandomRun {
  private static final int STACK = 64;

  /** What may happen, beside branches. */
  record Habits(
      boolean overflow,
      boolean filter,
      boolean defer,
      boolean events,
      boolean missingPsbend,
      boolean samples) {}

  private final SplittableRandom random;
  private final RandomCode[] codes;
  private final Habits habits;
  final PacketEncoder out = new PacketEncoder();
  final List<Long> executed = new ArrayList<>();
  private final Deque<Long> stack = new ArrayDeque<>();
  private final List<Long> deferred = new ArrayList<>();
  private RandomCode code;
  private int at;
  private long bits;
  private int bitCount;
  private final int longest;
  private long lastIp;
  private long tsc = 0x1234_5678L;
  private boolean transaction;
  private int announced;
  private final boolean ptwrite;

  /** A TIP.PGD without address would belong to the MOV CR3 before. */
  private boolean changedSpace;

  RandomRun(SplittableRandom random, Habits habits, RandomCode... codes) {
    this.random = random;
    this.codes = codes;
    this.habits = habits;
    this.code = codes[0];
    this.ptwrite = random.nextBoolean();
    this.longest = random.nextBoolean() ? 6 : random.nextInt(7, 48);
  }

  /** Runs so many instructions and turns tracing off. */
  byte[] run(int instructions) {
    psb();
    for (int i = 0; i < instructions; i++) {
      if (random.nextInt(12) == 0) {
        happen();
      }
      step();
    }
    flush();
    ip(Opcodes.FUP, ip());
    pgd();
    return out.toByteArray();
  }

  private long ip() {
    return code.ops.get(at).ip();
  }

  private void step() {
    Op op = code.ops.get(at);
    executed.add(op.ip());
    switch (op.kind()) {
      case CONDITIONAL -> conditional(op);
      case JUMP, CALL -> direct(op);
      case RETURN -> {
        Long to = stack.poll();
        if (to != null && random.nextInt(4) > 0) {
          bit(true);
          at = indexOf(to);
        } else {
          // A bit that waits would be taken for that of this return.
          stack.clear();
          flush();
          indirect();
        }
      }
      case INDIRECT_JUMP -> indirect();
      case INDIRECT_CALL -> {
        push(op.after());
        indirect();
      }
      case PTWRITE -> {
        if (ptwrite) {
          flush();
          boolean ip = random.nextBoolean();
          out.ptw(random.nextLong() >>> 33, random.nextBoolean() ? 4 : 8, ip);
          if (ip) {
            ip(Opcodes.FUP, op.ip());
          }
        }
        at++;
      }
      case MOV_CR3 -> {
        flush();
        out.pip(random.nextLong() & 0xffffe0, false);
        if (random.nextInt(4) == 0) {
          pgd();
          enable(code, at + 1);
        } else {
          at++;
          changedSpace = true;
        }
      }
      case OTHER -> at++;
      default -> far(op.kind());
    }
  }

  private void conditional(Op op) {
    boolean taken = random.nextInt(3) > 0;
    int to = taken ? op.target() : at + 1;
    if (to == RandomCode.OUTSIDE) {
      leaveFilter(code.target(op));
      return;
    }
    bit(taken);
    at = to;
  }

  private void direct(Op op) {
    if (op.target() == RandomCode.OUTSIDE) {
      leaveFilter(code.target(op));
      return;
    }
    if (op.kind() == InsnKind.CALL && op.target() != at + 1) {
      push(op.after());
    }
    at = op.target();
  }

  /** The branch leads out of the traced range, and something leads back. */
  private void leaveFilter(long to) {
    flush();
    ip(Opcodes.TIP_PGD, to);
    enable(code, random.nextInt(code.ops.size()));
  }

  private void indirect() {
    at = random.nextInt(code.ops.size());
    if (habits.filter && random.nextInt(8) == 0) {
      leaveFilter(code.base() - 0x600);
      return;
    }
    if (habits.defer && bitCount > 0 && random.nextBoolean()) {
      deferred.add(ip());
      return;
    }
    flush();
    ip(Opcodes.TIP, ip());
  }

  private void far(InsnKind kind) {
    flush();
    if (habits.events && kind == InsnKind.INTERRUPT_RETURN && random.nextBoolean()) {
      returnEvent();
    }
    RandomCode to = codes[random.nextInt(codes.length)];
    int index = random.nextInt(to.ops.size());
    if (random.nextBoolean()) {
      if (!changedSpace && random.nextBoolean()) {
        pgd();
      } else {
        ip(Opcodes.TIP_PGD, 0xffff_8000_0000_1000L + random.nextInt(4096));
      }
      enable(to, index);
      return;
    }
    if (random.nextInt(3) == 0) {
      out.pip(random.nextLong() & 0xffffe0, random.nextBoolean());
    }
    goTo(to, index);
    ip(Opcodes.TIP, ip());
  }

  /** Changes the code segment, of which the next TIP tells. */
  private void goTo(RandomCode to, int index) {
    if (to.mode != code.mode || random.nextInt(6) == 0) {
      mode(to);
    }
    if (to != code) {
      stack.clear();
    }
    code = to;
    at = index;
  }

  private void mode(RandomCode to) {
    out.modeExec(to.mode == 64, to.mode == 32, false);
  }

  private void pgd() {
    ip(Opcodes.TIP_PGD, 0, 0);
  }

  private void enable(RandomCode to, int index) {
    stack.clear();
    while (random.nextInt(3) == 0) {
      idle();
    }
    goTo(to, index);
    ip(Opcodes.TIP_PGE, ip());
  }

  /** What comes while tracing is off. */
  private void idle() {
    switch (random.nextInt(6)) {
      case 0 -> psbDisabled();
      case 1 -> power(false);
      case 2 -> out.pip(random.nextLong() & 0xffffe0, false);
      case 3 -> out.vmcs(random.nextLong() & 0xffff000L);
      default -> clock();
    }
  }

  private void push(long after) {
    stack.push(after);
    if (stack.size() > STACK) {
      stack.removeLast();
    }
  }

  private int indexOf(long ip) {
    for (int i = 0; i < code.ops.size(); i++) {
      if (code.ops.get(i).ip() == ip) {
        return i;
      }
    }
    throw new IllegalStateException();
  }

  private void bit(boolean taken) {
    changedSpace = false;
    bits = bits << 1 | (taken ? 1 : 0);
    if (++bitCount >= longest) {
      flush();
    }
  }

  private void flush() {
    if (bitCount > 6) {
      out.tnt64(bits & (1L << bitCount) - 1, bitCount);
    } else if (bitCount > 0) {
      out.tnt8(bits & (1L << bitCount) - 1, bitCount);
    }
    bits = 0;
    bitCount = 0;
    deferred.forEach(to -> ip(Opcodes.TIP, to));
    deferred.clear();
  }

  private void ip(int opcode, long ip) {
    List<Integer> codes = new ArrayList<>(List.of(6));
    if (ip >>> 16 == lastIp >>> 16) {
      codes.add(1);
    }
    if (ip >>> 32 == lastIp >>> 32) {
      codes.add(2);
    }
    if (ip << 16 >> 16 == ip) {
      codes.add(3);
    }
    if (ip >>> 48 == lastIp >>> 48) {
      codes.add(4);
    }
    ip(opcode, codes.get(random.nextInt(codes.size())), ip);
  }

  private void ip(int opcode, int ipc, long ip) {
    out.ip(opcode, ipc, ip);
    changedSpace &= opcode == Opcodes.FUP;
    if (ipc != 0) {
      lastIp = ip;
    }
  }

  private void happen() {
    switch (random.nextInt(habits.overflow ? 12 : 11)) {
      case 0, 1 -> psb();
      case 2 -> interrupt();
      case 3 -> interruptOff();
      case 4 -> transaction();
      case 5 -> {
        flush();
        power(true);
      }
      case 6 -> sample();
      case 7 -> eventTrace();
      case 11 -> overflow();
      default -> clock();
    }
  }

  private void interrupt() {
    flush();
    transaction = false;
    ip(Opcodes.FUP, ip());
    if (random.nextInt(3) == 0) {
      out.pip(random.nextLong() & 0xffffe0, random.nextBoolean());
    }
    RandomCode to = codes[random.nextInt(codes.length)];
    goTo(to, random.nextInt(to.ops.size()));
    ip(Opcodes.TIP, ip());
  }

  private void interruptOff() {
    flush();
    ip(Opcodes.FUP, ip());
    pgd();
    RandomCode to = codes[random.nextInt(codes.length)];
    enable(to, random.nextInt(to.ops.size()));
  }

  private void transaction() {
    flush();
    if (!transaction) {
      out.modeTsx(true, false);
      ip(Opcodes.FUP, ip());
      transaction = true;
    } else if (random.nextBoolean()) {
      out.modeTsx(false, false);
      ip(Opcodes.FUP, ip());
      transaction = false;
    } else {
      out.modeTsx(false, true);
      ip(Opcodes.FUP, ip());
      at = random.nextInt(code.ops.size());
      ip(Opcodes.TIP, ip());
      transaction = false;
    }
  }

  private void power(boolean on) {
    switch (random.nextInt(5)) {
      case 0 -> out.pwre(6, 1, random.nextBoolean());
      case 1 -> out.pwrx(6, 6, true, false, false);
      case 2 -> out.exstop(false);
      case 3 -> out.mnt(random.nextLong());
      default -> {
        if (on) {
          if (random.nextBoolean()) {
            out.mwait(0x20, 1);
          }
          out.exstop(true);
          ip(Opcodes.FUP, ip());
        }
      }
    }
  }

  private void sample() {
    if (!habits.samples) {
      return;
    }
    flush();
    boolean four = random.nextBoolean();
    out.bbp(random.nextInt(8), four);
    for (int i = random.nextInt(5); i > 0; i--) {
      out.bip(random.nextInt(32), random.nextLong(), four ? 4 : 8);
    }
    boolean ip = random.nextBoolean();
    out.bep(ip);
    if (ip) {
      ip(Opcodes.FUP, ip());
    }
  }

  /** An interrupt that event trace tells of: CFE and perhaps EVD before the FUP. */
  private void eventTrace() {
    if (!habits.events) {
      return;
    }
    flush();
    if (random.nextBoolean()) {
      out.evd(0, random.nextLong());
    }
    out.cfe(1, 14, false);
    ip(Opcodes.FUP, ip());
    at = random.nextInt(code.ops.size());
    ip(Opcodes.TIP, ip());
  }

  private void returnEvent() {
    boolean ip = random.nextBoolean();
    out.cfe(2, 0, ip);
    if (ip) {
      ip(Opcodes.FUP, ip());
    }
  }

  private void clock() {
    switch (random.nextInt(6)) {
      case 0 -> out.mtc(announced++ & 0xff);
      case 1 -> out.cyc(random.nextInt(1 << random.nextInt(1, 20)));
      case 2 -> out.cbr(random.nextInt(8, 40));
      case 3 -> out.pad();
      case 4 -> out.tsc(tsc += random.nextInt(100_000));
      default -> {
        out.tsc(tsc += random.nextInt(100_000));
        out.tma(announced & 0xffff, random.nextInt(512));
      }
    }
  }

  private void overflow() {
    // What was not written yet is lost, and what was executed since cannot be known.
    bits = 0;
    bitCount = 0;
    deferred.clear();
    stack.clear();
    if (random.nextInt(3) == 0) {
      flush();
    }
    out.ovf();
    lastIp = 0;
    transaction = false;
    RandomCode to = code;
    at = random.nextInt(to.ops.size());
    while (random.nextInt(3) == 0) {
      clock();
    }
    if (random.nextBoolean()) {
      ip(Opcodes.FUP, 3, ip());
    } else {
      enable(to, at);
    }
  }

  private void psbHead() {
    flush();
    out.psb();
    lastIp = 0;
    stack.clear();
    if (random.nextBoolean()) {
      out.tsc(tsc += 1000);
      if (random.nextBoolean()) {
        out.tma(announced & 0xffff, 3);
      }
    }
    if (random.nextBoolean()) {
      out.cbr(20);
    }
    if (random.nextInt(4) == 0) {
      out.pip(0x1000, false);
    }
    if (random.nextInt(4) == 0) {
      out.vmcs(0x5000);
    }
    if (random.nextInt(3) == 0) {
      out.pad();
    }
  }

  private void psb() {
    psbHead();
    mode(code);
    if (transaction || random.nextBoolean()) {
      out.modeTsx(transaction, false);
    }
    ip(Opcodes.FUP, 3, ip());
    if (habits.missingPsbend && random.nextInt(4) == 0) {
      overflow();
      return;
    }
    out.psbend();
  }

  private void psbDisabled() {
    psbHead();
    if (random.nextBoolean()) {
      mode(code);
    }
    out.psbend();
  }
}
