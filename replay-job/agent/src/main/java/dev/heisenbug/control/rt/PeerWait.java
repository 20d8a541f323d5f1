package dev.heisenbug.control.rt;

import java.io.FileDescriptor;

/** The wait of who plays another process, until it has heard enough, or its buffer gets full. */
final class PeerWait extends SocketWait {
  private static final int INPUT = 1;

  /** What Linux calls the end of what the other end sends, and a broken connection. */
  private static final int OVER = 0x2000 | 0x10 | 0x8;

  /** So much is taken out of the way in any case. */
  private static final long MUCH = 1 << 15;

  private final FileDescriptor fd;
  private final long bytes;

  PeerWait(FileDescriptor fd, long bytes) {
    super(fd, INPUT | OVER, -1, null);
    this.fd = fd;
    this.bytes = Math.min(bytes, MUCH);
  }

  @Override
  boolean isReady() {
    int events = poll(fd, INPUT | OVER, 0);
    return (events & OVER) != 0 || events != 0 && isEnough(available(fd));
  }

  /** Nothing to read though it is ready is the end. */
  private boolean isEnough(int available) {
    return available <= 0 || available >= bytes;
  }

  @Override
  boolean isLate() {
    return true;
  }
}
