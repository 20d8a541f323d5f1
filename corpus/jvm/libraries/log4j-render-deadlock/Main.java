// kind: deadlock
// jdk: 17
// model: sc
//
// log4j 1.2.17: messages are rendered while the logger and its appender are locked. A message
// object
// whose toString() takes a lock deadlocks with a thread that logs while it holds that lock.
// Shows as: deadlock, a cycle of two monitors (the root logger and the account) in ThreadMXBean.
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

public final class Main {
  static final class MemoryAppender extends AppenderSkeleton {
    private int characters;

    @Override
    protected void append(LoggingEvent event) {
      characters += event.getRenderedMessage().length();
    }

    @Override
    public void close() {}

    @Override
    public boolean requiresLayout() {
      return false;
    }
  }

  static final class Account {
    private static final Logger LOG = Logger.getLogger(Account.class);
    private int balance;

    synchronized void deposit(int amount) {
      balance += amount;
      LOG.info("deposit");
    }

    @Override
    public synchronized String toString() {
      return "account with " + balance;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    MemoryAppender appender = new MemoryAppender();
    Logger.getRootLogger().setLevel(Level.INFO);
    Logger.getRootLogger().addAppender(appender);
    Account account = new Account();
    Thread teller =
        new Thread(
            () -> {
              for (int i = 0; i < 100; i++) {
                account.deposit(i);
              }
            },
            "teller");
    Thread auditor =
        new Thread(
            () -> {
              for (int i = 0; i < 100; i++) {
                Logger.getRootLogger().info(account);
              }
            },
            "auditor");
    teller.start();
    auditor.start();
    teller.join();
    auditor.join();
    System.out.println(appender.characters + " characters logged");
  }
}
