/**
 * The custom resources of group {@code heisenbug.dev}. The YAML in {@code crds/yaml} is generated
 * from these types; descriptions, defaults and limits live here and nowhere else.
 */
package dev.heisenbug.crds;
