package dev.heisenbug.operator.inject;

import dev.heisenbug.crds.HeisenbugCapture;
import java.util.ArrayList;
import java.util.List;

/** A cluster in memory. */
final class FakeCluster implements Cluster {
  final List<HeisenbugCapture> captures = new ArrayList<>();
  int recorded;
  boolean storage = true;
  PtAccess pt = new PtAccess.Denied("NotAsked", "");
  double chance = 0.5;
  Architecture.Machines machines = Architecture.Machines.OURS;
  String architecture;

  @Override
  public List<HeisenbugCapture> captures(String namespace) {
    return captures;
  }

  @Override
  public int recorded(HeisenbugCapture capture) {
    return recorded;
  }

  @Override
  public boolean hasStorage(HeisenbugCapture capture) {
    return storage;
  }

  @Override
  public PtAccess pt(HeisenbugCapture capture, String namespace) {
    return pt;
  }

  @Override
  public Architecture.Machines machines() {
    return machines;
  }

  @Override
  public String architecture(String node) {
    return architecture;
  }

  @Override
  public double chance() {
    return chance;
  }
}
