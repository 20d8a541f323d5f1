import java.util.Arrays;

/** Cells picked by shared values, copies, arrays of arrays, a table that is replaced. */
public class Main {
  static int[] table = {1, 2, 3, 4};
  static int next;
  static final long[][] grid = new long[3][3];
  static byte[] bytes = new byte[8];
  static Object[] refs = new Object[4];

  static void work(int id) {
    for (int i = 0; i < 4; i++) {
      int k = next++;
      table[k % table.length] += id;
      grid[k % 3][i % 3] = table[0] - k;
      bytes[k & 7] = (byte) (table[i % table.length] * 70);
      refs[k & 3] = k % 2 == 0 ? table : Integer.valueOf(k);
      if (refs[i & 3] instanceof Integer n && n > 2) {
        table = Arrays.copyOf(table, table.length + 1);
      }
      System.arraycopy(bytes, 0, bytes, 1, 5);
    }
  }

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> work(1));
    t.start();
    work(10);
    t.join();
    System.out.println(Arrays.toString(table) + Arrays.deepToString(grid) + Arrays.toString(bytes));
  }
}
