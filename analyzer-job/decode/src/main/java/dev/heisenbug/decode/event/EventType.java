package dev.heisenbug.decode.event;

/** What a packet, or a group of packets bound together, says about execution. */
public enum EventType {
  ENABLED("enabled"),
  DISABLED("disabled"),
  ASYNC_DISABLED("async_disabled"),
  ASYNC_BRANCH("async_branch"),
  PAGING("paging"),
  ASYNC_PAGING("async_paging"),
  VMCS("vmcs"),
  ASYNC_VMCS("async_vmcs"),
  OVERFLOW("overflow"),
  EXEC_MODE("exec_mode"),
  TSX("tsx"),
  STOP("stop"),
  EXSTOP("exstop"),
  MWAIT("mwait"),
  PWRE("pwre"),
  PWRX("pwrx"),
  PTWRITE("ptwrite"),
  CBR("cbr"),
  MNT("mnt"),
  TIP("tip"),
  TNT("tnt"),
  IFLAGS("iflags"),
  INTERRUPT("interrupt"),
  IRET("iret"),
  SMI("smi"),
  RSM("rsm"),
  SIPI("sipi"),
  INIT("init"),
  VMENTRY("vmentry"),
  VMEXIT("vmexit"),
  SHUTDOWN("shutdown"),
  UINTR("uintr"),
  UIRET("uiret"),
  SWINTR("swintr"),
  SYSCALL("syscall"),
  TRIG("trig"),
  /** Time went on; made by the flow layer when it is asked for. */
  TICK("tick"),
  /** Binds a packet that changes nothing; never leaves the event layer. */
  IGNORE("ignore");

  private final String listed;

  EventType(String listed) {
    this.listed = listed;
  }

  /** The name in flow listings. */
  public String listed() {
    return listed;
  }
}
