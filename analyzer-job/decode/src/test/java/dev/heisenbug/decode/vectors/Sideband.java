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

  /** Makes the process that runs now the one whose code is followed. */
  default void select(List<String> lines) {}
}
