package dev.heisenbug.formats.pt;

import java.io.ByteArrayOutputStream;

/**
 * Writes packets as the processor does, IP compression included: for recorders in software,
 * benchmarks and tests.
 */
public final class PacketEncoder {
  private static final int TNT_8_BITS = 6;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private long lastIp;
  private long tnt = 1;

  /** Everything written so far; TNT bits that wait for a full packet are not in it. */
  public byte[] toByteArray() {
    return out.toByteArray();
  }

  public int size() {
    return out.size();
  }

  /** Everything written since the last call, which is then forgotten. */
  public byte[] take() {
    byte[] taken = out.toByteArray();
    out.reset();
    return taken;
  }

  /** Adds a branch outcome; six make a packet. */
  public void branch(boolean taken) {
    tnt = tnt << 1 | (taken ? 1 : 0);
    if (tnt >> TNT_8_BITS != 0) {
      flushBranches();
    }
  }

  /** Writes the branch outcomes that wait, as must be done before any packet that binds to code. */
  public void flushBranches() {
    if (tnt > 1) {
      bytes(tnt << 1, 1);
      tnt = 1;
    }
  }

  /** A TNT.8 with the given bits, the oldest highest. */
  public void tnt8(long bits, int count) {
    bytes((1L << count | bits) << 1, 1);
  }

  /** A TNT.64 with up to 47 bits. */
  public void tnt64(long bits, int count) {
    ext(Opcodes.EXT_TNT_64);
    bytes(1L << count | bits, 6);
  }

  public void pad() {
    bytes(Opcodes.PAD, 1);
  }

  /** A PSB; addresses after it are not relative to those before. */
  public void psb() {
    flushBranches();
    for (int i = 0; i < Opcodes.PSB_SIZE / 2; i++) {
      ext(Opcodes.EXT_PSB);
    }
    lastIp = 0;
  }

  public void psbend() {
    ext(Opcodes.EXT_PSBEND);
  }

  /** Packets were lost; the next address is sent in full. */
  public void ovf() {
    ext(Opcodes.EXT_OVF);
    lastIp = 0;
  }

  public void stop() {
    ext(Opcodes.EXT_STOP);
  }

  public void tip(long ip) {
    flushBranches();
    ip(Opcodes.TIP, ip);
  }

  public void tipPge(long ip) {
    flushBranches();
    ip(Opcodes.TIP_PGE, ip);
  }

  public void tipPgd(long ip) {
    flushBranches();
    ip(Opcodes.TIP_PGD, ip);
  }

  /** A TIP.PGD that does not tell where execution went. */
  public void tipPgd() {
    flushBranches();
    bytes(Opcodes.TIP_PGD, 1);
  }

  public void fup(long ip) {
    flushBranches();
    ip(Opcodes.FUP, ip);
  }

  /** An IP packet with a chosen compression code. */
  public void ip(int opcode, int ipc, long ip) {
    int size =
        switch (ipc) {
          case 0 -> 0;
          case 1 -> 2;
          case 2 -> 4;
          case 3, 4 -> 6;
          default -> 8;
        };
    bytes(opcode | ipc << 5, 1);
    bytes(ip, size);
    lastIp = ip;
  }

  private void ip(int opcode, long ip) {
    long changed = ip ^ lastIp;
    if (changed >>> 16 == 0) {
      ip(opcode, 1, ip);
    } else if (changed >>> 32 == 0) {
      ip(opcode, 2, ip);
    } else if (ip << 16 >> 16 == ip) {
      ip(opcode, 3, ip);
    } else {
      ip(opcode, 6, ip);
    }
  }

  public void modeExec(boolean csl, boolean csd, boolean interruptFlag) {
    bytes(Opcodes.MODE, 1);
    bytes((csl ? 1 : 0) | (csd ? 2 : 0) | (interruptFlag ? 4 : 0), 1);
  }

