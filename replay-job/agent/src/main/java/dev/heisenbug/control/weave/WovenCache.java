package dev.heisenbug.control.weave;

import dev.heisenbug.control.rt.Defs;
import java.io.File;
import java.util.List;

/**
 * Woven classes of earlier runs: of the JDK for all programs, of the program for this one.
 *
 * <p>A class is taken from here only if its class file is byte for byte the one that was woven, and
 * every other class file that was looked at then is as it was. Anything else is woven again.
 */
final class WovenCache implements Runnable {
  /** Says whether a class is still what it would be if it were woven now. */
  interface Check {
    boolean good(Woven w);
  }

  private static final Check ALWAYS =
      new Check() {
        @Override
        public boolean good(Woven w) {
          return true;
        }
      };

  private final WovenStore library;
  private final WovenStore application;

  private WovenCache(WovenStore library, WovenStore application) {
    this.library = library;
    this.application = application;
  }

  /**
   * @param dir where files are kept, or null to keep none
   * @param program what tells the program from others
   * @param mode what else the woven code depends on
   */
  static WovenCache open(String dir, String program, String mode) {
    if (dir == null) {
      return new WovenCache(WovenStore.none(), WovenStore.none());
    }
    String jdk =
        System.getProperty("java.vm.vendor")
            + System.getProperty("java.vm.name")
            + System.getProperty("java.runtime.version")
            + System.getProperty("os.arch")
            + System.getProperty("java.home");
    String suffix = Integer.toHexString(jdk.hashCode()) + "-" + mode + ".bin";
    WovenStore library = WovenStore.open(new File(dir, "woven-jdk-" + suffix), jdk + mode);
    WovenStore application =
        WovenStore.open(new File(dir, "woven-" + program + "-" + suffix), jdk + mode);
    Defs.startAt(true, library.nextMethod(), library.nextSite());
    Defs.startAt(false, application.nextMethod(), application.nextSite());
    return new WovenCache(library, application);
  }

  /** Woven classes of the JDK that the weaver stands on, or null if that is not known yet. */
  List<String> foundation() {
    return library.foundation();
  }

  void foundation(List<String> names) {
    library.foundation(names);
  }

  Woven find(ClassLoader loader, String name, byte[] bytes, Level level) {
    if (level != Level.APPLICATION) {
      return library.find(name, bytes, level, ALWAYS);
    }
    return application.find(name, bytes, level, new Resources(loader));
  }

  void add(Woven w) {
    store(w.level).add(w);
  }

  /** Keeps what was woven in this run, for later ones. */
  @Override
  public void run() {
    library.save();
    application.save();
  }

  private WovenStore store(Level level) {
    return level == Level.APPLICATION ? application : library;
  }
}
