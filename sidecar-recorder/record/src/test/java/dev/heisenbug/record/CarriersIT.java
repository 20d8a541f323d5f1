package dev.heisenbug.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Noise inside the JDK leaves virtual threads on their carriers, whose buffers for sockets they
 * share: a correct server must not mix up what it reads.
 */
class CarriersIT {
  private static final String PROGRAM =
      """
      import java.io.*;
      import java.net.*;
      import java.util.concurrent.*;
      public class Main {
        public static void main(String[] args) throws Exception {
          ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
          ExecutorService workers = (ExecutorService)
              Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
          Thread acceptor = new Thread(() -> accept(server, workers));
          acceptor.start();
          Future<?>[] clients = new Future<?>[4];
          for (int i = 0; i < clients.length; i++) {
            String name = "client" + i;
            clients[i] = workers.submit(() -> talk(server.getLocalPort(), name));
          }
          for (Future<?> client : clients) client.get();
          System.exit(0);
        }
        static void accept(ServerSocket server, ExecutorService workers) {
          try {
            while (true) {
              Socket socket = server.accept();
              workers.submit(() -> answer(socket));
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
        static Void answer(Socket socket) throws IOException {
          try (socket; BufferedReader in = reader(socket);
              PrintWriter out = new PrintWriter(socket.getOutputStream(), true)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) out.println(line);
          }
          return null;
        }
        static Void talk(int port, String name) throws IOException {
          try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
              BufferedReader in = reader(socket);
              PrintWriter out = new PrintWriter(socket.getOutputStream(), true)) {
            for (int i = 0; i < 8; i++) {
              out.println(name + i);
              String answer = in.readLine();
              if (!(name + i).equals(answer)) System.exit(3);
            }
          }
          return null;
        }
        static BufferedReader reader(Socket socket) throws IOException {
          return new BufferedReader(new InputStreamReader(socket.getInputStream()));
        }
      }
      """;

  private static final int SEEDS = 8;

  @TempDir Path temp;

  @Test
  void threadsThatPauseInsideTheJdkKeepTheirs() throws Exception {
    Path classes = Programs.compile(temp, PROGRAM);
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    for (int seed = 1; seed <= SEEDS; seed++) {
      RecordOptions options =
          RecordOptions.standard(temp.resolve("out"))
              .withNoise(RecordOptions.Noise.ALWAYS)
              .withSeed(seed)
              .withLimits(0, 60);
      RecordResult result = new RecordRunner(options, Programs.command(java, classes), null).run();
      assertThat(((RecordResult.Recorded) result).exitCode()).as("seed %d", seed).isZero();
    }
  }
}
