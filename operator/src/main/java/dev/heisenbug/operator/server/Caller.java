package dev.heisenbug.operator.server;

/** The pod that a token belongs to, as the API server says. */
record Caller(String namespace, String pod, String podUid) {}
