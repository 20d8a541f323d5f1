// kind: deadlock
// jdk: 17
// model: sc
//
// spring-beans 3.0.0: the registry creates singletons while it holds the lock of all of them (SPR-7718).
// A bean whose constructor takes another lock deadlocks with a thread that asks for a bean under it.
// Shows as: deadlock, a cycle of two monitors (the map of singletons and LOCK) in ThreadMXBean.
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;

public final class Main {
  private static final Object LOCK = new Object();
  private static int audits;

  /** Registers itself under the application's own lock. */
  public static final class Audit {
    public Audit() {
      synchronized (LOCK) {
        audits++;
      }
    }
  }

  public static final class Ledger {}

  public static void main(String[] args) throws InterruptedException {
    DefaultListableBeanFactory factory = new DefaultListableBeanFactory();
    factory.registerBeanDefinition("audit", new RootBeanDefinition(Audit.class));
    factory.registerBeanDefinition("ledger", new RootBeanDefinition(Ledger.class));
    Thread first = new Thread(() -> factory.getBean("audit"), "audit");
    Thread second =
        new Thread(
            () -> {
              synchronized (LOCK) {
                factory.getBean("ledger");
              }
            },
            "ledger");
    first.start();
    second.start();
    first.join();
    second.join();
    System.out.println(audits + " audits");
  }
}
