package dev.heisenbug.decode.flow;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.event.EventType;
import dev.heisenbug.decode.event.PtEvent;
import dev.heisenbug.formats.x86.InsnKind;
import java.util.function.LongPredicate;

/**
 * Walks to the place in the code where the current event happened, applies it and hands it on.
 * Several events may bind to one instruction, so going past that instruction is put off until no
 * more do.
 */
final class EventPlacement {
  private static final int BDM64_STEPS = 0x100;
  private static final long PAGING = KindSet.of(InsnKind::bindsToPaging);
  private static final long VMCS = KindSet.of(InsnKind::bindsToVmcs);
  private static final long MOV_CR3 = KindSet.of(InsnKind.MOV_CR3);
  private static final long DIRECT = KindSet.of(InsnKind.JUMP, InsnKind.CALL);

  private final FlowDecoder d;
  private final CodeCursor cursor;
  private final EventApplication application;

  /** Holds an event whose place lies behind branches that packets after it decide. */
  private final PtEvent waiting = new PtEvent();

  /** The event to place: the decoder's current one, or the one that waits. */
  private PtEvent ev;

  /** The instruction at the cursor has been executed; where it leads to is still open. */
  private boolean postponed;

  /** Kinds of events that the postponed instruction has got already, by ordinal. */
  private long bound;

  EventPlacement(FlowDecoder decoder) {
    this.d = decoder;
    this.cursor = decoder.cursor;
    this.application = new EventApplication(decoder);
  }

  void reset() {
    ev = null;
    clear();
  }

  private void clear() {
    postponed = false;
    bound = 0;
  }

  /** Whether an event still waits for its place while the decoder has got the next one. */
  boolean waits() {
    return ev == waiting;
  }

  boolean postponed() {
    return postponed;
  }

  /** Places, applies and delivers the current event, and gets the next one. */
  PtError handle() {
    ev = d.event;
    PtError e = place();
    if (e == null) {
      e = application.apply(ev);
    }
    if (e != null) {
      return e;
    }
    if (!d.enabled) {
      clear();
    }
    d.afterBranch = false;
    boolean state =
        ev.statusUpdate && (ev.type == EventType.ENABLED || ev.type == EventType.DISABLED);
    if (!state) {
      d.out.event(ev);
    }
    application.afterDelivery(ev);
    if (ev == d.event) {
      d.fetch();
    }
    ev = null;
    EventType next = d.event.type;
    boolean follows = d.status() == null && (next == EventType.TNT || next == EventType.TIP);
    return follows ? leave() : null;
  }

  private PtError place() {
    return switch (ev.type) {
      case DISABLED -> ev.statusUpdate ? null : toDisabled();
      case ASYNC_DISABLED -> toAsyncDisabled();
      case ASYNC_BRANCH -> leaveAndWalk(ev.from, true);
      case ASYNC_PAGING, ASYNC_VMCS, EXEC_MODE, IFLAGS, EXSTOP, MWAIT ->
          leaveAndWalk(ev.ip, !ev.ipSuppressed);
      case INTERRUPT, SMI, INIT, VMEXIT, SHUTDOWN, UINTR -> leaveAndWalk(ev.ip, !ev.ipSuppressed);
      case TSX -> toTransaction();
      case PAGING -> toInstruction(PAGING, true, true);
      case VMCS -> toInstruction(VMCS, true, true);
      case PTWRITE -> toInstruction(KindSet.of(InsnKind.PTWRITE), ev.ipSuppressed, true);
      case IRET -> toInstruction(KindSet.of(InsnKind.INTERRUPT_RETURN), ev.ipSuppressed, true);
      case VMENTRY -> toInstruction(KindSet.of(InsnKind.VM_ENTRY), ev.ipSuppressed, true);
      case UIRET ->
          toInstruction(KindSet.of(InsnKind.USER_INTERRUPT_RETURN), ev.ipSuppressed, true);
      case SWINTR -> toInstruction(KindSet.of(InsnKind.SOFTWARE_INTERRUPT), ev.ipSuppressed, false);
      case SYSCALL -> toInstruction(KindSet.of(InsnKind.SYSCALL), ev.ipSuppressed, false);
      default -> leave();
    };
  }

  /** Goes past a postponed instruction, by the trace if it takes that. */
  PtError leave() {
    if (!postponed) {
      return null;
    }
    clear();
    if (!d.enabled) {
      return null;
    }
    PtError e = cursor.advance();
    return e == PtError.BAD_QUERY ? d.decide() : e;
  }

  /** To the branch that the last, unreadable packet belonged to. */
  PtError toLastBranch(long kinds) {
    if (postponed) {
      clear();
      PtError e = cursor.advance();
      if (e != null) {
        // The instruction that has been executed already is that branch.
        return e == PtError.BAD_QUERY ? null : e;
      }
    }
    return cursor.walkPast(kinds);
  }

  private PtError leaveAndWalk(long target, boolean known) {
    PtError e = leave();
    if (e != null || !known) {
      return e;
    }
    if (d.enabled) {
      return walkTo(target);
    }
    // What binds to the target of a branch contradicts tracing being off there; the rest does not.
    boolean branch =
        switch (ev.type) {
          case ASYNC_BRANCH, ASYNC_DISABLED, ASYNC_PAGING, ASYNC_VMCS -> true;
          default -> false;
        };
    return branch && cursor.ip != target ? PtError.NO_ENABLE : null;
  }

