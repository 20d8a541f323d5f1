package dev.heisenbug.control.rt;

import dev.heisenbug.weave.stream.NetworkCodes;
import dev.heisenbug.weave.stream.NetworkFile;
import java.io.FileDescriptor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * Plays the other end of one recorded connection: says what it said, each time when it has heard as
 * much as the recorded one, and no sooner.
 *
 * <p>Its code is ours, so it comes to no points but those that are made here.
 */
final class Ghost implements Runnable {
  private static final int INPUT = 1;
  private static final int OUTPUT = 4;
  private static final long FOREVER = -1;

  /** How long, in the program's time, an answer may be shorter than it was before that is that. */
  private static final long PATIENCE_NANOS = 1_000_000_000L;

  private final NetworkFile.Connection script;

  /** Its place among all connections. */
  private final int place;

  private final InetSocketAddress to;
  private final ServerSocketChannel server;
  private final long offset;
  private final ByteBuffer heard = ByteBuffer.allocate(1 << 14);
  private SocketChannel channel;
  private FileDescriptor fd;
  private long received;
  private boolean ended;

  /**
   * @param to whom it calls, null if it is called
   * @param server where it is called, or null
   * @param offset what the run's time is ahead of the recording's clock
   */
  Ghost(
      NetworkFile.Connection script,
      int place,
      InetSocketAddress to,
      ServerSocketChannel server,
      long offset) {
    this.script = script;
    this.place = place;
    this.to = to;
    this.server = server;
    this.offset = offset;
  }

  @Override
  public void run() {
    CThread t = Ctl.current();
    if (t == null) {
      return;
    }
    t.bypass++;
    try {
      play(t);
    } catch (IOException e) {
      // The program has closed the connection, or does not listen any more.
    } finally {
      close();
      t.bypass--;
    }
  }

  private void play(CThread t) throws IOException {
    if (to == null) {
      answer(t);
    } else {
      call(t);
    }
    for (int i = 0; i < script.steps().size() && Ctl.SCHED.active; i++) {
      NetworkFile.Step step = script.steps().get(i);
      until(t, step.clock);
      hear(t, step.gate);
      if (step.type == NetworkCodes.ENDED) {
        channel.shutdownOutput();
        did(t);
      } else if (step.type == NetworkCodes.BROKEN) {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        channel.close();
        did(t);
        return;
      } else {
        say(t, step);
        while (step.filled && goesOn(i + 1, step)) {
          step = script.steps().get(++i);
          say(t, step);
        }
        did(t);
      }
    }
    t.recorded.plays(Long.MAX_VALUE);
    while (!ended && Ctl.SCHED.active) {
      drain();
      if (!ended) {
        Ctl.SCHED.block(t, Block.SOCKET, new PeerWait(fd, Long.MAX_VALUE), FOREVER);
      }
    }
  }

  /** Whether a step is the rest of what the program had no room for. */
  private boolean goesOn(int i, NetworkFile.Step step) {
    if (i >= script.steps().size()) {
      return false;
    }
    NetworkFile.Step next = script.steps().get(i);
    return next.type == NetworkCodes.RECEIVED && next.gate == step.gate;
  }

  private void call(CThread t) throws IOException {
    until(t, script.clock);
    channel = SocketChannel.open();
    channel.configureBlocking(false);
    fd = SocketWait.descriptor(channel);
    try {
      boolean made = channel.connect(to);
      Ports.played(fd);
      while (!made && Ctl.SCHED.active) {
        await(t, OUTPUT);
        made = channel.finishConnect();
      }
    } finally {
      did(t);
      Ghosts.next(t, script.listener, place + 1, to, offset);
    }
  }

  private void answer(CThread t) throws IOException {
    Ctl.point(t, Site.NETWORK);
    FileDescriptor listening = SocketWait.descriptor(server);
    while (channel == null && Ctl.SCHED.active) {
      channel = server.accept();
      if (channel == null) {
        Ctl.SCHED.block(t, Block.SOCKET, new SocketWait(listening, INPUT, FOREVER, null), FOREVER);
      }
    }
    server.close();
    if (channel == null) {
      throw new IOException("nothing is controlled any more");
    }
    channel.configureBlocking(false);
    fd = SocketWait.descriptor(channel);
    Ports.connected(fd);
  }

  /** Waits for the time at which the recorded one did what comes next. */
  private void until(CThread t, long clock) {
    t.recorded.plays(clock);
    Ctl.point(t, Site.NETWORK);
    long left = clock + offset - Ctl.SCHED.now;
    if (left > 0) {
      Ctl.SCHED.block(t, Block.SLEEP, null, left);
    }
  }

  /** Waits until so much has come from the program in all, or nothing more comes. */
  private void hear(CThread t, long bytes) throws IOException {
    while (Ctl.SCHED.active) {
      drain();
      if (received >= bytes || ended) {
        break;
      }
      t.lastResort = true;
      Ctl.SCHED.block(t, Block.SOCKET, new PeerWait(fd, bytes - received), PATIENCE_NANOS);
      t.lastResort = false;
      if (t.timedOut) {
        drain();
        break;
      }
    }
    if (Trace.on() && received > 0) {
      Ports.received(t, fd, Site.NETWORK);
    }
  }

  private void drain() throws IOException {
    Sockets.settleNow();
    int count = 1;
    while (count > 0) {
      heard.clear();
      count = channel.read(heard);
      received += Math.max(0, count);
    }
    ended |= count < 0;
  }

  private void say(CThread t, NetworkFile.Step step) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Ghosts.bytes(step));
    while (bytes.hasRemaining() && Ctl.SCHED.active) {
      if (channel.write(bytes) == 0) {
        drain();
        await(t, OUTPUT);
      }
    }
  }

  private void await(CThread t, int events) {
    Ctl.SCHED.block(t, Block.SOCKET, new SocketWait(fd, events, FOREVER, null), FOREVER);
  }

  /** The other end may find something now. */
  private void did(CThread t) {
    Spin.wrote(t);
    Stale.news(t);
    if (Trace.on()) {
      Ports.sent(t, fd);
    }
    Sockets.sentNow();
    synchronized (Ctl.SCHED.lock) {
      if (Ctl.SCHED.active) {
        Ctl.SCHED.policy.stamped(Ctl.SCHED, t);
      }
    }
  }

  private void close() {
    try {
      if (channel != null) {
        channel.close();
      }
      if (server != null) {
        server.close();
      }
    } catch (IOException e) {
      // It is closed, or as good as.
    }
  }
}
