package dev.heisenbug.formats.transfer;

import java.util.List;

/**
 * The pods of a node that its agent traces.
 *
 * @param uids as the cluster names them
 */
public record TracedPods(List<String> uids) {}
