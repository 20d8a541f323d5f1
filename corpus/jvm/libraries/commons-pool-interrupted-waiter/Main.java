// kind: hang
// jdk: 17
// model: sc
//
// commons-pool 1.5.4 (POOL-162): a thread that is interrupted while it waits for an instance keeps
// its place in the queue. The instance that comes back next is meant for it, and nobody gets it.
// Shows as: hang, the main thread waits in borrowObject though the only instance is back.
import org.apache.commons.pool.BasePoolableObjectFactory;
import org.apache.commons.pool.impl.GenericObjectPool;

public final class Main {
  static final class Connections extends BasePoolableObjectFactory {
    @Override
    public Object makeObject() {
      return new Object();
    }
  }

  public static void main(String[] args) throws Exception {
    GenericObjectPool pool = new GenericObjectPool(new Connections());
    pool.setMaxActive(1);
    pool.setMaxWait(-1);
    Object only = pool.borrowObject();
    Thread waiter =
        new Thread(
            () -> {
              try {
                pool.returnObject(pool.borrowObject());
              } catch (Exception e) {
                // Interrupted: it does without one.
              }
            },
            "waiter");
    waiter.start();
    Thread.sleep(20);
    waiter.interrupt();
    waiter.join();
    pool.returnObject(only);
    System.out.println("got one again: " + (pool.borrowObject() != null));
  }
}
