// kind: assertion
// jdk: 17
// model: sc
// failure: java.lang.AssertionError
//
// A race inside java.util.BitSet: 64 bits share one word of a long array. Two allocators that mark
// different blocks of the same word read, change and write that word; one mark is lost.
// Shows as: uncaught AssertionError in main, a block that was marked as used looks free.
import java.util.BitSet;
import java.util.concurrent.CountDownLatch;

public final class Main {
  static final int BLOCKS = 16_384;

  static final class BlockMap {
    private final BitSet used = new BitSet(BLOCKS);

    void markUsed(int block) {
      used.set(block);
    }

    int firstFree() {
      return used.nextClearBit(0);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    BlockMap map = new BlockMap();
    CountDownLatch ready = new CountDownLatch(2);
    Thread[] allocators = new Thread[2];
    for (int a = 0; a < allocators.length; a++) {
      int first = a;
      allocators[a] = new Thread(() -> mark(map, first, ready), "allocator-" + a);
      allocators[a].start();
    }
    for (Thread allocator : allocators) {
      allocator.join();
    }
    if (map.firstFree() != BLOCKS) {
      throw new AssertionError("block " + map.firstFree() + " was lost");
    }
  }

  private static void mark(BlockMap map, int first, CountDownLatch ready) {
    ready.countDown();
    try {
      ready.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    for (int block = first; block < BLOCKS; block += 2) {
      map.markUsed(block);
    }
  }
}
