package dev.heisenbug.crds;

/** The environment variable that brings the agent into the JVM. */
public enum OptionsVariable {
  Auto,
  JAVA_TOOL_OPTIONS,
  JDK_JAVA_OPTIONS
}
