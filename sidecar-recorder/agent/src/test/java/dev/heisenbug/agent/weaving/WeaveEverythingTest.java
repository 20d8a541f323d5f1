package dev.heisenbug.agent.weaving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.agent.rt.Settings;
import dev.heisenbug.weave.ResourceLookup;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever compilers make of libraries in use, the woven class must pass the JVM's verifier. */
class WeaveEverythingTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "clocks=all,noise=7,fail-on=java.io.IOException", "mode=full-order"})
  void wovenLibrariesAreVerified(String options) throws Exception {
    List<String> broken = new ArrayList<>();
    int verified = 0;
    for (Path jar : jars()) {
      Loader loader = new Loader(jar, Settings.parse(options));
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

  /** Loads the classes of a jar woven, before asking anybody else for them. */
  private static final class Loader extends URLClassLoader {
    private final Settings settings;

    Loader(Path jar, Settings settings) throws IOException {
      super(new URL[] {jar.toUri().toURL()}, Loader.class.getClassLoader());
      this.settings = settings;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      Class<?> loaded = findLoadedClass(name);
      URL own = loaded == null ? findResource(name.replace('.', '/') + ".class") : null;
      if (own == null) {
        return loaded != null ? loaded : super.loadClass(name, resolve);
      }
      try (InputStream in = own.openStream()) {
        byte[] bytes = in.readAllBytes();
        byte[] woven = new RecordWeaver(settings, new ResourceLookup(this)).weave(bytes);
        byte[] code = woven == null ? bytes : woven;
        return defineClass(name, code, 0, code.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
