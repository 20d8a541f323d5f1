package dev.heisenbug.decode.vectors;

import dev.heisenbug.decode.perf.PerfRecord;
import dev.heisenbug.decode.perf.SampleId;
import java.util.List;

/** The fields of a perf record one by one, as libipt's ptdump lists them with sb:verbose. */
final class VerboseRecord {
  private VerboseRecord() {}

  static void list(PerfRecord record, SampleId sample, List<String> lines) {
    switch (record) {
      case PerfRecord.Mmap m -> {
        thread(m.pid(), m.tid(), lines);
        lines.add("addr: " + Long.toHexString(m.address()));
        lines.add("len: " + Long.toHexString(m.length()));
        lines.add("pgoff: " + Long.toHexString(m.fileOffset()));
        lines.add("filename: " + m.file());
      }
      case PerfRecord.Lost l -> {
        if (!l.samples()) {
          lines.add("id: " + Long.toHexString(l.id()));
        }
        lines.add("lost: " + Long.toHexString(l.count()));
      }
      case PerfRecord.Comm c -> {
        thread(c.pid(), c.tid(), lines);
        lines.add("comm: " + c.name());
      }
      case PerfRecord.Exit x -> family(x.pid(), x.parentPid(), x.tid(), x.parentTid(), lines);
      case PerfRecord.Fork f -> family(f.pid(), f.parentPid(), f.tid(), f.parentTid(), lines);
      case PerfRecord.Aux a -> {
        lines.add("aux offset: " + Long.toHexString(a.offset()));
        lines.add("aux size: " + Long.toHexString(a.size()));
        lines.add("flags: " + Long.toHexString(a.flags()));
      }
      case PerfRecord.ItraceStart i -> thread(i.pid(), i.tid(), lines);
      case PerfRecord.Switch s -> {
        if (s.otherTid() >= 0) {
          lines.add((s.out() ? "next" : "prev") + " pid: " + s.otherPid());
          lines.add((s.out() ? "next" : "prev") + " tid: " + s.otherTid());
        }
      }
      default -> {}
    }
    time(record, lines);
    sample(sample, lines);
  }

  private static void thread(int pid, int tid, List<String> lines) {
    lines.add("pid: " + pid);
    lines.add("tid: " + tid);
  }

  private static void family(int pid, int parent, int tid, int parentTid, List<String> lines) {
    lines.add("pid: " + pid);
    lines.add("ppid: " + parent);
    lines.add("tid: " + tid);
    lines.add("ptid: " + parentTid);
  }

  private static void time(PerfRecord record, List<String> lines) {
    switch (record) {
      case PerfRecord.Exit x -> lines.add("time: " + Long.toHexString(x.time()));
      case PerfRecord.Fork f -> lines.add("time: " + Long.toHexString(f.time()));
      default -> {}
    }
  }

  private static void sample(SampleId s, List<String> lines) {
    thread(s.pid(), s.tid(), lines);
    lines.add("time: " + Long.toHexString(s.time()));
    lines.add("id: " + s.id());
    lines.add("cpu: " + s.cpu());
    lines.add("stream id: " + s.streamId());
    lines.add("identifier: " + s.identifier());
  }
}
