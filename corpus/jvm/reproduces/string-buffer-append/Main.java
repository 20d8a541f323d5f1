// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.IndexOutOfBoundsException
//
// The java.lang.StringBuffer.append(StringBuffer) atomicity bug (IBM ConTest "StringBuffer"): every
// method is synchronized, but append() asks the other buffer for its length and then for its
// characters in two calls. When the other buffer is cut in between, the copy runs past its end.
// Shows as: uncaught IndexOutOfBoundsException in the logger thread.
public final class Main {
  static final class Text {
    private char[] chars = new char[16];
    private int length;

    synchronized int length() {
      return length;
    }

    synchronized void truncate() {
      length = 0;
    }

    synchronized void add(char c) {
      if (length == chars.length) {
        chars = java.util.Arrays.copyOf(chars, chars.length * 2);
      }
      chars[length++] = c;
    }

    synchronized void copyTo(char[] target, int at, int count) {
      if (count > length) {
        throw new IndexOutOfBoundsException("copy of " + count + " from length " + length);
      }
      System.arraycopy(chars, 0, target, at, count);
    }

    synchronized void append(Text other) {
      int count = other.length();
      if (length + count > chars.length) {
        chars = java.util.Arrays.copyOf(chars, Math.max(chars.length * 2, length + count));
      }
      other.copyTo(chars, length, count);
      length += count;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Text line = new Text();
    Text log = new Text();
    Thread logger =
        new Thread(
            () -> {
              for (int i = 0; i < 600; i++) {
                log.append(line);
              }
            },
            "logger");
    Thread editor =
        new Thread(
            () -> {
              for (int i = 0; i < 600; i++) {
                line.add((char) ('a' + i % 26));
                if (i % 4 == 3) {
                  line.truncate();
                }
              }
            },
            "editor");
    logger.start();
    editor.start();
    logger.join();
    editor.join();
    System.out.println("log length " + log.length());
  }
}
