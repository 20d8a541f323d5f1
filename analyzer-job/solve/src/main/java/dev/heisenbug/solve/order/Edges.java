package dev.heisenbug.solve.order;

import java.util.Arrays;

/** A growing list of order edges with the reason of each, in primitive arrays. */
public final class Edges {
  private int[] from = new int[16];
  private int[] to = new int[16];
  private byte[] why = new byte[16];
  private int size;

  public void add(int before, int after, Why reason) {
    if (size == from.length) {
      from = Arrays.copyOf(from, size * 2);
      to = Arrays.copyOf(to, size * 2);
      why = Arrays.copyOf(why, size * 2);
    }
    from[size] = before;
    to[size] = after;
    why[size++] = (byte) reason.ordinal();
  }

  public int size() {
    return size;
  }

  public int from(int i) {
    return from[i];
  }

  public int to(int i) {
    return to[i];
  }

  public Why why(int i) {
    return Why.values()[why[i]];
  }

  /** Start offsets, then edge numbers, of the edges that end in each of {@code nodes} nodes. */
  public int[][] incoming(int nodes) {
    return index(nodes, to);
  }

  public int[][] outgoing(int nodes) {
    return index(nodes, from);
  }

  private int[][] index(int nodes, int[] end) {
    int[] start = new int[nodes + 1];
    for (int i = 0; i < size; i++) {
      start[end[i] + 1]++;
    }
    for (int n = 0; n < nodes; n++) {
      start[n + 1] += start[n];
    }
    int[] fill = start.clone();
    int[] edges = new int[size];
    for (int i = 0; i < size; i++) {
      edges[fill[end[i]]++] = i;
    }
    return new int[][] {start, edges};
  }
}
