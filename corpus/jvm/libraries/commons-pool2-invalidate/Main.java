// kind: hang
// jdk: 17
// model: sc
//
// commons-pool2 2.4.2, GenericObjectPool: invalidateObject() creates a replacement only if somebody
// is
// already waiting. A borrower that has just been refused a new object, but does not wait yet, is
// missed; it then waits for an object that nobody will ever return (compare POOL-356, POOL-424).
// Shows as: hang, a borrower parked in LinkedBlockingDeque.takeFirst.
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

public final class Main {
  static final class Session {}

  static final class SessionFactory extends BasePooledObjectFactory<Session> {
    @Override
    public Session create() {
      return new Session();
    }

    @Override
    public PooledObject<Session> wrap(Session session) {
      return new DefaultPooledObject<>(session);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    GenericObjectPoolConfig config = new GenericObjectPoolConfig();
    config.setMaxTotal(1);
    config.setJmxEnabled(false);
    GenericObjectPool<Session> pool = new GenericObjectPool<>(new SessionFactory(), config);
    Thread[] clients = new Thread[2];
    for (int c = 0; c < clients.length; c++) {
      clients[c] = new Thread(() -> use(pool), "client-" + c);
    }
    for (Thread client : clients) {
      client.start();
    }
    for (Thread client : clients) {
      client.join();
    }
    pool.close();
  }

  private static void use(GenericObjectPool<Session> pool) {
    try {
      for (int i = 0; i < 60; i++) {
        Session session = pool.borrowObject();
        pool.invalidateObject(session);
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
