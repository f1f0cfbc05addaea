/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type AssessmentStatus =
  | 'COMPLETED'
  | 'DRAFT'
  | 'IN_PROGRESS'
  | 'SENT'
  | 'SUBMITTED'
  | 'UNDER_REVIEW';

export type IdInput = {
  id: string;
};

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

export type PreviewFinalizationQueryVariables = Exact<{
  id: string;
}>;


export type PreviewFinalizationQuery = { previewFinalization: { score: number | null, ragBand: RagBand, vendorScore: number | null, findings: Array<{ title: string, severity: Severity, isNew: boolean }>, clarifications: Array<{ id: string, order: number, text: string }>, undecided: Array<{ id: string }> } };

export type FinalizeAssessmentMutationVariables = Exact<{
  input: IdInput;
}>;


export type FinalizeAssessmentMutation = { finalizeAssessment: { assessment: { id: string, status: AssessmentStatus } } };

export const PreviewFinalizationDocument = operation<PreviewFinalizationQuery, PreviewFinalizationQueryVariables>(`query PreviewFinalization($id: ID!) {
  previewFinalization(assessmentId: $id) {
    score
    ragBand
    vendorScore
    findings {
      title
      severity
      isNew
    }
    clarifications {
      id
      order
      text
    }
    undecided {
      id
    }
  }
}`);

export const FinalizeAssessmentDocument = operation<FinalizeAssessmentMutation, FinalizeAssessmentMutationVariables>(`mutation FinalizeAssessment($input: IdInput!) {
  finalizeAssessment(input: $input) {
    assessment {
      id
      status
    }
  }
}`);
