package dev.heisenbug.analyzer.jvm.symbolic;

import java.util.HashMap;
import java.util.Map;

/**
 * How a run is read.
 *
 * @param cuts by thread tree id, the number of the thread's first record that does not count
 * @param branches which branches are listed in the result
 * @param telling whether threads that have only begun to call a library object use it, too: for
 *     people, who want to see whom the others met there
 */
public record Options(Map<String, Long> cuts, BranchKeeping branches, boolean telling) {
  public Options {
    cuts = Map.copyOf(cuts);
  }

  /** The whole run, with all branches. */
  public static Options defaults() {
    return new Options(Map.of(), BranchKeeping.ALL, false);
  }

  /** Only the records before number {@code record} of the thread count. */
  public Options cut(String thread, long record) {
    Map<String, Long> all = new HashMap<>(cuts);
    all.put(thread, record);
    return new Options(all, branches, telling);
  }

  public Options keep(BranchKeeping which) {
    return new Options(cuts, which, telling);
  }

  /** For a story. */
  public Options forTelling() {
    return new Options(cuts, BranchKeeping.NONE, true);
  }
}
