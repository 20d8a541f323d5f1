package dev.heisenbug.control.rt;

/** Numbers by site: an open table of our own, because the JDK's may be woven. */
final class SiteTable {
  /** What a site that has no number is answered with. */
  static final int ABSENT = Integer.MIN_VALUE;

  private int[] sites = new int[1 << 10];

  /** By slot; a site that is not there has a slot with false. */
  private boolean[] used = new boolean[1 << 10];

  private int[] numbers = new int[1 << 10];
  private int size;

  int get(int site) {
    int slot = slot(site);
    return used[slot] ? numbers[slot] : ABSENT;
  }

  void put(int site, int number) {
    if (++size * 2 > sites.length) {
      grow();
    }
    int slot = slot(site);
    used[slot] = true;
    sites[slot] = site;
    numbers[slot] = number;
  }

  private int slot(int site) {
    int mask = sites.length - 1;
    int slot = (site * 0x9E3779B9 >>> 12) & mask;
    while (used[slot] && sites[slot] != site) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    int[] oldSites = sites;
    boolean[] oldUsed = used;
    int[] oldNumbers = numbers;
    sites = new int[oldSites.length * 2];
    used = new boolean[oldSites.length * 2];
    numbers = new int[oldSites.length * 2];
    for (int i = 0; i < oldSites.length; i++) {
      if (oldUsed[i]) {
        int slot = slot(oldSites[i]);
        used[slot] = true;
        sites[slot] = oldSites[i];
        numbers[slot] = oldNumbers[i];
      }
    }
  }
}
