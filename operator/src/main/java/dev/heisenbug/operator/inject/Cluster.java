package dev.heisenbug.operator.inject;

import dev.heisenbug.crds.HeisenbugCapture;
import java.util.List;

/** What a decision needs to know about the cluster, kept apart so that it can be tried alone. */
public interface Cluster {
  /** The captures that may record in a namespace, the oldest first. */
  List<HeisenbugCapture> captures(String namespace);

  /** How many pods carry the recorder for a capture. */
  int recorded(HeisenbugCapture capture);

  /** Whether bundles of the capture have somewhere to go. */
  boolean hasStorage(HeisenbugCapture capture);

  /** Whether pods of a capture may record Intel PT in a namespace. */
  PtAccess pt(HeisenbugCapture capture, String namespace);

  /** Whether nodes have another processor than our images are for. */
  Architecture.Machines machines();

  /** The processor of a node, null if it is not known. */
  String architecture(String node);

  /** A number between 0 and 1 for sampling. */
  double chance();
}
