package dev.heisenbug.corpus;

/** The known answer of a program, given by the folder it lies in. */
public enum Expectation {
  /** Some schedule makes it fail as its tags say. */
  REPRODUCES("reproduces"),
  /** No schedule makes it fail. */
  HOLDS("holds");

  private final String folder;

  Expectation(String folder) {
    this.folder = folder;
  }

  /** Folder below {@code corpus/jvm} that holds the programs with this answer. */
  public String folder() {
    return folder;
  }
}
