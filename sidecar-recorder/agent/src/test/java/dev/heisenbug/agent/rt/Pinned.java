package dev.heisenbug.agent.rt;

import java.io.IOException;
import java.io.InputStream;

/** Runs something in a class initialiser, where a virtual thread keeps its carrier. */
final class Pinned {
  private Pinned() {}

  static void run(Runnable work) {
    System.getProperties().put(Thread.currentThread(), work);
    try {
      Class.forName(Initialiser.class.getName(), true, new Fresh());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Each loader has a class of its own. */
  private static final class Fresh extends ClassLoader {
    Fresh() {
      super(null);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      String file = name.replace('.', '/') + ".class";
      try (InputStream in = Pinned.class.getClassLoader().getResourceAsStream(file)) {
        byte[] code = in.readAllBytes();
        return defineClass(name, code, 0, code.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  private static final class Initialiser {
    static {
      ((Runnable) System.getProperties().remove(Thread.currentThread())).run();
    }
  }
}
