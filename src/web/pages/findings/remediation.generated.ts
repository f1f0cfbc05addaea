/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type DecideRemediationInput = {
  decision: RemediationDecision;
  expectedRevision?: number | null | undefined;
  findingId: string;
  note?: string | null | undefined;
};

export type FindingStatus =
  | 'OPEN'
  | 'REMEDIATED'
  | 'RISK_ACCEPTED';

export type IdInput = {
  id: string;
};

export type RemediationDecision =
  | 'ACCEPT'
  | 'SEND_BACK';

export type SendRemediationInput = {
  findingIds: Array<string>;
  linkValidDays?: number | null | undefined;
  message?: string | null | undefined;
  portalPassword?: string | null | undefined;
  vendorId: string;
};

export type SendRemediationMutationVariables = Exact<{
  input: SendRemediationInput;
}>;


export type SendRemediationMutation = { sendRemediation: { portalUrl: string } };

export type DecideRemediationMutationVariables = Exact<{
  input: DecideRemediationInput;
}>;


export type DecideRemediationMutation = { decideRemediation: { finding: { id: string, title: string, status: FindingStatus } } };

export type RevokeRemediationLinksMutationVariables = Exact<{
  input: IdInput;
}>;


export type RevokeRemediationLinksMutation = { revokeRemediationLinks: { vendor: { id: string } } };

export const SendRemediationDocument = operation<SendRemediationMutation, SendRemediationMutationVariables>(`mutation SendRemediation($input: SendRemediationInput!) {
  sendRemediation(input: $input) {
    portalUrl
  }
}`);

export const DecideRemediationDocument = operation<DecideRemediationMutation, DecideRemediationMutationVariables>(`mutation DecideRemediation($input: DecideRemediationInput!) {
  decideRemediation(input: $input) {
    finding {
      id
      title
      status
    }
  }
}`);

export const RevokeRemediationLinksDocument = operation<RevokeRemediationLinksMutation, RevokeRemediationLinksMutationVariables>(`mutation RevokeRemediationLinks($input: IdInput!) {
  revokeRemediationLinks(input: $input) {
    vendor {
      id
    }
  }
}`);
