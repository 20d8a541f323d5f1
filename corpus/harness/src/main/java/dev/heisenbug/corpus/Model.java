package dev.heisenbug.corpus;

/** Memory models, from the strongest to the weakest that a program needs. */
public enum Model {
  SC,
  TSO,
  PSO
}
