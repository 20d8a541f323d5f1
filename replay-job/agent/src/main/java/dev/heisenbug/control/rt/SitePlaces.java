package dev.heisenbug.control.rt;

import dev.heisenbug.weave.NoisePlace;

/** The numbers by which recordings know the sites of a run, asked for seldom and kept. */
final class SitePlaces {
  private static final int UNKNOWN = 0;
  private static int[] sites = new int[1 << 10];

  /** By slot the place, plus one. */
  private static int[] places = new int[1 << 10];

  private static int size;

  private SitePlaces() {}

  /** Called by the running thread only. */
  static int of(CThread t, int site) {
    int slot = slot(site);
    if (places[slot] == UNKNOWN) {
      if (++size * 2 > sites.length) {
        grow();
        slot = slot(site);
      }
      t.bypass++;
      places[slot] = NoisePlace.of(Site.name(site)) + 1;
      t.bypass--;
      sites[slot] = site;
    }
    return places[slot] - 1;
  }

  private static int slot(int site) {
    int mask = sites.length - 1;
    int slot = (site * 0x9E3779B9 >>> 12) & mask;
    while (places[slot] != UNKNOWN && sites[slot] != site) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private static void grow() {
    int[] oldSites = sites;
    int[] oldPlaces = places;
    sites = new int[oldSites.length * 2];
    places = new int[oldSites.length * 2];
    for (int i = 0; i < oldSites.length; i++) {
      if (oldPlaces[i] != UNKNOWN) {
        int slot = slot(oldSites[i]);
        sites[slot] = oldSites[i];
        places[slot] = oldPlaces[i];
      }
    }
  }
}
