// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.UnsupportedOperationException
//
// Interface dispatch: the volatile codec is read twice, once to ask whether it can encode and once
// to
// encode. A reload in between swaps the implementation, and the call goes to another class.
// Shows as: uncaught UnsupportedOperationException in the request thread.
public final class Main {
  interface Codec {
    boolean supports(int size);

    int encode(int size);
  }

  static final class BlockCodec implements Codec {
    @Override
    public boolean supports(int size) {
      int rest = size;
      for (int i = 0; i < 10; i++) {
        rest = rest * 2 % 4096;
      }
      return rest >= 0;
    }

    @Override
    public int encode(int size) {
      return size / 16;
    }
  }

  record TinyCodec(int limit) implements Codec {
    @Override
    public boolean supports(int size) {
      return size <= limit;
    }

    @Override
    public int encode(int size) {
      if (size > limit) {
        throw new UnsupportedOperationException("size " + size + " over limit " + limit);
      }
      return size;
    }
  }

  static final class Channel {
    private volatile Codec codec = new BlockCodec();

    int send(int size) {
      if (codec.supports(size)) {
        return codec.encode(size);
      }
      return 0;
    }

    void reload(Codec next) {
      codec = next;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Channel channel = new Channel();
    Codec block = new BlockCodec();
    Codec tiny = new TinyCodec(8);
    Thread requests =
        new Thread(
            () -> {
              int sent = 0;
              for (int i = 0; i < 1500; i++) {
                sent += channel.send(16 + i);
              }
              System.out.println("sent " + sent);
            },
            "requests");
    Thread reloader =
        new Thread(
            () -> {
              for (int i = 0; i < 600; i++) {
                channel.reload(i % 2 == 0 ? tiny : block);
              }
            },
            "reloader");
    requests.start();
    reloader.start();
    requests.join();
    reloader.join();
  }
}
