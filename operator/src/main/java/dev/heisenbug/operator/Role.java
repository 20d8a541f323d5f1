package dev.heisenbug.operator;

/**
 * What a process of the operator's image does. A webhook that is apart from the rest needs no right
 * to write anything, and neither a busy reconciler nor its end keeps pods waiting.
 */
public enum Role {
  /** Everything, as where somebody else makes the Deployment. */
  All,
  /** All but the webhook. */
  Operator,
  /** The webhook alone. */
  Webhook;

  /** Whether it answers the API server about new pods. */
  public boolean admits() {
    return this != Operator;
  }

  /** Whether it keeps captures and reproductions going. */
  public boolean operates() {
    return this != Webhook;
  }
}
