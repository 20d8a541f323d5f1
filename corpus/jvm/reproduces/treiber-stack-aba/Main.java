// kind: assertion
// jdk: 17
// model: sc
// failure: java.lang.AssertionError
//
// ABA on an AtomicReference: a lock-free stack of buffers reuses its nodes. A thread reads the top
// and
// its successor, is overtaken by pops and a push of the same node, and its compare-and-set succeeds
// with a successor that is no longer on the stack.
// Shows as: uncaught AssertionError in a worker (a buffer is lent twice) or in main (buffers lost).
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

public final class Main {
  static final class Buffer {
    private final AtomicBoolean lent = new AtomicBoolean();
    private volatile Buffer next;
    private int checksum;
  }

  static final class BufferStack {
    private final AtomicReference<Buffer> top = new AtomicReference<>();

    void push(Buffer buffer) {
      Buffer current;
      do {
        current = top.get();
        buffer.next = current;
      } while (!top.compareAndSet(current, buffer));
    }

    Buffer pop() {
      while (true) {
        Buffer current = top.get();
        if (current == null) {
          return null;
        }
        Buffer successor = current.next;
        prefetch(current);
        if (top.compareAndSet(current, successor)) {
          return current;
        }
      }
    }

    private static void prefetch(Buffer buffer) {
      int sum = 0;
      for (int i = 0; i < 60; i++) {
        sum = sum * 31 + i;
      }
      buffer.checksum = sum;
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
    }
    for (Thread worker : workers) {
      worker.start();
    }
    for (Thread worker : workers) {
      worker.join();
    }
    int left = 0;
    while (left < 5 && stack.pop() != null) {
      left++;
    }
    if (left != 4) {
      throw new AssertionError(left + " buffers left of 4");
    }
  }

  private static void work(BufferStack stack) {
    for (int i = 0; i < 150; i++) {
      Buffer first = borrow(stack);
      Buffer second = borrow(stack);
      giveBack(stack, first);
      giveBack(stack, second);
    }
  }

  private static Buffer borrow(BufferStack stack) {
    Buffer buffer = stack.pop();
    if (buffer != null && !buffer.lent.compareAndSet(false, true)) {
      throw new AssertionError("buffer lent twice");
    }
    return buffer;
  }

  private static void giveBack(BufferStack stack, Buffer buffer) {
    if (buffer != null) {
      buffer.lent.set(false);
      stack.push(buffer);
    }
  }
}
