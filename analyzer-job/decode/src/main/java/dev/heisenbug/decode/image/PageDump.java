package dev.heisenbug.decode.image;

import dev.heisenbug.decode.DecodeException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Memory saved page by page: one file of 8-byte page addresses, one of pages in that order. */
public final class PageDump {
  private static final int PAGE = 4096;
  private static final ValueLayout.OfLong ADDRESS =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private PageDump() {}

  /** Puts the pages into the image. */
  public static void addTo(Image image, MemorySegment addresses, MemorySegment pages) {
    long count = addresses.byteSize() / 8;
    if (addresses.byteSize() % 8 != 0 || pages.byteSize() != count * PAGE) {
      throw DecodeException.malformed(
          "The page dump does not fit its address list: "
              + addresses.byteSize()
              + " bytes of addresses, "
              + pages.byteSize()
              + " bytes of pages.");
    }
    for (long i = 0; i < count; i++) {
      long at = addresses.get(ADDRESS, i * 8);
      image.add(new Section(at, PAGE, pages.asSlice(i * PAGE, PAGE), "page"));
    }
  }
}
