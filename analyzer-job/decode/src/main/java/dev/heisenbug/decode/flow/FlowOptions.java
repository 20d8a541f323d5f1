package dev.heisenbug.decode.flow;

import dev.heisenbug.decode.event.EventOptions;
import java.util.List;

/**
 * How the flow of a trace is followed.
 *
 * @param filter the address filters that were set while recording
 * @param ticks deliver an event whenever the time of a branch is known
 * @param disableAnywhere let a TIP.PGD without an address bind to any branch, as libipt's block
 *     decoder does; its instruction decoder, and the architecture, only know far transfers there
 */
public record FlowOptions(
    EventOptions events, AddressFilter filter, boolean ticks, boolean disableAnywhere) {
  public static FlowOptions of(EventOptions events) {
    return new FlowOptions(events, new AddressFilter(List.of()), false, false);
  }
}
