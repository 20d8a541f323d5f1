// kind: assertion
// jdk: 17
// model: sc
// failure: java.lang.AssertionError
//
// A lazily cached hash with a separate "computed" mark that is set first: another thread that
// hashes
// the same key in between gets 0 and looks into the wrong bucket.
// Shows as: uncaught AssertionError in a lookup thread, a key that was stored is not found.
public final class Main {
  static final class Key {
    private final String name;
    private boolean computed;
    private int hash;

    Key(String name) {
      this.name = name;
    }

    @Override
    public int hashCode() {
      if (!computed) {
        computed = true;
        int h = 7;
        for (int i = 0; i < name.length(); i++) {
          h = h * 31 + name.charAt(i);
        }
        hash = h | 1;
      }
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && key.name.equals(name);
    }
  }

  static final class Index {
    private final boolean[] buckets = new boolean[64];

    Index(Iterable<String> names) {
      for (String name : names) {
        buckets[Math.floorMod(new Key(name).hashCode(), 64)] = true;
      }
      buckets[0] = false;
    }

    boolean contains(Key key) {
      return buckets[Math.floorMod(key.hashCode(), 64)];
    }
  }

  public static void main(String[] args) throws InterruptedException {
    String name = "customer/2024/invoices/overdue/reminders";
    Index index = new Index(java.util.List.of(name));
    Key[] keys = new Key[300];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = new Key(name);
    }
    Thread[] lookups = new Thread[2];
    for (int t = 0; t < lookups.length; t++) {
      lookups[t] =
          new Thread(
              () -> {
                for (Key key : keys) {
                  if (!index.contains(key)) {
                    throw new AssertionError("key not found: " + key.name);
                  }
                }
              },
              "lookup-" + t);
    }
    for (Thread lookup : lookups) {
      lookup.start();
    }
    for (Thread lookup : lookups) {
      lookup.join();
    }
  }
}
