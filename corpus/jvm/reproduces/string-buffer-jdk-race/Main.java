// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.ArrayIndexOutOfBoundsException
// failure: java.lang.IndexOutOfBoundsException
// failure: java.lang.StringIndexOutOfBoundsException
//
// A race inside java.lang.StringBuffer: append(StringBuffer) holds its own lock, asks the other
// buffer for its length and then for its characters. In between the other one is cut.
// Shows as: uncaught IndexOutOfBoundsException from inside the JDK in main.
public final class Main {
  public static void main(String[] args) throws InterruptedException {
    String line = "2024-11-16 service=orders level=info ".repeat(6);
    StringBuffer live = new StringBuffer(line);
    Thread writer =
        new Thread(
            () -> {
              for (int i = 0; i < 2000; i++) {
                live.setLength(0);
                live.append(line);
              }
            },
            "writer");
    writer.start();
    int longest = 0;
    for (int i = 0; i < 2000; i++) {
      StringBuffer snapshot = new StringBuffer();
      snapshot.append(live);
      longest = Math.max(longest, snapshot.length());
    }
    writer.join();
    System.out.println("longest snapshot " + longest);
  }
}
