package dev.heisenbug.nativerec.trace;

import dev.heisenbug.nativerec.perf.Mapping;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The code of a process: what is mapped executable, the blocks found in it so far, and the
 * breakpoints that stand on their ends. Code that can change (writable, shared or without a file)
 * gets none, and is stepped instead.
 */
final class AddressSpace {
  private static final int INT3 = 0xcc;
  private static final int PAGE = 4096;

  private final int pid;
  private final Memory memory;
  private final Map<Long, Block> blocks = new HashMap<>();
  private final Map<Long, Byte> traps = new HashMap<>();
  private final BlockScanner scanner = new BlockScanner(this);
  private List<Mapping> executable = List.of();
  private Mapping lastFound;

  AddressSpace(int pid) {
    this.pid = pid;
    this.memory = new Memory(pid);
  }

  /** The copy that a fork makes, breakpoints included. */
  AddressSpace forked(int child) {
    AddressSpace copy = new AddressSpace(child);
    copy.blocks.putAll(blocks);
    copy.traps.putAll(traps);
    copy.executable = executable;
    return copy;
  }

  Memory memory() {
    return memory;
  }

  void close() {
    memory.close();
  }

  List<Mapping> executable() {
    return executable;
  }

  /** Looks at the mappings anew; returns the executable ones that are new. */
  List<Mapping> refresh() {
    List<Mapping> now = Mapping.of(pid).stream().filter(Mapping::executable).toList();
    Set<Mapping> before = new HashSet<>(executable);
    List<Mapping> added = new ArrayList<>();
    for (Mapping m : now) {
      if (!before.remove(m)) {
        added.add(m);
      }
    }
    List<Orphan> orphans = new ArrayList<>();
    for (Mapping gone : before) {
      blocks.values().removeIf(b -> touches(b, gone));
      traps.forEach((at, original) -> orphan(gone, at, original, orphans));
      traps.keySet().removeIf(gone::contains);
    }
    executable = now;
    lastFound = null;
    added.forEach(m -> clear(m, orphans));
    return added;
  }

  /** A breakpoint in a mapping that is not as it was. */
  private record Orphan(long address, byte original, long inode, long fileOffset) {}

  private static void orphan(Mapping gone, long at, byte original, List<Orphan> orphans) {
    if (gone.contains(at)) {
      long offset = gone.offset() + at - gone.start();
      orphans.add(new Orphan(at, original, gone.inode(), offset));
    }
  }

  /** A mapping that only changed its bounds or protection still has our breakpoints in it. */
  private void clear(Mapping m, List<Orphan> orphans) {
    for (Orphan o : orphans) {
      boolean same =
          m.contains(o.address)
              && m.inode() == o.inode
              && m.offset() + o.address - m.start() == o.fileOffset;
      if (same) {
        memory.writeByte(o.address, o.original);
      }
    }
  }

  private static boolean touches(Block block, Mapping m) {
    for (long a : block.addresses()) {
      if (m.contains(a)) {
        return true;
      }
    }
    return false;
  }

  private final byte[] one = new byte[1];

  private Mapping find(long address) {
    if (lastFound != null && lastFound.contains(address)) {
      return lastFound;
    }
    for (Mapping m : executable) {
      if (m.contains(address)) {
        lastFound = m;
        return m;
      }
    }
    return null;
  }

  /** Whether breakpoints may stand there. */
  boolean fixed(long address) {
    Mapping m = find(address);
    return m != null && !m.writable() && !m.shared() && (m.hasFile() || m.vdso());
  }

  boolean sameMapping(long a, long b) {
    Mapping m = find(a);
    return m != null && m.contains(b);
  }

  /** The block that begins at {@code ip}. */
  Block block(long ip) {
    Block known = blocks.get(ip);
    if (known == null) {
      known = scanner.scan(ip);
      if (fixed(ip)) {
        blocks.put(ip, known);
      }
    }
    return known;
  }

  /** Reads code as the program has it, without our breakpoints. */
  int readCode(long address, byte[] into, int size) {
    int n = memory.read(address, into, size);
    if (n < size && (address & PAGE - 1) + size > PAGE) {
      n = memory.read(address, into, PAGE - (int) (address & PAGE - 1));
    }
    hideTraps(address, into, n);
    return n;
  }

  /** Puts back the true bytes in a copy of memory. */
  void hideTraps(long address, byte[] bytes, int size) {
    if (size <= 16) {
      for (int i = 0; i < size; i++) {
        Byte original = (bytes[i] & 0xff) == INT3 ? traps.get(address + i) : null;
        if (original != null) {
          bytes[i] = original;
        }
      }
      return;
    }
    traps.forEach(
        (at, original) -> {
          long i = at - address;
          if (i >= 0 && i < size) {
            bytes[(int) i] = original;
          }
        });
  }

  boolean trapped(long address) {
    return traps.containsKey(address);
  }

  /** Puts a breakpoint; false when memory does not take it. */
  boolean trap(long address, byte original) {
    if (traps.containsKey(address)) {
      return true;
    }
    if (!memory.writeByte(address, INT3)) {
      return false;
    }
    traps.put(address, original);
    return true;
  }

  /** Takes a breakpoint away for a moment; {@link #rearm} puts it back. */
  void disarm(long address) {
    Byte original = traps.get(address);
    if (original != null) {
      memory.writeByte(address, original);
    }
  }

  void rearm(long address) {
    if (traps.containsKey(address)) {
      memory.writeByte(address, INT3);
    }
  }

  /** Puts a breakpoint for one run; returns the byte to restore, -1 if that is not possible. */
  int trapOnce(long address) {
    if (traps.containsKey(address)) {
      return -1;
    }
    if (memory.read(address, one, 1) != 1 || !memory.writeByte(address, INT3)) {
      return -1;
    }
    return one[0] & 0xff;
  }

  void restore(long address, int original) {
    memory.writeByte(address, original);
  }
}