  /** To {@code target}, also along branches that are only decided after the event. */
  private PtError walkTo(long target) {
    PtError e = cursor.walkTo(target);
    while (e == PtError.BAD_QUERY && !cursor.endless && decideAhead() == null) {
      e = cursor.walkTo(target);
    }
    return e;
  }

  private PtError walkPast(long kinds) {
    PtError e = cursor.walkPast(kinds);
    while (e == PtError.BAD_QUERY && !cursor.endless && decideAhead() == null) {
      e = cursor.walkPast(kinds);
    }
    return e;
  }

  /** Decides the branch at the cursor by what comes after the event. */
  private PtError decideAhead() {
    if (ev == d.event) {
      waiting.copyFrom(ev);
      ev = waiting;
      d.fetch();
    }
    // Getting the next event may have brought in another process.
    return cursor.block == null ? PtError.BAD_QUERY : d.decide();
  }

  private PtError toAsyncDisabled() {
    PtError e = leaveAndWalk(ev.from, true);
    if (e != null) {
      return e;
    }
    if (d.events.options().errata().skd022() && cursor.kindAt(ev.from) == InsnKind.VM_ENTRY) {
      // SKD022: the FUP is bogus, the instruction itself turned tracing off.
      ev.type = EventType.DISABLED;
      return toDisabled();
    }
    return null;
  }

  private PtError toDisabled() {
    if (!d.enabled) {
      return PtError.BAD_CONTEXT;
    }
    if (postponed) {
      clear();
      if (ev.ipSuppressed && cursor.kind() == InsnKind.MOV_CR3) {
        return null;
      }
      if (!cursor.kind().selfEvident()) {
        expectResume();
        return null;
      }
      PtError e = cursor.advance();
      if (e != null) {
        return e;
      }
    }
    while (true) {
      PtError e = ev.ipSuppressed ? toPrivilegeChange() : toDirectBranch(DIRECT, t -> t == ev.ip);
      if (e != PtError.BAD_QUERY || cursor.endless) {
        return e;
      }
      if (mayDisable()) {
        expectResume();
        return null;
      }
      e = decideAhead();
      if (e != null) {
        return e;
      }
    }
  }

  /** Without an address only leaving the traced context turns tracing off, and that is far. */
  private boolean mayDisable() {
    return !ev.ipSuppressed || cursor.kind().far() || d.options.disableAnywhere();
  }

  /** To the far transfer or MOV CR3 that left the traced context. */
  private PtError toPrivilegeChange() {
    boolean skl014 = d.events.options().errata().skl014() && d.options.filter().active();
    if (!skl014) {
      return cursor.walkPast(MOV_CR3);
    }
    // SKL014: a direct branch out of the filter range may come without its target.
    return toDirectBranch(MOV_CR3 | DIRECT, target -> !d.options.filter().traces(target));
  }

  /** To a direct branch whose target {@code ends} accepts, or another instruction of the kinds. */
  private PtError toDirectBranch(long kinds, LongPredicate ends) {
    CodeCursor.Circle circle = new CodeCursor.Circle();
    while (true) {
      PtError e = cursor.walkPast(kinds);
      if (e != null || !KindSet.contains(DIRECT, cursor.kind())) {
        return e;
      }
      long target = cursor.directTarget();
      if (ends.test(target)) {
        cursor.moveTo(target);
        return null;
      }
      if (circle.closedAt(cursor.ip)) {
        cursor.endless = true;
        return PtError.BAD_QUERY;
      }
      e = cursor.advance();
      if (e != null) {
        return e;
      }
    }
  }

  private void expectResume() {
    cursor.moveTo(cursor.kind().call() ? cursor.afterInsn() : 0);
  }

  private PtError toTransaction() {
    PtError e = leave();
    if (e != null || ev.ipSuppressed) {
      return e;
    }
    if (!d.enabled) {
      return cursor.ip == ev.ip ? null : PtError.NO_ENABLE;
    }
    boolean bdm64 = d.events.options().errata().bdm64() && d.afterBranch && ev.has(PtEvent.ABORTED);
    if (bdm64 && !cursor.reaches(ev.ip, BDM64_STEPS)) {
      // BDM64: the packet of the branch before the abort is wrong; the abort's own is right.
      cursor.moveTo(ev.ip);
    }
    return walkTo(ev.ip);
  }

  /**
   * To an instruction of some kind, or to the address the event has; past the instruction or not.
   */
  private PtError toInstruction(long wanted, boolean byKind, boolean past) {
    if (!d.enabled) {
      return null;
    }
    long mask = 1L << ev.type.ordinal();
    if (postponed && byKind && (bound & mask) == 0 && KindSet.contains(wanted, cursor.kind())) {
      bound |= mask;
      return null;
    }
    PtError e = leave();
    if (e == null && byKind) {
      e = walkPast(wanted);
    } else if (e == null) {
      e = walkTo(ev.ip);
      if (e != null || !past) {
        return e;
      }
      e = cursor.step();
    }
    if (e == null) {
      postponed = true;
      bound = mask;
    }
    return e;
  }
}
