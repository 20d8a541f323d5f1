package dev.heisenbug.formats.trace;

import java.util.Arrays;
import java.util.BitSet;

/** The events of a trace as parallel arrays, because a trace has millions of them. */
final class EventTable {
  static final long NO_LO = Long.MIN_VALUE;
  static final long NO_HI = Long.MAX_VALUE;

  int size;
  byte[] kind = new byte[16];
  byte[] mode = new byte[16];
  int[] thread = new int[16];
  int[] indexInThread = new int[16];
  int[] target = new int[16];
  int[] index = new int[16];
  int[] value = new int[16];
  int[] arg = new int[16];
  int[] core = new int[16];
  long[] coreSeq = new long[16];
  long[] timeLo = new long[16];
  long[] timeHi = new long[16];
  long[] version = new long[16];
  long[] observed = new long[16];
  int[] position = new int[16];

  /** Line of the text it was read from; 0 for none. */
  int[] line = new int[16];

  int[] group = new int[16];
  final BitSet hasObserved = new BitSet();

  int add(EventKind eventKind, int threadIndex, int inThread) {
    if (size == kind.length) {
      grow(size + (size >> 1));
    }
    int e = size++;
    kind[e] = (byte) eventKind.ordinal();
    thread[e] = threadIndex;
    indexInThread[e] = inThread;
    target[e] = -1;
    index[e] = -1;
    value[e] = -1;
    core[e] = -1;
    coreSeq[e] = -1;
    timeLo[e] = NO_LO;
    timeHi[e] = NO_HI;
    version[e] = -1;
    position[e] = -1;
    return e;
  }

  private void grow(int n) {
    kind = Arrays.copyOf(kind, n);
    mode = Arrays.copyOf(mode, n);
    thread = Arrays.copyOf(thread, n);
    indexInThread = Arrays.copyOf(indexInThread, n);
    target = Arrays.copyOf(target, n);
    index = Arrays.copyOf(index, n);
    value = Arrays.copyOf(value, n);
    arg = Arrays.copyOf(arg, n);
    core = Arrays.copyOf(core, n);
    coreSeq = Arrays.copyOf(coreSeq, n);
    timeLo = Arrays.copyOf(timeLo, n);
    timeHi = Arrays.copyOf(timeHi, n);
    version = Arrays.copyOf(version, n);
    observed = Arrays.copyOf(observed, n);
    position = Arrays.copyOf(position, n);
    line = Arrays.copyOf(line, n);
    group = Arrays.copyOf(group, n);
  }
}
