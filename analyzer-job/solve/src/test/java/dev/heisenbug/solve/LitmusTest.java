package dev.heisenbug.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.formats.trace.HbtReader;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The classic litmus tests: whether the relaxed outcome is allowed under SC, TSO and PSO, in every
 * encoding. Threads are separated by {@code |}; {@code Wx1} stores, {@code Rx a} loads, {@code F}
 * is a full fence, {@code S} a store-store fence.
 */
class LitmusTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = ';',
      value = {
        "SB;          Wx1 Ry=0 | Wy1 Rx=0;                          no;  yes; yes",
        "SB+fences;   Wx1 F Ry=0 | Wy1 F Rx=0;                      no;  no;  no",
        "SB+fence1;   Wx1 F Ry=0 | Wy1 Rx=0;                        no;  yes; yes",
        "MP;          Wx1 Wy1 | Ry=1 Rx=0;                          no;  no;  yes",
        "MP+fence;    Wx1 F Wy1 | Ry=1 Rx=0;                        no;  no;  no",
        "MP+store;    Wx1 S Wy1 | Ry=1 Rx=0;                        no;  no;  no",
        "LB;          Rx=1 Wy1 | Ry=1 Wx1;                          no;  no;  no",
        "S;           Wx2 Wy1 | Ry=1 Wx1 | Rx=1 Rx=2;               no;  no;  yes",
        "S+store;     Wx2 S Wy1 | Ry=1 Wx1 | Rx=1 Rx=2;             no;  no;  no",
        "R;           Wx1 Wy1 | Wy2 Rx=0 | Ry=1 Ry=2;               no;  yes; yes",
        "R+fences;    Wx1 F Wy1 | Wy2 F Rx=0 | Ry=1 Ry=2;           no;  no;  no",
        "2+2W;        Wx1 Wy2 | Wy1 Wx2 | Rx=2 Rx=1 | Ry=2 Ry=1;    no;  no;  yes",
        "2+2W+store;  Wx1 S Wy2 | Wy1 S Wx2 | Rx=2 Rx=1 | Ry=2 Ry=1;no;  no;  no",
        "2+2W+fences; Wx1 F Wy2 | Wy1 F Wx2 | Rx=2 Rx=1 | Ry=2 Ry=1;no;  no;  no",
        "LB+fences;   Rx=1 F Wy1 | Ry=1 F Wx1;                      no;  no;  no",
        "S+fences;    Wx2 F Wy1 | Ry=1 F Wx1 | Rx=1 Rx=2;           no;  no;  no",
        "R+fence2;    Wx1 Wy1 | Wy2 F Rx=0 | Ry=1 Ry=2;             no;  no;  yes",
        "IRIW+fences; Wx1 | Wy1 | Rx=1 F Ry=0 | Ry=1 F Rx=0;        no;  no;  no",
        "WRC+fences;  Wx1 | Rx=1 F Wy1 | Ry=1 F Rx=0;               no;  no;  no",
        "CoRR+fence;  Wx1 | Rx=1 F Rx=0;                            no;  no;  no",
        "IRIW;        Wx1 | Wy1 | Rx=1 Ry=0 | Ry=1 Rx=0;            no;  no;  no",
        "WRC;         Wx1 | Rx=1 Wy1 | Ry=1 Rx=0;                   no;  no;  no",
        "CoRR;        Wx1 | Rx=1 Rx=0;                              no;  no;  no",
        "CoWR;        Wx1 Rx=2 Rx=1 | Wx2;                          no;  no;  no",
        "n6;          Wx1 Rx=1 Ry=0 | Wy2 Wx2 | Rx=2 Rx=1;          no;  yes; yes",
        "n6+fence;    Wx1 F Rx=1 Ry=0 | Wy2 F Wx2 | Rx=2 Rx=1;      no;  no;  no",
        "forward;     Wx1 Rx=1 Ry=0 | Wy1 Ry=1 Rx=0;                no;  yes; yes",
      })
  void verdict(String name, String program, String sc, String tso, String pso) throws IOException {
    SymbolicTrace trace = trace(program);
    for (MemoryModel model : MemoryModel.values()) {
      String expected = model == MemoryModel.SC ? sc : model == MemoryModel.TSO ? tso : pso;
      for (Encoding encoding : Encoding.values()) {
        SolveResult result =
            ScheduleSolver.solve(
                trace,
                SolverOptions.of(model).withEncoding(encoding).withPolish(Duration.ofSeconds(1)));
        assertThat(result)
            .as(name + " under " + model + " by " + encoding)
            .isInstanceOf(
                expected.equals("yes") ? SolveResult.Found.class : SolveResult.Infeasible.class);
      }
    }
  }

  private static SymbolicTrace trace(String program) throws IOException {
    StringBuilder text = new StringBuilder("hbt 1\nloc x i32\nloc y i32\n");
    String[] threads = program.split("\\|");
    for (int t = 0; t < threads.length; t++) {
      text.append("thread ").append(t).append('\n');
      int n = 0;
      for (String op : threads[t].trim().split(" ")) {
        char cell = op.length() > 1 ? op.charAt(1) : ' ';
        String name = "r" + t + "_" + n++;
        switch (op.charAt(0)) {
          case 'W' -> text.append(t + " write " + cell + " = " + op.substring(2) + "\n");
          case 'R' -> {
            text.append(t + " read " + cell + " -> " + name + "\n");
            text.append(t + " assume (eq " + name + " " + op.substring(3) + ")\n");
          }
          case 'F' -> text.append(t + " fence full\n");
          default -> text.append(t + " fence store_store\n");
        }
      }
    }
    return HbtReader.read(new BufferedReader(new StringReader(text.toString())));
  }
}
