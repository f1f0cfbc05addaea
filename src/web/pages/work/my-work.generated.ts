/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type Severity =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

export type WorkDue =
  | 'LATER'
  | 'OVERDUE'
  | 'THIS_WEEK';

export type WorkKind =
  | 'ACCEPTANCE_TO_APPROVE'
  | 'ACTION'
  | 'ANSWERS_AWAITED'
  | 'ASSESSMENT_TO_REVIEW'
  | 'CERTIFICATION_ENDING'
  | 'CONTRACT_ENDING'
  | 'FINDING'
  | 'REMEDIATION_TO_DECIDE'
  | 'VENDOR_REQUEST_TO_DECIDE';

export type MyWorkQueryVariables = Exact<{
  kinds?: Array<WorkKind> | WorkKind | null | undefined;
  due?: WorkDue | null | undefined;
  after?: string | null | undefined;
}>;


export type MyWorkQuery = { myWork: { counts: { total: number, overdue: number, thisWeek: number, later: number }, byKind: Array<{ kind: WorkKind, count: number }>, items: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, kind: WorkKind, title: string, nextStep: string, dueOn: string | null, due: WorkDue, vendor: { id: string, name: string } | null, finding: { id: string, severity: Severity } | null }> } } };

export const MyWorkDocument = operation<MyWorkQuery, MyWorkQueryVariables>(`query MyWork($kinds: [WorkKind!], $due: WorkDue, $after: String) {
  myWork {
    counts {
      total
      overdue
      thisWeek
      later
    }
    byKind {
      kind
      count
    }
    items(kinds: $kinds, due: $due, first: 50, after: $after) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        id
        kind
        title
        nextStep
        dueOn
        due
        vendor {
          id
          name
        }
        finding {
          id
          severity
        }
      }
    }
  }
}`);
