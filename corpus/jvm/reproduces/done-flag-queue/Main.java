// kind: assertion
// jdk: 17
// model: sc
// failure: java.lang.AssertionError
//
// A BlockingQueue with a volatile "done" flag: the consumer polls, finds nothing, then looks at the
// flag. When the producer adds its last message and sets the flag in between, the message is left.
// Shows as: uncaught AssertionError in main, fewer messages consumed than produced.
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public final class Main {
  static final class Pipe {
    private final BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
    private volatile boolean done;
    private int consumed;

    void produce(int count) {
      for (int i = 0; i < count; i++) {
        queue.add(i);
      }
      done = true;
    }

    void consume() {
      while (true) {
        Integer message = queue.poll();
        if (message != null) {
          consumed++;
        } else if (idle(consumed) >= 0 && done) {
          return;
        }
      }
    }

    private static int idle(int seed) {
      int slot = seed;
      for (int i = 0; i < 5; i++) {
        slot = (slot * 3 + i) & 0xff;
      }
      return slot;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    for (int round = 0; round < 4; round++) {
      Pipe pipe = new Pipe();
      Thread consumer = new Thread(pipe::consume, "consumer-" + round);
      Thread producer = new Thread(() -> pipe.produce(4), "producer-" + round);
      consumer.start();
      producer.start();
      consumer.join();
      producer.join();
      if (pipe.consumed != 4) {
        throw new AssertionError("round " + round + ": " + pipe.consumed + " of 4 consumed");
      }
    }
  }
}
