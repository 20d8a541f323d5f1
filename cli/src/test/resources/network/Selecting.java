import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** One thread selects, two work: lines are noted without a lock. */
public class Selecting {
  private static int free;
  private static final String[] NOTES = new String[8];

  public static void main(String[] args) throws Exception {
    ExecutorService workers = Executors.newFixedThreadPool(2);
    try (ServerSocketChannel server = ServerSocketChannel.open();
        Selector selector = Selector.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      server.configureBlocking(false);
      server.register(selector, SelectionKey.OP_ACCEPT);
      Meeting.tell(args[0], server.socket().getLocalPort());
      int closed = 0;
      while (closed < 2) {
        selector.select();
        for (SelectionKey key : selector.selectedKeys()) {
          if (key.isAcceptable()) {
            SocketChannel client = server.accept();
            if (client != null) {
              client.configureBlocking(false);
              client.register(selector, SelectionKey.OP_READ);
            }
          } else {
            closed += read((SocketChannel) key.channel(), workers) ? 0 : 1;
          }
        }
        selector.selectedKeys().clear();
      }
    }
    workers.shutdown();
    workers.awaitTermination(1, TimeUnit.MINUTES);
    for (int i = 0; i < 4; i++) {
      if (NOTES[i] == null) {
        throw new IllegalStateException("a note is missing");
      }
    }
  }

  private static boolean read(SocketChannel client, ExecutorService workers) throws Exception {
    ByteBuffer line = ByteBuffer.allocate(64);
    if (client.read(line) < 0) {
      client.close();
      return false;
    }
    String text = new String(line.array(), 0, line.position());
    workers.execute(() -> note(text));
    client.write(ByteBuffer.wrap("thanks\n".getBytes()));
    return true;
  }

  private static void note(String text) {
    int place = free;
    try {
      Thread.sleep(2);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    NOTES[place] = text;
    free = place + 1;
  }
}
