package dev.heisenbug.launch;

/**
 * One entry of a plan.
 *
 * @param kind what the entry asks for
 * @param thread tree id
 * @param until the thread's point counter: where its turn ends, or of which store it speaks
 * @param site where that is, for people; may be empty
 */
public record PlanStep(Kind kind, String thread, int until, String site) {
  /** What an entry asks for. */
  public enum Kind {
    /** The thread runs until its counter reaches the value, then the next entry follows. */
    RUN,
    /** As RUN, but the turn ends where the thread is about to initialise a class at the site. */
    INIT,
    /** The store stays invisible to other threads from its execution to its commit or a fence. */
    HOLD,
    /** The store becomes visible to other threads now. */
    COMMIT,
    /** Not a moment of the run: identity hashes are drawn from another beginning than usual. */
    HASHES;

    /** As files name it. */
    public String text() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Whether a thread runs in it. */
    public boolean isTurn() {
      return this == RUN || this == INIT;
    }
  }

  /** Asks for identity hashes from this beginning; 0 is the usual one. */
  public static PlanStep hashes(int beginning) {
    return new PlanStep(Kind.HASHES, "0", beginning, "");
  }

  /** A turn. */
  public PlanStep(String thread, int until, String site) {
    this(Kind.RUN, thread, until, site);
  }

  /** As the agent reads it: tab-separated, the kind absent for a turn that ends at a point. */
  public String line() {
    return thread
        + "\t"
        + until
        + (kind == Kind.RUN ? "" : "\t" + kind.text())
        + (kind == Kind.INIT ? "\t" + site : "");
  }
}
