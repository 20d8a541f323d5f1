package dev.heisenbug.solve.smt;

import dev.heisenbug.solve.Schedule;
import java.util.List;

/** What Z3 said about a formula. */
public sealed interface SmtOutcome {
  /** A schedule read off a model, its values found by execution. */
  record Sat(Schedule schedule) implements SmtOutcome {}

  record Unsat(List<String> core) implements SmtOutcome {}

  record Undecided(String reason) implements SmtOutcome {}
}
