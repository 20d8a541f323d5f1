package dev.heisenbug.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.formats.trace.TraceBuilder;
import dev.heisenbug.solve.smt.FormulaSize;
import org.junit.jupiter.api.Test;

/** The sizes printed beside the papers' figures follow the papers' formulas. */
class FormulaSizeTest {
  /** H3's figure 5: four cores with four stores each, and one read that may see any of them. */
  private static SymbolicTrace figure5() {
    TraceBuilder b = SymbolicTrace.builder();
    int x = -1;
    for (int t = 0; t < 5; t++) {
      b.thread(t == 0 ? "0" : "0." + t);
      x = t == 0 ? b.location("x", Sort.I32) : x;
    }
    for (int t = 1; t <= 4; t++) {
      for (int i = 0; i < 4; i++) {
        b.write(t, x, b.exprs().i32(4 * t + i));
      }
    }
    b.read(0, x);
    return b.build();
  }

  @Test
  void clapCountsFourTimesReadsTimesSquaredWrites() {
    FormulaSize size = FormulaSize.of(figure5(), Encoding.CLAP);
    assertThat(size.readWrite()).isEqualTo(4 * 1 * 16 * 16);
    assertThat(size.memoryOrder()).isEqualTo(17);
    assertThat(size.variables()).isEqualTo(17 + 1);
  }

  /** Per pair: the value, two bounds on its own core, five choices on each of three others. */
  @Test
  void h3CountsFiveOrderingChoicesPerOtherCore() {
    FormulaSize size = FormulaSize.of(figure5(), Encoding.H3);
    assertThat(size.readWrite()).isEqualTo(16 * (3 + 3 * 5));
  }

  @Test
  void locksAndConditionsAreCountedAsInClap32() {
    TraceBuilder b = SymbolicTrace.builder();
    b.thread("0");
    b.thread("0.1");
    int lock = b.object("lock");
    int condition = b.object("condition");
    for (int i = 0; i < 3; i++) {
      b.lock(0, lock, false);
      b.unlock(0, lock, false);
    }
    b.lock(1, lock, false);
    b.await(1, condition, lock);
    b.wake(1, condition, lock, true);
    b.unlock(1, lock, false);
    for (int i = 0; i < 2; i++) {
      b.event(EventKind.SIGNAL, 0, condition, 0, 0);
    }
    // Five sections: three of one thread, and those of the other before and after its wait.
    FormulaSize size = FormulaSize.of(b.build(), Encoding.CLAP);
    assertThat(size.sync()).isEqualTo(2 * 5 * 5 + 2 * 5 + 2 * 2 * 1 + 2);
  }
}
