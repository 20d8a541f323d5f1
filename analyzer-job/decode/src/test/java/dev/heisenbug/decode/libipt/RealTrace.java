package dev.heisenbug.decode.libipt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heisenbug.decode.TestData;
import dev.heisenbug.decode.event.TimeConfig;
import dev.heisenbug.decode.image.ElfFile;
import dev.heisenbug.decode.image.Image;
import dev.heisenbug.decode.image.MappedFile;
import dev.heisenbug.decode.image.PageDump;
import dev.heisenbug.decode.image.Section;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A recorded trace with its code and the machine it was recorded on. */
record RealTrace(String name, byte[] bytes, Image image, int[] cpu, TimeConfig time) {

  /** All that the reference folders have. */
  static List<RealTrace> all() throws IOException {
    List<RealTrace> list = new ArrayList<>();
    if (TestData.traces().isEmpty()) {
      return list;
    }
    try (Stream<Path> folders = Files.list(TestData.traces().get())) {
      for (Path folder : folders.sorted().toList()) {
        Path file = folder.resolve("expected.json");
        if (Files.exists(file)) {
          for (JsonNode flow : new ObjectMapper().readTree(file.toFile()).path("flow")) {
            String options = flow.get("options").asText();
            if (!options.contains("--bp") && !options.contains("--psb-blocks")) {
              list.add(read(folder, options.split(" ")));
            }
          }
        }
      }
    }
    return list;
  }

  /** The same with parts of the code missing. */
  RealTrace withHoles() {
    Image holed = new Image();
    for (Section s : image.sections()) {
      long page = s.start() >>> 12;
      long half = s.size() / 2;
      boolean whole = s.size() <= 4096;
      if (whole && page % 3 != 0) {
        holed.add(s);
      } else if (!whole) {
        holed.add(new Section(s.start(), half, s.data().asSlice(0, half), s.name()));
      }
    }
    return new RealTrace(name, bytes, holed, cpu, time);
  }

  private static RealTrace read(Path folder, String[] options) throws IOException {
    Image image = new Image();
    byte[] bytes = {};
    int[] cpu = {};
    int mtc = 0;
    int nom = 0;
    int[] ratio = {0, 0};
    for (int i = 0; i < options.length; i += 2) {
      String value = options[i + 1];
      switch (options[i]) {
        case "--pt" -> bytes = Files.readAllBytes(folder.resolve(value));
        case "--elf" ->
            ElfFile.parse(MappedFile.map(folder.resolve(value), Arena.ofAuto()), value)
                .addTo(image, 0);
        case "--pages" -> {
          String[] files = value.split(":");
          PageDump.addTo(
              image,
              MappedFile.map(folder.resolve(files[0]), Arena.ofAuto()),
              MappedFile.map(folder.resolve(files[1]), Arena.ofAuto()));
        }
        case "--cpu" -> cpu = numbers(value, "/");
        case "--mtc-freq" -> mtc = Integer.parseInt(value);
        case "--nom-freq" -> nom = Integer.parseInt(value);
        case "--cpuid15" -> ratio = numbers(value, ",");
        default -> throw new IOException("unknown option " + options[i]);
      }
    }
    TimeConfig time = new TimeConfig(mtc, nom, ratio[0], ratio[1]);
    return new RealTrace(folder.getFileName().toString(), bytes, image, cpu, time);
  }

  private static int[] numbers(String text, String separator) {
    return Stream.of(text.split(separator)).mapToInt(Integer::parseInt).toArray();
  }
}
