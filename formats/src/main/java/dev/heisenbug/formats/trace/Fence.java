package dev.heisenbug.formats.trace;

import java.util.Locale;

/** Kinds of memory fence; those that TSO and PSO never reorder are kept for the record. */
public enum Fence {
  /** Waits until the thread's store buffer is empty. */
  FULL,
  STORE_LOAD,
  /** Keeps earlier stores before later ones: matters under PSO only. */
  STORE_STORE,
  /** As {@link #STORE_STORE} for stores; loads are in order already. */
  RELEASE,
  LOAD_LOAD,
  ACQUIRE;

  /** True where the store buffer must drain first. */
  public boolean drains() {
    return this == FULL || this == STORE_LOAD;
  }

  public boolean ordersStores() {
    return this == STORE_STORE || this == RELEASE;
  }

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
