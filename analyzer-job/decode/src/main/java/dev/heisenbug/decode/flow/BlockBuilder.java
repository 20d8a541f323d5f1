package dev.heisenbug.decode.flow;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.event.ExecMode;
import dev.heisenbug.decode.image.Image;
import dev.heisenbug.formats.x86.Insn;
import dev.heisenbug.formats.x86.InsnDecoder;
import dev.heisenbug.formats.x86.InsnKind;

/** Decodes code into blocks; only runs the first time code is seen. */
final class BlockBuilder {
  static final int MAX_INSTRUCTIONS = 256;

  private final InsnDecoder decoder = new InsnDecoder();
  private final Insn insn = new Insn();
  private final byte[] code = new byte[InsnDecoder.MAX_SIZE];
  final long[] addresses = new long[MAX_INSTRUCTIONS];
  final byte[] sizes = new byte[MAX_INSTRUCTIONS];
  final byte[] kinds = new byte[MAX_INSTRUCTIONS];
  final long[] calls = new long[MAX_INSTRUCTIONS];
  long start;
  int mode;
  int count;
  int callCount;
  Exit exit;
  long nextIp;
  long takenIp;
  PtError error;
  boolean breakpoint;

  CodeBlock build(Image image, long ip, int execMode) {
    start = ip;
    mode = execMode;
    count = 0;
    callCount = 0;
    exit = null;
    takenIp = 0;
    error = null;
    breakpoint = false;
    nextIp = ip;
    while (exit == null) {
      if (count == MAX_INSTRUCTIONS) {
        exit = Exit.CONTINUE;
      } else {
        append(image);
      }
    }
    return new CodeBlock(this);
  }

  /** Adds the instruction at nextIp and moves nextIp on, or ends the block. */
  private void append(Image image) {
    long ip = nextIp;
    int available = image.read(ip, code, code.length);
    if (available == 0) {
      fail(PtError.NO_MAP);
      return;
    }
    if (image.hasBreakpoint(ip)) {
      insn.size = 1;
      insn.kind = InsnKind.SOFTWARE_INTERRUPT;
      breakpoint = true;
    } else if (mode == ExecMode.UNKNOWN
        || !decoder.decode(code, available, ExecMode.bits(mode), insn)) {
      fail(PtError.BAD_INSTRUCTION);
      return;
    }
    addresses[count] = ip;
    sizes[count] = (byte) insn.size;
    kinds[count] = (byte) insn.kind.ordinal();
    count++;
    long after = ip + insn.size;
    nextIp = after;
    switch (insn.kind) {
      case OTHER, PTWRITE, MOV_CR3, VMPTRLD -> {}
      case JUMP -> nextIp = target(after);
      case CALL -> {
        nextIp = target(after);
        if (insn.displacement != 0) {
          calls[callCount++] = after;
        }
      }
      case CONDITIONAL -> {
        takenIp = target(after);
        exit = Exit.CONDITIONAL;
      }
      case RETURN -> exit = Exit.RETURN;
      case INDIRECT_CALL -> {
        calls[callCount++] = after;
        exit = Exit.INDIRECT_CALL;
      }
      default -> exit = Exit.INDIRECT;
    }
  }

  private long target(long after) {
    long target = after + insn.displacement;
    return mode == ExecMode.BITS_64 ? target : target & 0xffffffffL;
  }

  private void fail(PtError e) {
    error = e;
    exit = Exit.ERROR;
  }
}
