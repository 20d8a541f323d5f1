package dev.heisenbug.control.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.weave.ClassFilter;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever compilers make of libraries in use, the woven class must pass the JVM's verifier. */
class WeaveEverythingTest {
  @ParameterizedTest
  @CsvSource({"true,false", "false,false", "true,true", "false,true"})
  void wovenLibrariesAreVerified(boolean traced, boolean weak) throws Exception {
    List<String> broken = new ArrayList<>();
    int verified = 0;
    ClassFilter filter = ClassFilter.of(List.of(), List.of());
    for (Path jar : jars()) {
      WovenLoader loader = new WovenLoader(jar, new Weaver(traced, traced, weak, filter));
      for (String name : classes(jar)) {
        try {
          // Asking for the methods links the class, and linking verifies it.
          Class.forName(name, false, loader).getDeclaredMethods();
          verified++;
        } catch (VerifyError | ClassFormatError e) {
          broken.add(name + ": " + e.getMessage());
        } catch (LinkageError | ClassNotFoundException e) {
          // An optional dependency that is not there: the class could not be used unwoven either.
        }
      }
    }
    assertThat(broken).isEmpty();
    assertThat(verified).isGreaterThan(2000);
  }

  private static List<Path> jars() {
    List<Path> jars = new ArrayList<>();
    for (String element : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (element.endsWith(".jar") && !element.contains("heisenbug")) {
        jars.add(Path.of(element));
      }
    }
    return jars;
  }

  private static List<String> classes(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream()
          .map(ZipEntry::getName)
          .filter(n -> n.endsWith(".class") && !n.startsWith("META-INF") && !n.contains("-info"))
          .map(n -> n.substring(0, n.length() - 6).replace('/', '.'))
          .toList();
    }
  }
}
