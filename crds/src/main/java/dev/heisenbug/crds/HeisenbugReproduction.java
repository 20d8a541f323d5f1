package dev.heisenbug.crds;

import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** One captured failure: where its bundle is, how far its analysis is, and the verdict. */
@Group(Names.GROUP)
@Version(Names.VERSION)
@ShortNames("hbr")
@Categories("heisenbug")
@AdditionalPrinterColumn(
    name = "Verdict",
    jsonPath = ".status.verdict",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Phase",
    jsonPath = ".status.phase",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Reason",
    jsonPath = ".status.reason",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Failure",
    jsonPath = ".spec.failure.type",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Workload",
    jsonPath = ".spec.source.workload",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(
    name = "Bundle",
    jsonPath = ".spec.bundle.key",
    type = AdditionalPrinterColumn.Type.STRING,
    priority = 1)
@AdditionalPrinterColumn(
    name = "Node",
    jsonPath = ".spec.source.node",
    type = AdditionalPrinterColumn.Type.STRING,
    priority = 1)
public class HeisenbugReproduction extends CustomResource<ReproductionSpec, ReproductionStatus>
    implements Namespaced {}
