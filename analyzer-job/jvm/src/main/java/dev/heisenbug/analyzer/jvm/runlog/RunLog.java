package dev.heisenbug.analyzer.jvm.runlog;

import java.io.Closeable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;

/**
 * A cursor over {@code run.log}: {@link #next} moves to the next record, whose fields the other
 * methods give. Nothing but the tables of threads and objects is kept.
 */
public final class RunLog implements Closeable {
  /** Longer array copies are logged without their values. */
  public static final int LOGGED_CELLS = 4096;

  private static final int LOOKS_UP = 0xfff;

  private final LogInput in;
  private final Definitions defs;
  private final ObjectTable objects = new ObjectTable();
  private final List<String> treeIds = new ArrayList<>();
  private final List<String> threadNames = new ArrayList<>();
  private final Map<Integer, String> parameters = new HashMap<>();
  private boolean truncated;
  private int read;
  private long[] args = new long[8];
  private final long[] bulk = new long[LOGGED_CELLS];

  /** The current record; which fields count depends on {@link #type}. */
  public int type;

  public int thread = -1;
  public int site;
  public int idx;
  public int depth;
  public int method;
  public int instruction;
  public int kind;
  public int base;

  /** Of an array's element; of SEND and RECEIVE the port where it goes, {@link #other} whence. */
  public int index;

  public int target;
  public int targetIndex;
  public int length;
  public int other;
  public int argCount;

  /** Whether {@link #bulk} gives the values of a BULK record. */
  public boolean hasBulkValues;

  /** Type byte and bits of the value; an object number for {@code L}. */
  public int valueType;

  public long value;

  public RunLog(Path file, Definitions defs) {
    this.defs = defs;
    in = new LogInput(file);
  }

  public ObjectTable objects() {
    return objects;
  }

  public int threadCount() {
    return treeIds.size();
  }

  /** Creation-order tree id of a thread number. */
  public String treeId(int number) {
    return treeIds.get(number);
  }

  public String threadName(int number) {
    return threadNames.get(number);
  }

  /** Whether the file ended in the middle of a record. */
  public boolean truncated() {
    return truncated;
  }

  /** Argument of an ENTER record: bits, or an object number where {@link #argType} is 'L'. */
  public long arg(int i) {
    return args[i];
  }

  /** The i-th value that an array copy moved. */
  public long bulk(int i) {
    return bulk[i];
  }

  /** Type of an ENTER record's argument: I, J, F, D or L. */
  public char argType(int i) {
    return parameters.get(method).charAt(i);
  }

  /**
   * Moves to the next record that belongs to a thread; false at the end. Logs can be long: whoever
   * is interrupted while he reads one gets a {@link CancellationException}.
   */
  public boolean next() {
    if ((++read & LOOKS_UP) == 0 && Thread.currentThread().isInterrupted()) {
      throw new CancellationException("interrupted while a run was looked at");
    }
    try {
      while (!in.atEnd()) {
        type = in.u8();
        switch (type) {
          case RecordType.SWITCH -> {
            thread = in.uint();
            if (thread < 0 || thread >= treeIds.size()) {
              throw in.corrupt("an unknown thread " + thread);
            }
          }
          case RecordType.THREAD -> thread();
          default -> {
            if (thread < 0) {
              throw in.corrupt("a record that belongs to no thread");
            }
            record();
            return true;
          }
        }
      }
    } catch (LogInput.EndOfLog end) {
      truncated = true;
    }
    return false;
  }

  private void thread() {
    int number = in.uint();
    String id = in.utf();
    String name = in.utf();
    if (number != treeIds.size()) {
      throw in.corrupt("thread " + number + " out of order");
    }
    treeIds.add(id);
    threadNames.add(name);
    thread = -1;
  }

  private void record() {
    switch (type) {
      case RecordType.ENTER -> enter();
      case RecordType.GET, RecordType.PUT -> {
        access();
        typed(in.u8());
      }
      case RecordType.ALOAD, RecordType.ASTORE -> {
        access();
        index = in.uint();
        typed(in.u8());
      }
      case RecordType.CALLRET -> {
        site = in.uint();
        depth = in.uint();
        typed(in.u8());
      }
      case RecordType.CAUGHT -> {
        method = in.uint();
        depth = in.uint();
        instruction = in.uint();
        value = object();
      }
      case RecordType.BRANCH -> value = in.u8();
      case RecordType.KEY -> value = in.sint();
      case RecordType.SYNC -> sync();
      case RecordType.BULK -> {
        access();
        index = in.uint();
        target = object();
        targetIndex = in.uint();
        length = in.uint();
        bulkValues();
      }
      case RecordType.OPERAND -> value = object();
      case RecordType.END, RecordType.DELAYED -> {}
      case RecordType.VISIBLE -> idx = in.uint();
      default -> throw in.corrupt("an unknown record type " + type);
    }
  }

  private void bulkValues() {
    hasBulkValues = length >= 0 && length <= LOGGED_CELLS;
    if (!hasBulkValues) {
      return;
    }
    valueType = in.u8();
    for (int i = 0; i < length; i++) {
      bulk[i] = value(valueType);
    }
  }

  private void access() {
    site = in.uint();
    idx = in.uint();
    base = object();
  }

  private void sync() {
    kind = in.uint();
    site = in.uint();
    idx = in.uint();
    if (RecordType.Sync.namesPorts(kind)) {
      base = 0;
      other = in.uint();
      index = in.uint();
    } else if (RecordType.Sync.namesThread(kind, site)) {
      other = in.uint();
      base = 0;
    } else {
      other = -1;
      base = object();
    }
  }

  private void enter() {
    method = in.uint();
    depth = in.uint();
    String types = parameters.get(method);
    if (types == null) {
      MethodDef m = defs.method(method);
      if (m == null) {
        throw in.corrupt("an unknown method " + method);
      }
      types = ParameterTypes.of(m);
      parameters.put(method, types);
    }
    argCount = types.length();
    if (args.length < argCount) {
      args = Arrays.copyOf(args, argCount);
    }
    for (int i = 0; i < argCount; i++) {
      args[i] = value(types.charAt(i));
    }
  }

  private void typed(int t) {
    valueType = t;
    value = t == 'V' ? 0 : value(t);
  }

  private long value(int t) {
    return switch (t) {
      case 'I' -> in.sint();
      case 'J' -> in.slong();
      case 'F' -> (int) in.fixed(4);
      case 'D' -> in.fixed(8);
      case 'L' -> object();
      default -> throw in.corrupt("an unknown value type " + t);
    };
  }

  private int object() {
    int id = in.uint();
    if (id < 0 || id > objects.highest() + 1) {
      throw in.corrupt("an object number out of order");
    }
    if (id == objects.highest() + 1) {
      String name = in.utf();
      objects.add(name);
      if (name.startsWith("[")) {
        objects.length(id, in.uint());
      } else if (ObjectTable.isIntegralBox(name)) {
        objects.boxed(id, in.slong());
      }
    }
    return id;
  }

  @Override
  public void close() {
    in.close();
  }
}
