package dev.heisenbug.agent.rt;

/** A thread of the recorder itself: never recorded, never keeps the program alive. */
final class AgentThread extends Thread {
  AgentThread(String name, Runnable task) {
    super(null, task, "heisenbug-" + name, 0, false);
    setDaemon(true);
  }
}
