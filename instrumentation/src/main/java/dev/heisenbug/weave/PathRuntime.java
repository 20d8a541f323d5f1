package dev.heisenbug.weave;

/**
 * The log that woven code calls: {@code static Log log()} once per method or emission, then on it
 * {@code path}, {@code loop} and {@code thrown}. With method ids each of the three gets the id of
 * the woven method as its first argument; a recording needs none, since it is compared in lockstep.
 */
public final class PathRuntime {
  private final String owner;
  private final String log;
  private final boolean methodIds;

  private PathRuntime(String owner, String log, boolean methodIds) {
    this.owner = owner;
    this.log = log;
    this.methodIds = methodIds;
  }

  /** {@code path(I)V}, {@code loop(II)V} with loop depth and rounds, {@code thrown(I)V}. */
  public static PathRuntime anonymous(String owner, String log) {
    return new PathRuntime(owner, log, false);
  }

  /** {@code path(II)V}, {@code loop(III)V} and {@code thrown(II)V}: the method's id comes first. */
  public static PathRuntime withMethodIds(String owner, String log) {
    return new PathRuntime(owner, log, true);
  }

  /** Internal name of the class with the static accessor {@code log()}. */
  public String owner() {
    return owner;
  }

  /** Internal name of the class that the accessor returns. */
  public String log() {
    return log;
  }

  public boolean methodIds() {
    return methodIds;
  }
}
