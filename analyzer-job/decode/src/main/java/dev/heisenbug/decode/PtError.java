package dev.heisenbug.decode;

/**
 * Why decoding could not go on at some point of a trace: a value in the stream, not an exception.
 * The wording is that of Intel's libipt, so that results can be compared line by line.
 */
public enum PtError {
  NO_SYNC("decoder out of sync"),
  BAD_OPCODE("unknown opcode"),
  BAD_PACKET("unknown packet"),
  BAD_CONTEXT("unexpected packet context"),
  END_OF_STREAM("reached end of trace stream"),
  BAD_QUERY("trace stream does not match query"),
  QUEUE_FULL("out of memory"),
  NO_IP("no ip"),
  IP_SUPPRESSED("ip has been suppressed"),
  NO_MAP("no memory mapped at this address"),
  BAD_INSTRUCTION("unknown instruction"),
  RETURN_STACK_EMPTY("compressed return without call"),
  BAD_RETURN_COMPRESSION("bad compressed return"),
  BAD_STATUS_UPDATE("bad status update"),
  NO_ENABLE("expected tracing enabled event");

  private final String text;

  PtError(String text) {
    this.text = text;
  }

  /** The message, in libipt's words. */
  public String text() {
    return text;
  }
}
