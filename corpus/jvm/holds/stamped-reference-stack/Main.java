// kind: none
// jdk: 17
// model: pso
//
// Correct twin of treiber-stack-aba: the top carries a stamp that every change increments, so a
// node
// that went and came back is noticed.
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicStampedReference;

public final class Main {
  static final class Buffer {
    private final AtomicBoolean lent = new AtomicBoolean();
    private volatile Buffer next;
  }

  static final class BufferStack {
    private final AtomicStampedReference<Buffer> top = new AtomicStampedReference<>(null, 0);

    void push(Buffer buffer) {
      int[] stamp = new int[1];
      Buffer current;
      do {
        current = top.get(stamp);
        buffer.next = current;
      } while (!top.compareAndSet(current, buffer, stamp[0], stamp[0] + 1));
    }

    Buffer pop() {
      int[] stamp = new int[1];
      while (true) {
        Buffer current = top.get(stamp);
        if (current == null) {
          return null;
        }
        Buffer next = current.next;
        if (top.compareAndSet(current, next, stamp[0], stamp[0] + 1)) {
          return current;
        }
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    BufferStack stack = new BufferStack();
    for (int i = 0; i < 4; i++) {
      stack.push(new Buffer());
    }
    Thread[] workers = new Thread[2];
    for (int w = 0; w < workers.length; w++) {
      workers[w] = new Thread(() -> work(stack), "worker-" + w);
      workers[w].start();
    }
    for (Thread worker : workers) {
      worker.join();
    }
    int left = 0;
    while (left < 5 && stack.pop() != null) {
      left++;
    }
    if (left != 4) {
      throw new AssertionError(left + " buffers left");
    }
  }

  private static void work(BufferStack stack) {
    for (int i = 0; i < 60; i++) {
      Buffer buffer = stack.pop();
      if (!buffer.lent.compareAndSet(false, true)) {
        throw new AssertionError("buffer lent twice");
      }
      buffer.lent.set(false);
      stack.push(buffer);
    }
  }
}
