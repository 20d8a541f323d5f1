package dev.heisenbug.formats.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HbtTest {
  private static final String ALL_KINDS =
      """
      hbt 1
      thread 0
      thread 0.1
      unknown u i64 obs=7
      loc x i32 = 5
      loc "odd [name]" ref
      loc y i64 = u
      array a i32 = 1
      cell a 3 = 9
      object m
      object c
      object s permits=2
      order observed
      0 fork 0.1
      0.1 start
      0 read x -> r @A.b:1 core=0/1 time=1..5 obs=5
      let n = (add r 1)
      0 write a[n] = (mul n n) group=4
      0 write x = n group=4
      0 assume (slt r 9) @"A.b: 2"
      0.1 rmw x -> q = (ite (eq q 5) (add n 1) q) ver=3
      0.1 concretize (eq q 5)
      0.1 lock m ver=1
      0.1 wait c m
      0 lock m ver=2
      0 signal c
      0 broadcast c
      0 unlock m
      0.1 wake c m unnotified
      0.1 unlock m
      0 lock m shared
      0 unlock m shared
      0 lock_fail m
      0 acquire s 2
      0 release s 1
      0 acquire_fail s 9
      0 post s 1
      0 await s 1
      0 park s
      0 unpark s
      0 barrier_enter s 1
      0 barrier_exit s
      0 fence store_store
      0 opaque c ref pure -> p obs=3
      0.1 exit
      0 join 0.1
      0 write "odd [name]" = p
      goal (not (eq p null)) @end
      goal (feq (i2f f64 r) (f64 1.5))
      require 0.1 3
      """;

  private static SymbolicTrace read(String text) throws IOException {
    return HbtReader.read(new BufferedReader(new StringReader(text)));
  }

  private static String write(SymbolicTrace trace) throws IOException {
    StringWriter out = new StringWriter();
    HbtWriter.write(trace, out);
    return out.toString();
  }

  @Test
  void writtenTracesReadBackToTheSameText() throws IOException {
    String once = write(read(ALL_KINDS));
    assertThat(write(read(once))).isEqualTo(once);
    assertThat(read(once).eventCount()).isEqualTo(read(ALL_KINDS).eventCount());
    assertThat(read(once).required(1)).isEqualTo(3);
  }

  @Test
  void sharedExpressionsStayLinear() throws IOException {
    TraceBuilder b = SymbolicTrace.builder();
    int t = b.thread("0");
    int x = b.location("x", Sort.I32);
    int v = b.valueOf(b.read(t, x));
    for (int i = 0; i < 5000; i++) {
      v = b.exprs().apply(Op.MUL, v, b.exprs().add(v, b.exprs().i32(i)));
    }
    b.write(t, x, v);
    int last = v;
    b.rmw(t, x, -1, r -> b.exprs().add(r, last));
    String text = write(b.build());
    assertThat(text.length()).isLessThan(500_000);
    assertThat(write(read(text))).hasSameSizeAs(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "thread 0\\n0 read x | line 3: location 'x' is not declared",
        "loc x i33 | line 2: unknown sort 'i33'",
        "loc x i32\\nloc x i32 | line 3: 'x' is declared twice",
        "thread 0\\n1 exit | line 3: '1' is neither a keyword nor a declared thread",
        "thread 0\\nloc x i32\\n0 write x = true | line 4: event 0 (write) of thread 0 must write"
            + " a value of sort i32",
        "thread 0\\n0 start time=5..3 | line 3: the time window ends before it begins",
        "thread 0\\nloc x i32\\n0 read x -> r\\n0 assume r | line 5: a condition must be a bool",
        "goal 5 @M.f:3 | line 2: the condition at M.f:3 is not a bool",
        "thread 0\\n0 assume (eq 1 null) | line 3: eq of i32 and ref",
        "thread 0\\n0 assume (slt 1 | line 3: the line ends where an expression should be",
        "thread 0\\nrequire 0 3 | line 3: the thread has only 0 events",
        "thread 0\\n0 start extra | line 3: 'extra' is not expected here",
        "loc x i32 = 99999999999 | line 2: '99999999999' does not fit into i32",
        "loc x i8 = (i8 256) | line 2: '256' does not fit into i8",
        "unknown u i8 obs=1000 | line 2: '1000' does not fit into i8",
        "thread 0\\nloc x i8\\n0 read x -> r obs=300 | line 4: '300' does not fit into i8",
        "thread 0\\nobject m\\n0 lock m obs=1 | line 4: 'lock' has no value that could be observed",
        "thread 0\\nobject m\\n0 lock m ver=-1 | line 4: ver must not be negative",
        "thread 0\\n0 start core=0/-2 | line 3: core must not be negative",
        "thread 0\\n0 exit\\n0 exit | line 4: the thread has exited before this line",
        "thread 0\\n0 start\\n0 start | line 4: 'start' must be the first event of its thread",
        "thread 0\\nthread 1\\n0 fork 1\\n0 fork 1 | line 5: thread '1' is forked twice",
        "array a i32\\n"
            + "cell a 0 = 1\\n"
            + "cell a 0 = 2 | line 4: the cell has been given a value before",
        "thread 0\\nobject b\\n0 barrier_enter b 0 | line 4: a barrier needs at least one arrival",
        "thread 0\\nrequire 0 -1 | line 3: the count must not be negative",
        "goal (eq 1) | line 2: 'eq' takes 2 operands",
        "goal (not true false) | line 2: 'not' takes 1 operand",
        "goal (eq 1 2 | line 2: expected ')' but found the end of the line",
      })
  void faultsNameTheirLine(String body, String message) {
    assertThatThrownBy(() -> read("hbt 1\n" + body.replace("\\n", "\n")))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining(message);
  }

  @Test
  void missingHeaderIsSaid() {
    assertThatThrownBy(() -> read("thread 0")).hasMessageContaining("must begin with 'hbt 1'");
    assertThatThrownBy(() -> read("")).hasMessageContaining("empty");
  }
}
