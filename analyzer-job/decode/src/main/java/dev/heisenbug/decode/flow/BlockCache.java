package dev.heisenbug.decode.flow;

import dev.heisenbug.decode.image.Image;

/**
 * The decoded blocks of one image, by address and mode. Bounded: when full it starts over, which
 * costs time but never memory. Belongs to one thread.
 */
public final class BlockCache {
  private static final int MAX_BLOCKS = 1 << 20;

  private final Image image;
  private final BlockBuilder builder = new BlockBuilder();
  private CodeBlock[] table = new CodeBlock[1 << 12];
  private int size;
  private int generation;

  public BlockCache(Image image) {
    this.image = image;
    this.generation = image.generation();
  }

  public Image image() {
    return image;
  }

  /** Number of blocks held. */
  public int size() {
    return size;
  }

  /** The block that starts at {@code ip}; an empty one with an error when there is no code. */
  CodeBlock get(long ip, int mode) {
    if (generation != image.generation()) {
      clear();
      generation = image.generation();
    }
    int mask = table.length - 1;
    int i = hash(ip, mode) & mask;
    while (true) {
      CodeBlock b = table[i];
      if (b == null) {
        return insert(ip, mode);
      }
      if (b.ip == ip && b.mode == mode) {
        return b;
      }
      i = i + 1 & mask;
    }
  }

  private static int hash(long ip, int mode) {
    long h = (ip ^ (long) mode << 61) * 0x9e3779b97f4a7c15L;
    return (int) (h >>> 32);
  }

  private CodeBlock insert(long ip, int mode) {
    CodeBlock b = builder.build(image, ip, mode);
    if (size >= MAX_BLOCKS) {
      clear();
    } else if (size * 2 >= table.length) {
      grow();
    }
    put(b);
    size++;
    return b;
  }

  private void put(CodeBlock b) {
    int mask = table.length - 1;
    int i = hash(b.ip, b.mode) & mask;
    while (table[i] != null) {
      i = i + 1 & mask;
    }
    table[i] = b;
  }

  private void grow() {
    CodeBlock[] old = table;
    table = new CodeBlock[old.length * 2];
    for (CodeBlock b : old) {
      if (b != null) {
        put(b);
      }
    }
  }

  private void clear() {
    // Links keep blocks alive; without cutting them a block in use would hold the whole old graph.
    for (CodeBlock b : table) {
      if (b != null) {
        b.next = null;
        b.taken = null;
      }
    }
    table = new CodeBlock[1 << 12];
    size = 0;
  }
}
