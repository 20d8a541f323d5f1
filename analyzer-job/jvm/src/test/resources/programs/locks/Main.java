import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** The locks, gates, queues and pools of java.util.concurrent. */
public class Main {
  static int a;
  static int b;
  static volatile boolean go;
  static final ReentrantLock LOCK = new ReentrantLock();
  static final Condition CHANGED = LOCK.newCondition();
  static final ReentrantReadWriteLock RW = new ReentrantReadWriteLock();
  static final Semaphore PERMITS = new Semaphore(1);
  static final CountDownLatch LATCH = new CountDownLatch(2);
  static final CyclicBarrier BARRIER = new CyclicBarrier(2);
  static final BlockingQueue<Integer> QUEUE = new ArrayBlockingQueue<>(1);

  static int worker() throws Exception {
    LOCK.lock();
    try {
      a++;
      CHANGED.signalAll();
    } finally {
      LOCK.unlock();
    }
    BARRIER.await();
    PERMITS.acquire();
    b += a;
    PERMITS.release();
    RW.readLock().lock();
    int seen = b;
    RW.readLock().unlock();
    QUEUE.put(seen);
    LATCH.countDown();
    return seen;
  }

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Callable<Integer> task = Main::worker;
    Future<Integer> x = pool.submit(task);
    Future<Integer> y = pool.submit(() -> worker());
    LOCK.lock();
    try {
      while (a < 1) {
        CHANGED.await();
      }
    } finally {
      LOCK.unlock();
    }
    Thread main = Thread.currentThread();
    Thread waker =
        new Thread(
            () -> {
              go = true;
              LockSupport.unpark(main);
            });
    waker.start();
    while (!go) {
      LockSupport.park();
    }
    int sum = QUEUE.take() + QUEUE.take();
    LATCH.await();
    if (RW.writeLock().tryLock()) {
      b = -1;
      RW.writeLock().unlock();
    }
    waker.join();
    pool.shutdown();
    System.out.println(sum + x.get() + y.get());
  }
}
