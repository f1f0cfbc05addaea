/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type FindingStatus =
  | 'OPEN'
  | 'REMEDIATED'
  | 'RISK_ACCEPTED';

export type RagBand =
  | 'AMBER'
  | 'GREEN'
  | 'RED'
  | 'UNSCORED';

export type Severity =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

export type AssessmentOutcomeQueryVariables = Exact<{
  id: string;
}>;


export type AssessmentOutcomeQuery = { assessment: { id: string, score: number | null, ragBand: RagBand, reportUrl: string, nextDueOn: string | null, vendor: { id: string, name: string, overallScore: number | null, ragBand: RagBand }, findings: Array<{ id: string, title: string, severity: Severity, status: FindingStatus, dueOn: string | null, isOverdue: boolean, owner: { id: string, name: string } | null, assessment: { id: string }, seenIn: Array<{ id: string, submittedAt: string | null }> }> } | null };

export const AssessmentOutcomeDocument = operation<AssessmentOutcomeQuery, AssessmentOutcomeQueryVariables>(`query AssessmentOutcome($id: ID!) {
  assessment(id: $id) {
    id
    score
    ragBand
    reportUrl
    nextDueOn
    vendor {
      id
      name
      overallScore
      ragBand
    }
    findings {
      id
      title
      severity
      status
      dueOn
      isOverdue
      owner {
        id
        name
      }
      assessment {
        id
      }
      seenIn {
        id
        submittedAt
      }
    }
  }
}`);
