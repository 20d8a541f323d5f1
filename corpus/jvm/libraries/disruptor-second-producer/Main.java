// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.IllegalStateException
//
// disruptor 3.4.4: a ring buffer made for a single producer keeps its next sequence in a plain field
// (documented). A second producer claims sequences that are claimed already.
// Shows as: uncaught IllegalStateException, fewer entries than were published.
import com.lmax.disruptor.RingBuffer;

public final class Main {
  private static final int ENTRIES = 100;

  static final class Entry {
    int value;
  }

  public static void main(String[] args) throws InterruptedException {
    RingBuffer<Entry> ring = RingBuffer.createSingleProducer(Entry::new, 1024);
    Thread[] producers = new Thread[2];
    for (int p = 0; p < producers.length; p++) {
      producers[p] = new Thread(() -> produce(ring), "producer-" + p);
    }
    for (Thread producer : producers) {
      producer.start();
    }
    for (Thread producer : producers) {
      producer.join();
    }
    long entries = ring.getCursor() + 1;
    if (entries != producers.length * ENTRIES) {
      throw new IllegalStateException(entries + " entries");
    }
  }

  private static void produce(RingBuffer<Entry> ring) {
    for (int i = 0; i < ENTRIES; i++) {
      long sequence = ring.next();
      ring.get(sequence).value = i;
      ring.publish(sequence);
    }
  }
}
