package dev.heisenbug.control.rt;

/**
 * The places at which a run's policy is asked whatever the turn of the thread: given by name before
 * anything is woven, known by number once their class is.
 */
final class Focus {
  private static final int FILTER_BITS = 4096;
  private static final long[] FILTER = new long[FILTER_BITS / Long.SIZE];
  private static String[] names = {};
  private static int[] sites = new int[16];
  private static int count;

  /** Whether there are any; plain, because it is set before any controlled thread runs. */
  private static boolean on;

  private Focus() {}

  static void set(String[] siteNames) {
    names = siteNames;
    on = siteNames.length > 0;
  }

  /** Looks for the places in a class that was just woven. */
  static void defined(ClassDefs d) {
    if (!on) {
      return;
    }
    for (int site = d.firstSite(); site < d.firstSite() + d.sites(); site++) {
      if (named(d.siteName(site))) {
        add(site);
      }
    }
  }

  private static boolean named(String site) {
    for (String name : names) {
      if (name.equals(site)) {
        return true;
      }
    }
    return false;
  }

  private static void add(int site) {
    int[] more = sites;
    if (count == more.length) {
      more = new int[count * 2];
      System.arraycopy(sites, 0, more, 0, count);
    }
    more[count] = site;
    sites = more;
    count++;
    FILTER[site % FILTER_BITS / Long.SIZE] |= 1L << site;
  }

  static boolean has(int site) {
    return on && (FILTER[site % FILTER_BITS / Long.SIZE] & 1L << site) != 0 && listed(site);
  }

  private static boolean listed(int site) {
    for (int i = 0; i < count; i++) {
      if (sites[i] == site) {
        return true;
      }
    }
    return false;
  }
}
