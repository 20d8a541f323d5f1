package dev.heisenbug.sidecar;

import dev.heisenbug.nativerec.preload.PreloadLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Copies a file or folder of the image into a volume that another container mounts. */
final class Install {
  /** What the loader of the program's container reads, mounted there as /etc/ld.so.preload. */
  private static final String PRELOAD_LIST = "ld.so.preload";

  private Install() {}

  /** Also makes folders that a container of any user may write to. */
  static void install(List<Path> fromToFolders) throws IOException {
    copy(fromToFolders.get(0), fromToFolders.get(1));
    make(fromToFolders.subList(2, fromToFolders.size()));
  }

  /** The same with the preload agent, which goes to the first folder. */
  static void installPreload(List<Path> folders) throws IOException {
    if (!PreloadLibrary.built()) {
      throw new IOException(PreloadLibrary.missing());
    }
    Path library = PreloadLibrary.unpack(folders.get(0));
    library.toFile().setReadable(true, false);
    Path list = Files.writeString(folders.get(0).resolve(PRELOAD_LIST), library + "\n");
    list.toFile().setReadable(true, false);
    make(folders.subList(1, folders.size()));
  }

  /**
   * Both, where it is not known which of them will be needed; without a preload agent the first.
   */
  static void installBoth(List<Path> fromToFolders) throws IOException {
    install(fromToFolders.subList(0, 2));
    List<Path> folders = fromToFolders.subList(2, fromToFolders.size());
    if (PreloadLibrary.built()) {
      installPreload(folders);
    } else {
      Log.say("native programs are not recorded: %s", PreloadLibrary.missing());
      Files.writeString(folders.get(0).resolve(PRELOAD_LIST), "");
      make(folders.subList(1, folders.size()));
    }
  }

  private static void make(List<Path> folders) throws IOException {
    for (Path folder : folders) {
      Files.createDirectories(folder);
      folder.toFile().setWritable(true, false);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    if (Files.isDirectory(from)) {
      Folders.copy(from, to);
    } else {
      Path part = to.resolveSibling(to.getFileName() + ".part");
      Files.copy(from, part, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      Files.move(part, to, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    }
  }
}