  public void modeTsx(boolean inTransaction, boolean aborted) {
    bytes(Opcodes.MODE, 1);
    bytes(0x20 | (inTransaction ? 1 : 0) | (aborted ? 2 : 0), 1);
  }

  public void pip(long cr3, boolean nonRoot) {
    ext(Opcodes.EXT_PIP);
    bytes(cr3 >>> 5 << 1 | (nonRoot ? 1 : 0), 6);
  }

  public void vmcs(long base) {
    ext(Opcodes.EXT_VMCS);
    bytes(base >>> 12, 5);
  }

  public void tsc(long tsc) {
    bytes(Opcodes.TSC, 1);
    bytes(tsc, 7);
  }

  public void tma(int ctc, int fastCounter) {
    ext(Opcodes.EXT_TMA);
    bytes(ctc, 2);
    bytes(0, 1);
    bytes(fastCounter, 2);
  }

  public void mtc(int ctc) {
    bytes(Opcodes.MTC, 1);
    bytes(ctc, 1);
  }

  public void cbr(int ratio) {
    ext(Opcodes.EXT_CBR);
    bytes(ratio, 2);
  }

  public void cyc(long cycles) {
    long rest = cycles >>> 5;
    bytes(Opcodes.CYC | (rest != 0 ? 4 : 0) | (cycles & 0x1f) << 3, 1);
    while (rest != 0) {
      long next = rest >>> 7;
      bytes((next != 0 ? 1 : 0) | (rest & 0x7f) << 1, 1);
      rest = next;
    }
  }

  public void mnt(long payload) {
    ext(Opcodes.EXT_EXT2);
    bytes(Opcodes.EXT2_MNT, 1);
    bytes(payload, 8);
  }

  public void exstop(boolean ip) {
    ext(ip ? Opcodes.EXT_EXSTOP_IP : Opcodes.EXT_EXSTOP);
  }

  public void mwait(long hints, long extensions) {
    ext(Opcodes.EXT_MWAIT);
    bytes(hints, 4);
    bytes(extensions, 4);
  }

  public void pwre(int state, int subState, boolean hardware) {
    ext(Opcodes.EXT_PWRE);
    bytes(state << 12 | subState << 8 | (hardware ? 8 : 0), 2);
  }

  public void pwrx(int last, int deepest, boolean interrupt, boolean store, boolean autonomous) {
    ext(Opcodes.EXT_PWRX);
    int wake = (interrupt ? 0x100 : 0) | (store ? 0x400 : 0) | (autonomous ? 0x800 : 0);
    bytes(wake | last << 4 | deepest, 5);
  }

  public void ptw(long payload, int bytes, boolean ip) {
    ext(Opcodes.EXT_PTW | (bytes == 8 ? 0x20 : 0) | (ip ? 0x80 : 0));
    bytes(payload, bytes);
  }

  public void cfe(int type, int vector, boolean ip) {
    ext(Opcodes.EXT_CFE);
    bytes(type | (ip ? 0x80 : 0), 1);
    bytes(vector, 1);
  }

  public void bbp(int type, boolean fourByteItems) {
    ext(Opcodes.EXT_BBP);
    bytes(type & 0x1f | (fourByteItems ? 0x80 : 0), 1);
  }

  /** An item of the block; {@code bytes} is 4 or 8, as its BBP said. */
  public void bip(int id, long payload, int bytes) {
    bytes((id & 0x1f) << 3 | Opcodes.BIP, 1);
    bytes(payload, bytes);
  }

  public void bep(boolean ip) {
    ext(ip ? Opcodes.EXT_BEP_IP : Opcodes.EXT_BEP);
  }

  public void evd(int type, long payload) {
    ext(Opcodes.EXT_EVD);
    bytes(type, 1);
    bytes(payload, 8);
  }

  private void ext(int code) {
    bytes(Opcodes.EXT, 1);
    bytes(code, 1);
  }

  private void bytes(long value, int count) {
    for (int i = 0; i < count; i++) {
      out.write((int) (value >>> 8 * i) & 0xff);
    }
  }
}
