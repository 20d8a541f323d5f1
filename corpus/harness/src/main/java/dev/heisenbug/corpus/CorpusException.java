package dev.heisenbug.corpus;

/** A fault in the corpus itself (a bad tag, a program that does not compile). */
public final class CorpusException extends RuntimeException {
  CorpusException(String message) {
    super(message);
  }

  CorpusException(String message, Throwable cause) {
    super(message, cause);
  }
}
