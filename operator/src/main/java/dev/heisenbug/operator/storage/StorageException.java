package dev.heisenbug.operator.storage;

/** Storage did not do what was asked; the reason goes into a condition. */
public final class StorageException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Why, in words that a condition can carry. */
  public enum Reason {
    NotConfigured,
    CredentialsForbidden,
    CredentialsMissing,
    AccessDenied,
    NoSuchBucket,
    NoSuchObject,
    Unreachable
  }

  private final Reason reason;

  public StorageException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public StorageException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
