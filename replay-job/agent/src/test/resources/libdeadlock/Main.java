import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Vector;

/** Two threads lock two objects in opposite order, inside methods of the JDK. */
public final class Main {
  /** Locks itself here and its twin in the JDK's own {@code flush}. */
  static final class Tee extends PrintStream {
    Tee twin;

    Tee() {
      super(new ByteArrayOutputStream());
    }

    synchronized void both() {
      twin.flush();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Runnable[] both = args.length > 0 && args[0].equals("streams") ? streams() : vectors();
    Thread first = new Thread(both[0]);
    Thread second = new Thread(both[1]);
    first.start();
    second.start();
    first.join();
    second.join();
    System.out.println("no deadlock");
  }

  private static Runnable[] vectors() {
    List<Integer> a = new Vector<>(List.of(1, 2));
    List<Integer> b = new Vector<>(List.of(1, 2));
    return new Runnable[] {() -> a.equals(b), () -> b.equals(a)};
  }

  private static Runnable[] streams() {
    Tee a = new Tee();
    Tee b = new Tee();
    a.twin = b;
    b.twin = a;
    return new Runnable[] {a::both, b::both};
  }
}
