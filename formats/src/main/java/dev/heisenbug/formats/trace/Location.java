package dev.heisenbug.formats.trace;

import java.util.Map;

/**
 * A shared variable, or an array whose cells are picked by an index expression.
 *
 * @param name printable, unique
 * @param sort sort of the value or of every cell
 * @param array whether accesses carry an index
 * @param initial expression of the initial value (a constant or an unknown), of cells not in {@code
 *     cells} for an array
 * @param cells initial values of single array cells, by index
 */
public record Location(
    String name, Sort sort, boolean array, int initial, Map<Long, Integer> cells) {
  public Location {
    cells = Map.copyOf(cells);
  }

  /** Expression of the initial value of one cell; index 0 for a plain variable. */
  public int initial(long index) {
    return array ? cells.getOrDefault(index, initial) : initial;
  }
}
