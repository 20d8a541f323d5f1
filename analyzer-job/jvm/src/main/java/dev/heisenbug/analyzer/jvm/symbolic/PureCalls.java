package dev.heisenbug.analyzer.jvm.symbolic;

/** Knows by name which library calls change nothing and which depend on their operands alone. */
final class PureCalls {
  private PureCalls() {}

  /** Methods of library objects that do not change the object. */
  static boolean reads(String name) {
    return switch (name) {
      case "get",
          "getOrDefault",
          "containsKey",
          "containsValue",
          "contains",
          "containsAll",
          "size",
          "isEmpty",
          "peek",
          "peekFirst",
          "peekLast",
          "getFirst",
          "getLast",
          "firstEntry",
          "lastEntry",
          "floorKey",
          "ceilingKey",
          "lowerKey",
          "higherKey",
          "element",
          "elementAt",
          "first",
          "last",
          "firstElement",
          "lastElement",
          "firstKey",
          "lastKey",
          "indexOf",
          "lastIndexOf",
          "capacity",
          "length",
          "charAt",
          "toString",
          "hashCode",
          "equals",
          "isDone",
          "isCancelled",
          "isShutdown",
          "isTerminated",
          "getCount",
          "getPhase",
          "availablePermits",
          "isLocked",
          "hasNext",
          "hasMoreElements",
          "remainingCapacity",
          "mappingCount",
          "getReference",
          "getStamp",
          "isMarked",
          "getProperty",
          "keySet",
          "values",
          "entrySet",
          "iterator",
          "sum",
          "intValue",
          "longValue",
          "floatValue",
          "doubleValue",
          "getActiveCount",
          "getQueueLength",
          "getRegisteredParties",
          "getArrivedParties",
          "getUnarrivedParties",
          "getNumberWaiting",
          "isBroken",
          "isHeldByCurrentThread",
          "hasQueuedThreads",
          "isCompletedExceptionally",
          "getKey",
          "getValue" ->
          true;
      default -> false;
    };
  }

  /**
   * Whether the result of a call follows from its operands alone.
   *
   * @param base the library class whose methods the receiver has, or null
   */
  static boolean isFunction(Call call, String base) {
    return isFunction(call.owner)
        || call.name.equals("getClass") && call.desc.startsWith("()")
        || base != null
            && (isFunction(base) || base.equals("java/lang/Object") && byIdentity(call));
  }

  /** What a class has from Object if it does not define it: it depends on which object it is. */
  private static boolean byIdentity(Call call) {
    return call.name.equals("hashCode") || call.name.equals("equals");
  }

  /** Classes whose methods depend on receiver and arguments alone, all of them immutable. */
  static boolean isFunction(String owner) {
    return switch (owner) {
      case "java/lang/Math",
          "java/lang/StrictMath",
          "java/lang/String",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Short",
          "java/lang/Byte",
          "java/lang/Character",
          "java/lang/Boolean",
          "java/lang/Float",
          "java/lang/Double",
          "java/lang/Number",
          "java/lang/Enum",
          "java/math/BigInteger",
          "java/math/BigDecimal",
          "java/util/UUID",
          "java/lang/invoke/StringConcatFactory",
          "jdk/internal/util/ArraysSupport",
          "jdk/internal/util/DecimalDigits",
          "jdk/internal/util/Preconditions",
          "java/lang/StringLatin1",
          "java/lang/StringUTF16",
          "java/lang/Class" ->
          true;
      default -> false;
    };
  }
}
