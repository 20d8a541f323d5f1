package dev.heisenbug.formats.trace;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the {@code .hbt} text format (see {@code docs/hbt.md}); every fault names its line. */
public final class HbtReader {
  private final TraceBuilder trace = SymbolicTrace.builder();
  private final Map<String, Integer> threads = new HashMap<>();
  private final Map<String, Integer> locations = new HashMap<>();
  private final Map<String, Integer> objects = new HashMap<>();
  private final Map<String, Integer> values = new HashMap<>();
  private final List<long[]> requires = new ArrayList<>();
  private final HbtExprs exprs = new HbtExprs(trace, values);
  private final HbtEvents events = new HbtEvents(trace, exprs, threads, locations, objects, values);
  private boolean observed;

  private HbtReader() {}

  public static SymbolicTrace read(Path file) throws IOException {
    try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      return read(in);
    } catch (CharacterCodingException e) {
      throw new TraceException("the file is not UTF-8 text", lineOfFault(file));
    }
  }

  /** The first line that cannot be decoded; no byte of a longer character looks like a new line. */
  private static int lineOfFault(Path file) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      int number = 1;
      for (int b = in.read(); b >= 0; b = in.read()) {
        line.write(b);
        if (b == '\n') {
          if (!decodes(line.toByteArray())) {
            break;
          }
          line.reset();
          number++;
        }
      }
      return number;
    }
  }

  private static boolean decodes(byte[] line) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  public static SymbolicTrace read(BufferedReader in) throws IOException {
    return new HbtReader().readAll(in);
  }

  private SymbolicTrace readAll(BufferedReader in) throws IOException {
    int number = 0;
    boolean header = false;
    for (String text = in.readLine(); text != null; text = in.readLine()) {
      HbtLine line = new HbtLine(text, ++number);
      if (line.isEmpty()) {
        continue;
      }
      if (!header) {
        header(line);
        header = true;
      } else {
        line(line, number);
      }
    }
    if (!header) {
      throw new TraceException("the file is empty; it must begin with 'hbt 1'", 1);
    }
    return finish();
  }

  private void header(HbtLine line) {
    if (!line.skip("hbt") || line.integer("the version") != 1) {
      throw line.fault("the file must begin with 'hbt 1'");
    }
    line.end();
  }

  private void line(HbtLine line, int number) {
    String word = line.next("a keyword or a thread");
    int events = trace.eventCount();
    int conditions = trace.conditions.size();
    try {
      switch (word) {
        case "thread" -> {
          String id = fresh(line, threads);
          threads.put(id, trace.thread(id));
        }
        case "loc" -> location(line, false);
        case "array" -> location(line, true);
        case "cell" -> cell(line);
        case "object" -> object(line);
        case "unknown" -> unknown(line);
        case "let" -> let(line);
        case "goal" -> trace.goal(exprs.read(line), position(line));
        case "require" -> require(line, number);
        case "order" -> order(line);
        default -> this.events.read(line, word);
      }
      line.end();
      if (trace.eventCount() > events) {
        trace.line(events, number);
      }
      if (trace.conditions.size() > conditions) {
        trace.conditionLine(number);
      }
    } catch (IllegalArgumentException e) {
      throw line.fault(e.getMessage());
    }
  }

  private String fresh(HbtLine line, Map<String, Integer> known) {
    String name = line.next("a name");
    if (known.containsKey(name)) {
      throw line.fault("'" + name + "' is declared twice");
    }
    return name;
  }

  private void location(HbtLine line, boolean array) {
    String id = fresh(line, locations);
    Sort sort = Sort.parse(line.next("a sort"));
    int initial = trace.exprs.constant(sort, 0);
    if (line.skip("=")) {
      initial = exprs.read(line);
    }
    if (trace.exprs.sort(initial) != sort) {
      throw line.fault("the initial value is not of sort " + sort.text());
    }
    locations.put(id, array ? trace.array(id, sort, initial) : trace.location(id, sort, initial));
  }

  private void cell(HbtLine line) {
    String id = line.next("an array");
    Integer array = locations.get(id);
    if (array == null || !trace.locations.get(array).array()) {
      throw line.fault("'" + id + "' is no array");
    }
    long index = line.integer("the index");
    line.expect("=");
    int value = exprs.read(line);
    if (trace.exprs.sort(value) != trace.locations.get(array).sort()) {
      throw line.fault("the initial value has the wrong sort");
    }
    if (trace.hasCell(array, index)) {
      throw line.fault("the cell has been given a value before this line");
    }
    trace.cell(array, index, value);
  }

  private void object(HbtLine line) {
    String id = fresh(line, objects);
    long permits = 0;
    if (line.peek().startsWith("permits=")) {
      permits = line.integer(line.next("permits").substring(8), "permits");
    }
    objects.put(id, trace.object(id, permits));
  }

  private void unknown(HbtLine line) {
    String id = fresh(line, values);
    Sort sort = Sort.parse(line.next("a sort"));
    Long seen = null;
    if (line.peek().startsWith("obs=")) {
      seen = HbtExprs.fitting(line, line.next("obs").substring(4), sort);
    }
    values.put(id, trace.unknown(id, sort, seen));
  }

  private void let(HbtLine line) {
    String id = fresh(line, values);
    line.expect("=");
    values.put(id, exprs.read(line));
  }

  private void require(HbtLine line, int number) {
    String id = line.next("a thread");
    Integer thread = threads.get(id);
    if (thread == null) {
      throw line.fault("thread '" + id + "' is not declared");
    }
    long count = line.integer("a count");
    if (count < 0) {
      throw line.fault("the count must not be negative");
    }
    requires.add(new long[] {thread, count, number});
  }

  private void order(HbtLine line) {
    line.expect("observed");
    observed = true;
  }

  static String position(HbtLine line) {
    return line.peek().startsWith("@") ? line.next("a position").substring(1) : "";
  }

  private SymbolicTrace finish() {
    for (long[] require : requires) {
      int length = trace.length((int) require[0]);
      if (require[1] > length) {
        throw new TraceException("the thread has only " + length + " events", (int) require[2]);
      }
      trace.require((int) require[0], (int) require[1]);
    }
    if (observed) {
      trace.observedInThisOrder();
    }
    try {
      return trace.build();
    } catch (TraceException e) {
      if (e.line() == 0 && e.event() >= 0) {
        throw new TraceException(e.getMessage(), trace.events.line[e.event()], e.event());
      }
      throw e;
    }
  }
}
