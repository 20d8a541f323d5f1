package dev.heisenbug.decode.image;

import dev.heisenbug.decode.DecodeException;
import dev.heisenbug.decode.DecodeException.Reason;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Input files as memory, so that a trace of any length costs no heap. */
public final class MappedFile {
  private MappedFile() {}

  /** Maps a whole file for reading, until the arena is closed. */
  public static MemorySegment map(Path file, Arena arena) {
    if (Files.isDirectory(file)) {
      throw new DecodeException(Reason.UNREADABLE, file + " is a directory, not a file.");
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      return size == 0
          ? MemorySegment.ofArray(new byte[0])
          : channel.map(FileChannel.MapMode.READ_ONLY, 0, size, arena);
    } catch (NoSuchFileException e) {
      throw new DecodeException(Reason.NOT_FOUND, "There is no file " + file + ".", e);
    } catch (IOException e) {
      throw new DecodeException(
          Reason.UNREADABLE, "Cannot read " + file + ": " + e.getMessage() + ".", e);
    }
  }
}
