/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type FindingStatus =
  | 'OPEN'
  | 'REMEDIATED'
  | 'RISK_ACCEPTED';

export type PortalAnswerFindingInput = {
  answer: RemediationAnswer;
  comment?: string | null | undefined;
  findingId: string;
  password?: string | null | undefined;
  plan?: string | null | undefined;
  plannedFor?: string | null | undefined;
  token: string;
};

export type RemediationAnswer =
  | 'DISAGREE'
  | 'DONE'
  | 'PLANNED';

export type RemediationState =
  | 'ACCEPTED'
  | 'ANSWERED'
  | 'SENT'
  | 'SENT_BACK';

export type Severity =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

export type PortalRemediationQueryVariables = Exact<{
  token: string;
  password?: string | null | undefined;
}>;


export type PortalRemediationQuery = { portalRemediation: { organizationName: string, logo: string | null, vendorName: string, message: string | null, findings: Array<{ id: string, title: string, description: string | null, severity: Severity, status: FindingStatus, dueOn: string | null, state: RemediationState, answer: RemediationAnswer | null, plan: string | null, plannedFor: string | null, comments: Array<{ id: string, authorType: string, authorName: string, body: string, createdAt: string, replies: Array<{ id: string, authorType: string, authorName: string, body: string, createdAt: string }> }>, evidence: Array<{ id: string, fileName: string, sizeBytes: number }> }> } };

export type PortalAnswerFindingMutationVariables = Exact<{
  input: PortalAnswerFindingInput;
}>;


export type PortalAnswerFindingMutation = { portalAnswerFinding: { remediation: { vendorName: string } } };

export const PortalRemediationDocument = operation<PortalRemediationQuery, PortalRemediationQueryVariables>(`query PortalRemediation($token: String!, $password: String) {
  portalRemediation(token: $token, password: $password) {
    organizationName
    logo
    vendorName
    message
    findings {
      id
      title
      description
      severity
      status
      dueOn
      state
      answer
      plan
      plannedFor
      comments {
        id
        authorType
        authorName
        body
        createdAt
        replies {
          id
          authorType
          authorName
          body
          createdAt
        }
      }
      evidence {
        id
        fileName
        sizeBytes
      }
    }
  }
}`);

export const PortalAnswerFindingDocument = operation<PortalAnswerFindingMutation, PortalAnswerFindingMutationVariables>(`mutation PortalAnswerFinding($input: PortalAnswerFindingInput!) {
  portalAnswerFinding(input: $input) {
    remediation {
      vendorName
    }
  }
}`);
