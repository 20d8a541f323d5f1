import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** Prints in which order a server met its clients, which wrote to it side by side. */
public final class Main {
  private static final int CLIENTS = 3;
  private static final int MESSAGES = 4;
  private static final List<String> ORDER = new ArrayList<>();
  private static volatile int port;
  private static int closed;

  private static boolean virtual;

  public static void main(String[] args) throws Exception {
    virtual = args[0].equals("virtual");
    boolean selects = args[0].equals("selector");
    ServerSocketChannel channel = selects ? ServerSocketChannel.open() : null;
    ServerSocket server = selects ? channel.socket() : new ServerSocket();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    port = server.getLocalPort();
    Thread[] clients = new Thread[CLIENTS];
    for (int i = 0; i < CLIENTS; i++) {
      byte name = (byte) ('a' + i);
      clients[i] = start(() -> write(name));
    }
    if (selects) {
      select(channel);
    } else if (virtual) {
      acceptUntilClosed(server, clients);
    } else {
      accept(server);
    }
    for (Thread client : clients) {
      client.join();
    }
    synchronized (ORDER) {
      System.out.println(String.join("", ORDER));
    }
  }

  private static Thread start(Runnable task) throws ReflectiveOperationException {
    if (virtual) {
      return (Thread)
          Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    }
    Thread thread = new Thread(task);
    thread.start();
    return thread;
  }

  private static void acceptUntilClosed(ServerSocket server, Thread[] clients) throws Exception {
    List<Thread> workers = new ArrayList<>();
    Thread acceptor = start(() -> acceptAll(server, workers));
    for (Thread client : clients) {
      client.join();
    }
    server.close();
    acceptor.join();
    for (Thread worker : workers) {
      worker.join();
    }
  }

  private static void acceptAll(ServerSocket server, List<Thread> workers) {
    try {
      while (true) {
        Socket socket = server.accept();
        workers.add(start(() -> answer(socket)));
      }
    } catch (SocketException e) {
      saw('.');
    } catch (IOException | ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  private static void write(byte name) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      for (int i = 0; i < MESSAGES; i++) {
        socket.getOutputStream().write(name);
        socket.getInputStream().read();
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void saw(int name) {
    synchronized (ORDER) {
      ORDER.add(Character.toString((char) name));
    }
  }

  private static void accept(ServerSocket server) throws Exception {
    List<Thread> workers = new ArrayList<>();
    while (workers.size() < CLIENTS) {
      Socket socket = server.accept();
      workers.add(start(() -> answer(socket)));
    }
    for (Thread worker : workers) {
      worker.join();
    }
  }

  private static void answer(Socket socket) {
    try (socket) {
      socket.setSoTimeout(60_000);
      InputStream in = socket.getInputStream();
      for (int name = in.read(); name >= 0; name = in.read()) {
        saw(name);
        socket.getOutputStream().write(name);
      }
    } catch (SocketTimeoutException e) {
      saw('!');
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Hands keys over as the system tells them, since a set of them has an order of its own. */
  private static void select(ServerSocketChannel server) throws IOException {
    Selector selector = Selector.open();
    server.configureBlocking(false);
    server.register(selector, SelectionKey.OP_ACCEPT);
    while (closed < CLIENTS) {
      selector.select(key -> serve(key, server));
    }
  }

  private static void serve(SelectionKey key, ServerSocketChannel server) {
    try {
      if (key.isAcceptable()) {
        SocketChannel client = server.accept();
        client.configureBlocking(false);
        client.register(key.selector(), SelectionKey.OP_READ);
        return;
      }
      SocketChannel client = (SocketChannel) key.channel();
      ByteBuffer buffer = ByteBuffer.allocate(1);
      if (client.read(buffer) < 0) {
        client.close();
        closed++;
      } else if (buffer.flip().hasRemaining()) {
        saw(buffer.get(0));
        client.write(buffer);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
