// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.IllegalStateException
//
// An expression evaluator makes a method accessible, calls it and takes that back. Threads share the Method: between the first
// step and the call of one, another takes it back. What is shared is changed by reflection alone.
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

public final class Main {
  /** Calls methods by name, whoever may. */
  static final class Evaluator {
    private final ConcurrentMap<String, Method> methods = new ConcurrentHashMap<>();

    @SuppressWarnings("deprecation")
    Object call(Object target, String name) {
      Method method = methods.computeIfAbsent(name, n -> find(target.getClass(), n));
      try {
        boolean accessible = method.isAccessible();
        if (!accessible) {
          method.setAccessible(true);
        }
        Object result = method.invoke(target);
        if (!accessible) {
          method.setAccessible(false);
        }
        return result;
      } catch (IllegalAccessException | InvocationTargetException e) {
        throw new IllegalStateException(name + " cannot be called", e);
      }
    }

    private static Method find(Class<?> type, String name) {
      try {
        return type.getDeclaredMethod(name);
      } catch (NoSuchMethodException e) {
        throw new IllegalArgumentException(e);
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Evaluator evaluator = new Evaluator();
    Account account = new Account();
    Thread[] clerks = new Thread[2];
    for (int i = 0; i < clerks.length; i++) {
      clerks[i] =
          new Thread(
              () -> {
                for (int n = 0; n < 300; n++) {
                  evaluator.call(account, "balance");
                }
              },
              "clerk-" + i);
      clerks[i].start();
    }
    for (Thread clerk : clerks) {
      clerk.join();
    }
  }
}

/** What is called, by those who may not without being made to. */
final class Account {
  private int balance() {
    return 42;
  }
}
