/** Which report: its kind, and what it is about. */
export type ReportRequest =
  { kind: 'assessment'; assessmentId: string } | { kind: 'portfolio' } | { kind: 'framework'; vendorId: string; frameworkId: string };
