package dev.heisenbug.analyzer.jvm.symbolic;

/** Names of atomic accesses, the same in atomic classes, field updaters and VarHandles. */
final class AtomicOps {
  /** What an access does; how it is ordered. */
  enum Access {
    GET,
    SET,
    SET_PLAIN,
    SET_RELEASE,
    GET_AND_SET,
    COMPARE_AND_SET,
    COMPARE_AND_EXCHANGE,
    GET_AND_ADD,
    GET_AND_OR,
    GET_AND_AND,
    GET_AND_XOR,
    GET_AND_INCREMENT,
    GET_AND_DECREMENT,
    ADD_AND_GET,
    INCREMENT_AND_GET,
    DECREMENT_AND_GET,
    ADD,
    INCREMENT,
    DECREMENT,
    GET_AND_RESET,
    RESET,
    UPDATE_AND_GET,
    GET_AND_UPDATE;

    boolean writes() {
      return this != GET;
    }

    Cell.Order order() {
      return switch (this) {
        case SET_PLAIN -> Cell.Order.PLAIN;
        case SET_RELEASE -> Cell.Order.RELEASE;
        default -> Cell.Order.VOLATILE;
      };
    }
  }

  private AtomicOps() {}

  /** The access that a call of that method makes, or null. */
  static Access access(Call call) {
    boolean handle = call.owner.equals("java/lang/invoke/VarHandle");
    return handle && call.name.equals("set") ? Access.SET_PLAIN : access(call.name);
  }

  private static Access access(String name) {
    if (name.startsWith("weakCompareAndSet") || name.equals("compareAndSet")) {
      return Access.COMPARE_AND_SET;
    }
    if (name.startsWith("compareAndExchange")) {
      return Access.COMPARE_AND_EXCHANGE;
    }
    if (name.startsWith("getAndBitwise")) {
      return name.startsWith("Or", 13)
          ? Access.GET_AND_OR
          : name.startsWith("And", 13) ? Access.GET_AND_AND : Access.GET_AND_XOR;
    }
    return switch (name) {
      case "get",
          "getPlain",
          "getAcquire",
          "getOpaque",
          "getVolatile",
          "intValue",
          "longValue",
          "sum" ->
          Access.GET;
      case "set", "setVolatile" -> Access.SET;
      case "setPlain", "setOpaque" -> Access.SET_PLAIN;
      case "setRelease", "lazySet" -> Access.SET_RELEASE;
      case "getAndSet", "getAndSetAcquire", "getAndSetRelease" -> Access.GET_AND_SET;
      case "getAndAdd", "getAndAddAcquire", "getAndAddRelease" -> Access.GET_AND_ADD;
      case "getAndIncrement" -> Access.GET_AND_INCREMENT;
      case "getAndDecrement" -> Access.GET_AND_DECREMENT;
      case "addAndGet" -> Access.ADD_AND_GET;
      case "incrementAndGet" -> Access.INCREMENT_AND_GET;
      case "decrementAndGet" -> Access.DECREMENT_AND_GET;
      case "add" -> Access.ADD;
      case "increment" -> Access.INCREMENT;
      case "decrement" -> Access.DECREMENT;
      case "sumThenReset" -> Access.GET_AND_RESET;
      case "reset" -> Access.RESET;
      case "updateAndGet", "accumulateAndGet" -> Access.UPDATE_AND_GET;
      case "getAndUpdate", "getAndAccumulate" -> Access.GET_AND_UPDATE;
      default -> null;
    };
  }

  static boolean callsBack(String name) {
    return switch (name) {
      case "updateAndGet", "accumulateAndGet", "getAndUpdate", "getAndAccumulate" -> true;
      default -> false;
    };
  }

  /** Which of a callback's last parameters is the old value: 1 the last, 2 the one before. */
  static int oldValueFromEnd(String name) {
    return name.contains("ccumulate") ? 2 : 1;
  }
}
