package dev.heisenbug.decode.vectors;

import java.util.List;

/** Perf records beside a trace, for the vectors that have some. */
interface Sideband {
  Sideband NONE =
      new Sideband() {
        @Override
        public void until(long tsc, List<String> lines) {}

        @Override
        public void drain(List<String> lines) {}
      };

  /** Prints the records up to a time. */
  void until(long tsc, List<String> lines);

  /** Prints the rest. */
  void drain(List<String> lines);

  /** Decoding begins. */
  default void start() {}

  /** Makes what is mapped now the code that is followed, of another process if there may be one. */
  default void select(List<String> lines, boolean mayChange) {}
}
