package dev.heisenbug.cli;

import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.formats.schedule.Verdict;
import dev.heisenbug.replay.Replayer;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;

/** Tells somebody with a debugger where to attach and where to stop, and runs the program once. */
record Debugging(Failure failure, int port) {
  Verdict run(Replayer replayer) throws IOException, InterruptedException {
    checkFree();
    say(System.err);
    return replayer.debug(port);
  }

  private void checkFree() throws IOException {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    } catch (java.net.BindException e) {
      throw new IOException("port %d is in use; name another with --port.".formatted(port), e);
    }
  }

  private void say(PrintStream err) {
    err.printf(
        "The program starts under its schedule and waits for a debugger at 127.0.0.1:%d.%n", port);
    err.printf("    jdb -attach 127.0.0.1:%d        (or 'Remote JVM Debug' in an IDE)%n", port);
    if (failure.type() != null) {
      err.printf("    catch %s        stops where it is thrown%n", failure.type());
    }
    places().stream().limit(3).forEach(p -> err.printf("    stop at %s%n", p));
    err.println("    run");
    err.println("However long you look, the threads run in the same order.");
  }

  /** Lines of the program at which it failed, in the words of jdb. */
  private List<String> places() {
    List<String> frames =
        failure.frames().isEmpty()
            ? failure.threads().stream().flatMap(t -> t.frames().stream().limit(1)).toList()
            : failure.frames();
    return frames.stream().map(Debugging::place).filter(p -> !p.isEmpty()).distinct().toList();
  }

  /** {@code package.Class:line} of a frame {@code package.Class.method:line}; empty without one. */
  private static String place(String frame) {
    int colon = frame.lastIndexOf(':');
    int dot = colon < 0 ? -1 : frame.lastIndexOf('.', colon);
    return dot < 0 ? "" : frame.substring(0, dot) + frame.substring(colon);
  }
}
