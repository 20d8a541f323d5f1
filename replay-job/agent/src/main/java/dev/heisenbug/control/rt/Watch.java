package dev.heisenbug.control.rt;

import java.util.List;

/**
 * The visits of a few places at which the running thread is to fall behind all others: before what
 * it does there or, if that is a store to be held back, soon after it.
 *
 * <p>A place that a long run comes to once has the same chance here as one that it comes to a
 * million times. Places are known by name, since numbers differ from one way of weaving to another.
 */
final class Watch {
  private static final int NONE = -1;
  private static final String HOLD = "hold";
  private static Watch on;

  private final String[] names;
  private final int[] visits;
  private final int[] seen;
  private final boolean[] holds;
  private boolean anyHolds;

  /** For every site met so far its place in {@link #names}, or {@link #NONE}. */
  private final SiteTable places = new SiteTable();

  private boolean fell;

  /** Who has come to a store that is to be held back, and the point behind it. */
  private CThread holder;

  private int holdAt;

  private Watch(List<String> lines) {
    names = new String[lines.size()];
    visits = new int[lines.size()];
    seen = new int[lines.size()];
    holds = new boolean[lines.size()];
    for (int i = 0; i < names.length; i++) {
      String[] line = lines.get(i).split("\t");
      visits[i] = Integer.parseInt(line[0]);
      names[i] = line[1];
      holds[i] = Buffers.on() && line.length > 2 && line[2].equals(HOLD);
      anyHolds |= holds[i];
    }
  }

  /**
   * Watches what the lines of a file say: number of the visit, tab, name of the site, and for a
   * store that is to be held back another tab and {@code hold}.
   */
  static Watch begin(List<String> lines) {
    on = new Watch(lines);
    return on;
  }

  /** Called by the running thread at every point: whether its turn ends here. */
  static boolean due(CThread t, int site) {
    Watch w = on;
    return w != null && w.visit(t, site);
  }

  private boolean visit(CThread t, int site) {
    int place = place(t, site);
    if (place == NONE) {
      return false;
    }
    boolean now = false;
    for (int i = place; i < names.length; i++) {
      if (names[i].equals(names[place]) && ++seen[i] == visits[i]) {
        if (holds[i]) {
          holder = t;
          holdAt = t.idx + 1;
        } else {
          now = true;
        }
      }
    }
    fell |= now;
    return now;
  }

  /** Whether only chosen stores are held back in this run. */
  boolean choosesHolds() {
    return anyHolds;
  }

  /** Whether the store that {@code t} is about to make is one of them: then it falls behind. */
  boolean holds(CThread t) {
    boolean here = holder == t && holdAt == t.idx;
    fell |= here;
    return here;
  }

  /** Whether the running thread came to a watched visit since this was last asked. */
  boolean fell() {
    boolean was = fell;
    fell = false;
    return was;
  }

  private int place(CThread t, int site) {
    int place = places.get(site);
    if (place == SiteTable.ABSENT) {
      t.bypass++;
      place = indexOf(Site.name(site));
      t.bypass--;
      places.put(site, place);
    }
    return place;
  }

  private int indexOf(String name) {
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals(name)) {
        return i;
      }
    }
    return NONE;
  }
}
