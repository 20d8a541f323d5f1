package dev.heisenbug.decode.packet;

/**
 * The processor errata that change what a trace means. Names are those of Intel's specification
 * updates.
 */
public record Errata(
    boolean bdm64,
    boolean bdm70,
    boolean skd007,
    boolean skd010,
    boolean skd022,
    boolean skl014,
    boolean skl168,
    boolean skz84,
    boolean apl11,
    boolean apl12,
    boolean tolerant) {

  /** No CPU was named: nothing is assumed, but a redundant TIP.PGE after PSB+ is forgiven. */
  public static final Errata UNKNOWN_CPU = of(Set.TOLERANT);

  /** A CPU that is known to have none of them. */
  public static final Errata NONE = of();

  private enum Set {
    BDM64,
    BDM70,
    SKD007,
    SKD010,
    SKD022,
    SKL014,
    SKL168,
    SKZ84,
    APL11,
    APL12,
    TOLERANT
  }

  private static Errata of(Set... set) {
    var s = java.util.Set.of(set);
    return new Errata(
        s.contains(Set.BDM64),
        s.contains(Set.BDM70),
        s.contains(Set.SKD007),
        s.contains(Set.SKD010),
        s.contains(Set.SKD022),
        s.contains(Set.SKL014),
        s.contains(Set.SKL168),
        s.contains(Set.SKZ84),
        s.contains(Set.APL11),
        s.contains(Set.APL12),
        s.contains(Set.TOLERANT));
  }

  /** The errata of an Intel processor; an unlisted model is treated as an unknown CPU. */
  public static Errata of(int family, int model) {
    return switch (family) {
      case 0x06 -> family6(model);
      case 0x12 ->
          model == 0x01 || model == 0x03 ? of(Set.BDM70, Set.SKD022, Set.APL11) : UNKNOWN_CPU;
      case 0x13 -> model == 0x01 ? of(Set.BDM70, Set.SKD022, Set.SKZ84) : UNKNOWN_CPU;
      default -> UNKNOWN_CPU;
    };
  }

  private static Errata family6(int model) {
    return switch (model) {
      case 0x3d, 0x47, 0x4f, 0x56 -> of(Set.BDM70, Set.BDM64);
      case 0x4e, 0x5e, 0x8e, 0x9e, 0xa5, 0xa6 ->
          of(Set.BDM70, Set.SKD007, Set.SKD022, Set.SKD010, Set.SKL014, Set.SKL168);
      case 0x55, 0x6a, 0x6c -> of(Set.BDM70, Set.SKL014, Set.SKD022, Set.SKZ84);
      case 0x8f, 0xcf, 0xad, 0xae -> of(Set.BDM70, Set.SKD022, Set.SKZ84);
      case 0x66, 0x7d, 0x7e, 0x8c, 0x8d, 0xa7, 0xa8 -> of(Set.BDM70, Set.SKL014, Set.SKD022);
      case 0x97, 0x9a, 0xba, 0xb7, 0xbf, 0xc5, 0xc6, 0xb5, 0xaa, 0xac, 0xbd, 0xcc, 0xd5 ->
          of(Set.BDM70, Set.SKD022, Set.APL11);
      case 0x5c, 0x5f -> of(Set.APL12, Set.APL11);
      case 0x7a, 0x86, 0x96, 0x9c, 0xb6, 0xaf, 0xdd -> of(Set.APL11);
      default -> UNKNOWN_CPU;
    };
  }
}
