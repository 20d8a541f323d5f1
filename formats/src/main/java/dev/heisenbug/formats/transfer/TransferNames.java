package dev.heisenbug.formats.transfer;

/** File names and paths that both sides of a transfer use. */
public final class TransferNames {
  /** The bundle in storage and in a Job's work folder. */
  public static final String BUNDLE = "bundle.hbbundle";

  /** The schedule beside it, where the command line looks for it. */
  public static final String SCHEDULE = "bundle.schedule.json";

  /** The report for people. */
  public static final String REPORT = "report.txt";

  /** The pod that failed, as the cluster had it. */
  public static final String POD = "pod.json";

  /** Written last: a folder in storage without it is no bundle. */
  public static final String SEAL = "seal.json";

  public static final String UPLOADS = "/v1/uploads";
  public static final String UPLOADS_DONE = "/v1/uploads/done";
  public static final String TERMINATION = "/v1/termination";
  public static final String JOB_LINKS = "/v1/job/links";

  /** Objects through the operator, for pods that cannot reach storage. */
  public static final String RELAY = "/v1/relay";

  /** An agent asks which pods of its node it traces. */
  public static final String TRACED_PODS = "/v1/node/pods";

  private TransferNames() {}
}
