package dev.heisenbug.decode.perf;

import com.github.luben.zstd.ZstdOutputStream;
import dev.heisenbug.formats.perf.PerfLayout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes perf.data files for tests: as a file or as a pipe, with or without compression. */
public final class PerfDataBuilder {
  private static final long SAMPLE_TYPE =
      PerfLayout.SAMPLE_TID
          | PerfLayout.SAMPLE_TIME
          | PerfLayout.SAMPLE_CPU
          | PerfLayout.SAMPLE_IDENTIFIER;
  private static final int ATTR = 112;
  private static final int PT_PMU = 8;

  private final ByteArrayOutputStream records = new ByteArrayOutputStream();
  private final ByteArrayOutputStream packed = new ByteArrayOutputStream();
  private final ZstdOutputStream zstd;
  private int taken;

  public PerfDataBuilder(boolean compressed) {
    try {
      zstd = compressed ? new ZstdOutputStream(packed) : null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ByteBuffer buffer(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static ByteBuffer record(int type, int misc, int size) {
    return buffer(size).putInt(type).putShort((short) misc).putShort((short) size);
  }

  /** A record of perf itself: never compressed, no sample id. */
  private void user(ByteBuffer b) {
    records.writeBytes(b.array());
  }

  private void kernel(ByteBuffer b, int pid, int tid, long time, int cpu) {
    b.putInt(pid).putInt(tid).putLong(time).putInt(cpu).putInt(0).putLong(1);
    if (zstd == null) {
      user(b);
      return;
    }
    try {
      zstd.write(b.array());
      zstd.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    byte[] all = packed.toByteArray();
    byte[] part = Arrays.copyOfRange(all, taken, all.length);
    taken = all.length;
    // Cut in two, so that a record spans two of these.
    int half = part.length / 2;
    compressed(Arrays.copyOf(part, half));
    compressed(Arrays.copyOfRange(part, half, part.length));
  }

  private void compressed(byte[] part) {
    user(record(PerfLayout.COMPRESSED, 0, 8 + part.length).put(part));
  }

  private static final int SAMPLE_ID_SIZE = 32;

  private static ByteBuffer kernelRecord(int type, int misc, int body) {
    return record(type, misc, 8 + body + SAMPLE_ID_SIZE);
  }

  public PerfDataBuilder timeConv(int shift, long mult, long zero) {
    user(record(PerfLayout.TIME_CONV, 0, 32).putLong(shift).putLong(mult).putLong(zero));
    return this;
  }

  public PerfDataBuilder info() {
    ByteBuffer b = record(PerfLayout.AUXTRACE_INFO, 0, 16 + 16 * 8);
    b.putInt(PerfLayout.AUXTRACE_INTEL_PT).putInt(0).putLong(PT_PMU);
    user(b);
    return this;
  }

  public PerfDataBuilder comm(int pid, int tid, String name, long time) {
    byte[] text = Arrays.copyOf(name.getBytes(StandardCharsets.UTF_8), 16);
    ByteBuffer b = kernelRecord(PerfLayout.COMM, 0, 8 + text.length);
    kernel(b.putInt(pid).putInt(tid).put(text), pid, tid, time, 0);
    return this;
  }

  public PerfDataBuilder mmap(
      int pid, long address, long length, long offset, String file, long time) {
    byte[] bytes = file.getBytes(StandardCharsets.UTF_8);
    byte[] text = Arrays.copyOf(bytes, bytes.length + 8 & ~7);
    ByteBuffer b = kernelRecord(PerfLayout.MMAP2, 0, 64 + text.length);
    b.putInt(pid).putInt(pid).putLong(address).putLong(length).putLong(offset);
    b.putLong(0).putLong(0).putLong(0).putInt(5).putInt(0).put(text);
    kernel(b, pid, pid, time, 0);
    return this;
  }

  public PerfDataBuilder switched(boolean out, int cpu, int pid, int tid, long time) {
    int misc = out ? PerfLayout.MISC_SWITCH_OUT : 0;
    ByteBuffer b = kernelRecord(PerfLayout.SWITCH_CPU_WIDE, misc, 8).putInt(0).putInt(0);
    kernel(b, pid, tid, time, cpu);
    return this;
  }

  public PerfDataBuilder mmap(int pid, long address, String file, byte[] buildId) {
    byte[] text = Arrays.copyOf(file.getBytes(StandardCharsets.UTF_8), (file.length() + 8) & ~7);
    ByteBuffer b = kernelRecord(PerfLayout.MMAP2, PerfLayout.MISC_MMAP_BUILD_ID, 64 + text.length);
    b.putInt(pid).putInt(pid).putLong(address).putLong(0x1000).putLong(0);
    b.put((byte) buildId.length).put(new byte[3]).put(Arrays.copyOf(buildId, 20));
    b.putInt(5).putInt(0).put(text);
    kernel(b, pid, pid, 1, 0);
    return this;
  }

  public PerfDataBuilder aux(long size, long flags) {
    kernel(kernelRecord(PerfLayout.AUX, 0, 24).putLong(0).putLong(size).putLong(flags), 0, 0, 1, 0);
    return this;
  }

  public PerfDataBuilder trace(int cpu, long offset, byte[] data) {
    ByteBuffer b = record(PerfLayout.AUXTRACE, 0, 48);
    b.putLong(data.length).putLong(offset).putLong(0).putInt(cpu).putInt(-1).putInt(cpu);
    user(b.putInt(0));
    records.writeBytes(data);
    return this;
  }

  private static ByteBuffer attr() {
    ByteBuffer a = buffer(ATTR).putInt(PT_PMU).putInt(ATTR);
    a.putLong(PerfLayout.ATTR_SAMPLE_TYPE_AT, SAMPLE_TYPE);
    return a.putLong(PerfLayout.ATTR_FLAGS_AT, PerfLayout.ATTR_SAMPLE_ID_ALL);
  }

  public byte[] pipe() {
    ByteBuffer head = buffer(PerfLayout.PIPE_HEADER_SIZE).putLong(PerfLayout.MAGIC).putLong(16);
    ByteBuffer attr = record(PerfLayout.HEADER_ATTR, 0, 8 + ATTR + 8).put(attr().array());
    attr.putLong(1);
    return join(head.array(), attr.array(), records.toByteArray());
  }

  public byte[] file() {
    int attrs = PerfLayout.FILE_HEADER_SIZE;
    int ids = attrs + ATTR + 16;
    int data = ids + 8;
    ByteBuffer head = buffer(data).putLong(PerfLayout.MAGIC).putLong(attrs).putLong(ATTR + 16);
    head.putLong(attrs).putLong(ATTR + 16).putLong(data).putLong(records.size());
    head.position(attrs);
    head.put(attr().array()).putLong(ids).putLong(8).putLong(1);
    return join(head.array(), records.toByteArray());
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] p : parts) {
      all.writeBytes(p);
    }
    return all.toByteArray();
  }
}
