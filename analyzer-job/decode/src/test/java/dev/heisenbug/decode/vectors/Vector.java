package dev.heisenbug.decode.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heisenbug.decode.event.TimeConfig;
import dev.heisenbug.decode.flow.AddressFilter;
import dev.heisenbug.decode.packet.Errata;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One conformance vector of libipt: a trace, code, and what its tools print for it. */
record Vector(
    String name,
    long address,
    byte[] code,
    byte[] trace,
    List<String> ptdump,
    List<String> ptxed,
    String ptdumpOptions,
    String ptxedOptions,
    List<String> cpus,
    Map<String, byte[]> sideband) {

  static List<Vector> load(Path file) {
    ObjectMapper json = new ObjectMapper();
    List<Vector> list = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(file)) {
        list.add(of(json.readTree(line)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return list;
  }

  private static Vector of(JsonNode n) {
    Map<String, byte[]> sideband = new LinkedHashMap<>();
    n.path("sideband")
        .properties()
        .forEach(e -> sideband.put(e.getKey(), hex(e.getValue().asText())));
    return new Vector(
        n.get("name").asText(),
        Long.decode(n.get("address").asText()),
        hex(n.path("code").asText()),
        hex(n.get("trace").asText()),
        texts(n.path("ptdump")),
        texts(n.path("ptxed")),
        n.path("ptdumpOptions").asText(),
        n.path("ptxedOptions").asText(),
        texts(n.path("cpus")),
        sideband);
  }

  private static byte[] hex(String s) {
    return HexFormat.of().parseHex(s);
  }

  private static List<String> texts(JsonNode n) {
    List<String> list = new ArrayList<>();
    n.forEach(x -> list.add(x.asText()));
    return list;
  }

  MemorySegment data() {
    return MemorySegment.ofArray(trace);
  }

  /** The errata of the CPUs the vector is made for: all of them, so one after the other. */
  List<Errata> errata() {
    if (cpus.isEmpty()) {
      return List.of(Errata.UNKNOWN_CPU, Errata.NONE);
    }
    return cpus.stream()
        .map(c -> c.split("/"))
        .map(c -> Errata.of(Integer.parseInt(c[0]), Integer.parseInt(c[1])))
        .distinct()
        .toList();
  }

  static long number(String options, String name) {
    String[] words = options.split("\\s+");
    for (int i = 0; i + 1 < words.length; i++) {
      if (words[i].equals(name)) {
        return Long.decode(words[i + 1]);
      }
    }
    return 0;
  }

  static boolean has(String options, String name) {
    return List.of(options.split("\\s+")).contains(name);
  }

  static TimeConfig time(String options) {
    return new TimeConfig(
        (int) number(options, "--mtc-freq"),
        (int) number(options, "--nom-freq"),
        number(options, "--cpuid-0x15.eax"),
        number(options, "--cpuid-0x15.ebx"));
  }

  AddressFilter filter() {
    long config = number(ptxedOptions, "--filter:addr0_cfg");
    if (config == 0) {
      return new AddressFilter(List.of());
    }
    return new AddressFilter(
        List.of(
            new AddressFilter.Range(
                config == 2,
                number(ptxedOptions, "--filter:addr0_a"),
                number(ptxedOptions, "--filter:addr0_b"))));
  }
}
