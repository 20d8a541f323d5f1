package dev.heisenbug.control.rt;

import dev.heisenbug.weave.NoisePlace;

/** The numbers by which recordings know the sites of a run, asked for seldom and kept. */
final class SitePlaces {
  private static final SiteTable PLACES = new SiteTable();

  private SitePlaces() {}

  /** Called by the running thread only. */
  static int of(CThread t, int site) {
    int place = PLACES.get(site);
    if (place == SiteTable.ABSENT) {
      t.bypass++;
      place = NoisePlace.of(Site.name(site));
      t.bypass--;
      PLACES.put(site, place);
    }
    return place;
  }
}
