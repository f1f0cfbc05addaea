import type { BoardRequest } from './board/query';

/** The kind of a report, and its subject. */
export type ReportRequest =
  | { kind: 'assessment'; assessmentId: string }
  | { kind: 'portfolio' }
  | { kind: 'framework'; vendorId: string; frameworkId: string }
  | ({ kind: 'board' } & BoardRequest);
