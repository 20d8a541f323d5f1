package dev.heisenbug.decode.output;

import dev.heisenbug.decode.flow.CodeBlock;
import dev.heisenbug.decode.flow.FlowBatch;
import dev.heisenbug.decode.flow.FlowSink;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Writes one line per executed instruction: its address as 16 hex digits. */
public final class AddressList implements FlowSink {
  private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final int LINE = 17;

  private final OutputStream out;
  private final byte[] buffer = new byte[LINE * 4096];
  private int used;

  public AddressList(OutputStream out) {
    this.out = out;
  }

  @Override
  public void instructions(FlowBatch batch) {
    for (int run = 0; run < batch.size(); run++) {
      CodeBlock block = batch.block(run);
      int to = batch.to(run);
      for (int i = batch.from(run); i < to; i++) {
        write(block.address(i));
      }
    }
  }

  private void write(long address) {
    if (used == buffer.length) {
      flush();
    }
    long rest = address;
    for (int i = 15; i >= 0; i--) {
      buffer[used + i] = DIGITS[(int) rest & 0xf];
      rest >>>= 4;
    }
    buffer[used + 16] = '\n';
    used += LINE;
  }

  /** Writes out what is buffered; to be called at the end. */
  public void flush() {
    try {
      out.write(buffer, 0, used);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    used = 0;
  }
}
