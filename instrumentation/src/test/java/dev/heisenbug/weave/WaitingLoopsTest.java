package dev.heisenbug.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

class WaitingLoopsTest {
  private static final String SAMPLE = "dev/heisenbug/weave/WaitingLoopsTest$Sample";

  /** Loops by what they are; each method has one, and no line has two. */
  @SuppressWarnings({"unused", "checkstyle:all"})
  static final class Sample {
    static boolean flag;
    volatile Object head;
    final AtomicBoolean done = new AtomicBoolean();
    final Queue<String> queue = new ConcurrentLinkedQueue<>();
    int[] cells = new int[8];
    Sample next;
    static long sink;

    void waitsForField() {
      while (!flag) {
        Thread.onSpinWait();
      }
    }

    void waitsForReference() {
      while (head == null) {}
    }

    void waitsForAtomic() {
      while (!done.get()) {
        Thread.yield();
      }
    }

    void waitsForCompareAndSet() {
      while (!done.compareAndSet(false, true)) {}
    }

    String waitsForElement() {
      String got;
      do {
        got = queue.poll();
      } while (got == null);
      return got;
    }

    void waitsForCell(int i) {
      while (cells[i] == 0) {}
    }

    void waitsWhileItCounts() {
      long rounds = 0;
      while (!flag) {
        rounds++;
      }
      sink = rounds;
    }

    void waitsForGetter() {
      while (!ready()) {
        Thread.onSpinWait();
      }
    }

    void waitsInChain() {
      Sample at = this;
      while (at != null) {
        at = at.next;
      }
    }

    void waitsForEver() {
      while (true) {
        sink++;
      }
    }

    boolean ready() {
      return flag;
    }

    void waitsForInterrupt() {
      while (!Thread.currentThread().isInterrupted()) {
        String s = queue.poll();
        if (s != null) {
          sink += s.length();
        }
      }
    }

    void computesByCounting(long n) {
      for (long i = 0; i < n; i++) {
        sink += i;
      }
    }

    void computesDownward(int n) {
      while (n-- > 0) {
        sink += n;
      }
    }

    void computesCollatz(long n) {
      while (n != 1) {
        n = (n & 1) * (3 * n + 1) + (1 - (n & 1)) * (n >> 1);
      }
    }

    void computesWithObjects(BigInteger n, BigInteger limit) {
      while (n.compareTo(limit) < 0) {
        n = n.add(BigInteger.ONE);
      }
    }

    void computesWithinLimit() {
      int tries = 0;
      while (!flag && tries < 1_000_000) {
        tries++;
      }
    }

    int computesIndex() {
      int i = 0;
      while (cells[i] != 0) {
        i++;
      }
      return i;
    }

    void computesByReading(InputStream in) throws IOException {
      while (in.read() >= 0) {
        sink++;
      }
    }

    void computesInOwnMethod() {
      while (step()) {
        Thread.onSpinWait();
      }
    }

    boolean step() {
      return --sink > 0;
    }

    void computesInField() {
      while (sink < 1L << 50) {
        sink++;
      }
    }

    void computesInMethodCalled() {
      while (!flag) {
        advance();
      }
    }

    void advance() {
      flag = ++sink > 1L << 50;
    }

    void computesInAtomic(AtomicLong atomic) {
      while (atomic.incrementAndGet() < 1L << 50) {}
    }

    void computesUntilEmpty() {
      while (!queue.isEmpty()) {
        queue.remove();
      }
    }

    void computesInElements() {
      while (cells[0] < Integer.MAX_VALUE) {
        cells[0]++;
      }
    }

    void computesWithoutLoop() {
      sink = BigInteger.TWO.pow(3).longValue();
    }
  }

  static List<Object[]> loops() throws IOException {
    List<Object[]> all = new ArrayList<>();
    for (Map.Entry<String, List<Integer>> method : lines().entrySet()) {
      for (int line : method.getValue()) {
        all.add(new Object[] {method.getKey(), line});
      }
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "waitsForField",
        "waitsForReference",
        "waitsForAtomic",
        "waitsForCompareAndSet",
        "waitsForElement",
        "waitsForCell",
        "waitsWhileItCounts",
        "waitsForGetter",
        "waitsInChain",
        "waitsForEver",
        "waitsForInterrupt"
      })
  void tellsLoopsThatOnlyOthersEnd(String method) throws IOException {
    assertThat(lines().get(method)).anyMatch(line -> at(method, line));
  }

  @ParameterizedTest
  @MethodSource("loops")
  void neverTakesComputationForWaiting(String method, int line) {
    if (method.startsWith("computes")) {
      assertThat(at(method, line)).isFalse();
    }
  }

  @Test
  void leavesItToCallersWhereThereIsNoLoop() throws IOException {
    for (int line : lines().get("advance")) {
      assertThat(kind("advance", line)).isEqualTo(WaitingLoops.Kind.NO_LOOP);
    }
    assertThat(kind("none", 1)).isEqualTo(WaitingLoops.Kind.MAY_END);
  }

  private static boolean at(String method, int line) {
    return kind(method, line) == WaitingLoops.Kind.WAITS;
  }

  private static WaitingLoops.Kind kind(String method, int line) {
    return WaitingLoops.at(name -> name.equals(SAMPLE) ? sample() : null, SAMPLE, method, line);
  }

  private static Map<String, List<Integer>> lines() throws IOException {
    ClassNode node = new ClassNode();
    new ClassReader(sample()).accept(node, 0);
    Map<String, List<Integer>> lines = new TreeMap<>();
    for (MethodNode method : node.methods) {
      List<Integer> own = lines.computeIfAbsent(method.name, name -> new ArrayList<>());
      method.instructions.forEach(
          insn -> {
            if (insn instanceof LineNumberNode number) {
              own.add(number.line);
            }
          });
    }
    return lines;
  }

  private static byte[] sample() {
    try (InputStream in = Sample.class.getResourceAsStream("WaitingLoopsTest$Sample.class")) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
