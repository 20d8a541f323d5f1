package dev.heisenbug.formats.transfer;

import java.util.Map;

/**
 * What the pod of a Job may read and write in storage.
 *
 * @param inputs links to GET, by file name
 * @param outputs links to PUT, by file name
 * @param sha256 of the bundle
 * @param caBundle whom to trust in storage, in PEM; null or empty: public authorities
 */
public record JobLinks(
    Map<String, String> inputs, Map<String, String> outputs, String sha256, String caBundle) {}
