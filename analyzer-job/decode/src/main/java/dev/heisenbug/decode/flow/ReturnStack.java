package dev.heisenbug.decode.flow;

/** Return addresses of the calls seen so far, as deep as the processor's own: 64. */
final class ReturnStack {
  private static final int SIZE = 64;

  private final long[] addresses = new long[SIZE];
  private int top;
  private int count;

  void clear() {
    count = 0;
  }

  void push(long address) {
    addresses[top] = address;
    top = top + 1 & SIZE - 1;
    if (count < SIZE) {
      count++;
    }
  }

  boolean isEmpty() {
    return count == 0;
  }

  long pop() {
    count--;
    top = top - 1 & SIZE - 1;
    return addresses[top];
  }
}
