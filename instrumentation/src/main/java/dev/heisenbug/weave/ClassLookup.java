package dev.heisenbug.weave;

/** Finds the facts about other classes that classification needs, from their class files. */
public interface ClassLookup {
  /** Knows no class but the one at hand. */
  ClassLookup NONE = name -> null;

  /** What is known of the class, or null if its class file is not at hand. */
  ClassFacts find(String internalName);
}
