/**
 * What pods and the operator say to each other over HTTPS, as JSON. Every request carries the pod's
 * own token; nothing in a body is believed about who asks.
 */
package dev.heisenbug.formats.transfer;
