package dev.heisenbug.control.rt;

/** Numbers for places that are not an instruction of woven code. */
final class Site {
  static final int START = Integer.MAX_VALUE;
  static final int PARK = Integer.MAX_VALUE - 1;
  static final int CLINIT = Integer.MAX_VALUE - 2;
  static final int HOOKS = Integer.MAX_VALUE - 3;
  static final int SOCKET = Integer.MAX_VALUE - 4;

  /** Where the other end of a recorded connection does something. */
  static final int NETWORK = Integer.MAX_VALUE - 5;

  private Site() {}

  static String name(int site) {
    switch (site) {
      case START:
        return "start";
      case PARK:
        return "park";
      case CLINIT:
        return "clinit";
      case HOOKS:
        return "hooks";
      case SOCKET:
        return "socket";
      case NETWORK:
        return "network";
      default:
        return Defs.siteName(site);
    }
  }
}
