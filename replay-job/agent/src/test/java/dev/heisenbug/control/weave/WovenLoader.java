package dev.heisenbug.control.weave;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** Loads the classes of a jar woven like application code, before asking anybody else for them. */
final class WovenLoader extends URLClassLoader {
  private final Weaver weaver;

  WovenLoader(Path jar, Weaver weaver) throws IOException {
    super(new URL[] {jar.toUri().toURL()}, WovenLoader.class.getClassLoader());
    this.weaver = weaver;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    Class<?> loaded = findLoadedClass(name);
    String file = name.replace('.', '/') + ".class";
    URL own = loaded == null ? findResource(file) : null;
    if (own == null) {
      return loaded != null ? loaded : super.loadClass(name, resolve);
    }
    try (InputStream in = own.openStream()) {
      byte[] bytes = in.readAllBytes();
      Woven woven = weaver.weave(this, name.replace('.', '/'), bytes, Level.APPLICATION);
      byte[] code = woven.code == null ? bytes : woven.code;
      return defineClass(name, code, 0, code.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
