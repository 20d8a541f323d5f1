package dev.heisenbug.nativerec.sys;

/** Requests, options and events of ptrace(2) on x86-64 Linux. */
public final class Ptrace {
  public static final int PEEKUSER = 3;
  public static final int POKEUSER = 6;
  public static final int CONT = 7;
  public static final int SINGLESTEP = 9;
  public static final int GETREGS = 12;
  public static final int SETREGS = 13;
  public static final int GETFPREGS = 14;
  public static final int SYSCALL = 24;
  public static final int GETEVENTMSG = 0x4201;
  public static final int GETSIGINFO = 0x4202;
  public static final int SEIZE = 0x4206;
  public static final int LISTEN = 0x4208;

  public static final int O_TRACESYSGOOD = 1;
  public static final int O_TRACEFORK = 2;
  public static final int O_TRACEVFORK = 4;
  public static final int O_TRACECLONE = 8;
  public static final int O_TRACEEXEC = 16;
  public static final int O_TRACEEXIT = 64;
  public static final int O_EXITKILL = 0x100000;

  public static final int EVENT_FORK = 1;
  public static final int EVENT_VFORK = 2;
  public static final int EVENT_CLONE = 3;
  public static final int EVENT_EXEC = 4;
  public static final int EVENT_VFORK_DONE = 5;
  public static final int EVENT_EXIT = 6;
  public static final int EVENT_STOP = 128;

  public static final int FOLLOW =
      O_TRACESYSGOOD
          | O_TRACEFORK
          | O_TRACEVFORK
          | O_TRACECLONE
          | O_TRACEEXEC
          | O_TRACEEXIT
          | O_EXITKILL;

  private Ptrace() {}

  public static boolean exited(int status) {
    return (status & 0x7f) == 0;
  }

  public static int exitCode(int status) {
    return status >> 8 & 0xff;
  }

  public static boolean stopped(int status) {
    return (status & 0xff) == 0x7f;
  }

  public static int stopSignal(int status) {
    return status >> 8 & 0xff;
  }

  public static int event(int status) {
    return status >>> 16;
  }

  /** The signal that ended the process, 0 if none did. */
  public static int termSignal(int status) {
    int signal = status & 0x7f;
    return signal == 0x7f ? 0 : signal;
  }
}
