/** Long, float, double and narrow arithmetic on shared values. */
public class Main {
  static long l = 0x1234_5678_9ABCL;
  static double d = 1.5;
  static float f = 0.25f;
  static byte b = 100;
  static char c = 'a';
  static short s = -3;
  static boolean z;

  static void mix(int id) {
    for (int i = 0; i < 4; i++) {
      l = (l << id) ^ (l >>> 7) ^ (l >> 3) + i;
      d = d * 1.25 - id / (d + 2.0);
      f += (float) d % 3;
      b += (byte) l;
      c ^= (char) (l >>> 20);
      s = (short) (s * b - c);
      z = z ^ (d > f) | l < 0;
      if (d >= 10 || Float.isNaN(f) || (l & 1) == 0) {
        d = (int) d % 7;
      }
      l += Double.compare(d, f) + Math.max(b, s) + (z ? 1 : 0) + (long) (d * 100) + Long.signum(l);
    }
  }

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> mix(1));
    t.start();
    mix(2);
    t.join();
    System.out.println(l + " " + d + " " + f + " " + b + " " + (int) c + " " + s + " " + z);
  }
}
