/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type ContractValue =
  | 'FROM_1M_TO_5M'
  | 'FROM_50K_TO_250K'
  | 'FROM_250K_TO_1M'
  | 'OVER_5M'
  | 'UP_TO_50K';

export type DataSensitivity =
  | 'CONFIDENTIAL'
  | 'INTERNAL'
  | 'PUBLIC'
  | 'RESTRICTED';

export type DecideVendorRequestInput = {
  decision: VendorRequestDecision;
  expectedRevision?: number | null | undefined;
  id: string;
  note?: string | null | undefined;
  tier?: Tier | null | undefined;
};

export type GeographicRisk =
  | 'DOMESTIC'
  | 'GLOBAL'
  | 'HIGH_RISK_JURISDICTION'
  | 'REGIONAL';

export type Recurrence =
  | 'ANNUALLY'
  | 'BIANNUALLY'
  | 'NONE'
  | 'QUARTERLY';

export type SimilarReason =
  | 'DOMAIN'
  | 'NAME';

export type Tier =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

export type VendorRequestDecision =
  | 'APPROVE'
  | 'REJECT';

export type VendorRequestFilter = {
  query?: string | null | undefined;
  state?: Array<VendorRequestState> | null | undefined;
};

export type VendorRequestState =
  | 'APPROVED'
  | 'REJECTED'
  | 'REQUESTED';

export type VendorRequestsQueryVariables = Exact<{
  filter?: VendorRequestFilter | null | undefined;
  offset?: number | null | undefined;
}>;


export type VendorRequestsQuery = { vendorRequests: { totalCount: number, csvUrl: string, nodes: Array<{ id: string, name: string, state: VendorRequestState, tier: Tier | null, contactEmail: string, requestedByName: string, requestedAt: string, decidedByName: string | null, decidedAt: string | null }> } };

export type VendorRequestQueryVariables = Exact<{
  id: string;
}>;


export type VendorRequestQuery = { node:
    | { id: string, name: string, website: string | null, contactName: string | null, contactEmail: string, reason: string | null, state: VendorRequestState, dataSensitivity: DataSensitivity | null, contractValue: ContractValue | null, geographicRisk: GeographicRisk | null, tier: Tier | null, tierRule: string | null, vendorId: string, requestedByName: string, requestedAt: string, decidedByName: string | null, decidedAt: string | null, decisionNote: string | null, revision: number, answers: Array<{ question: string, value: unknown }>, plan: { recurrence: Recurrence, dueDays: number | null, approverRoleName: string | null, templates: Array<{ id: string, name: string }> } | null, similar: Array<{ vendorId: string, name: string, reason: SimilarReason }> }
    | Record<PropertyKey, never>
   | null };

export type DecideVendorRequestMutationVariables = Exact<{
  input: DecideVendorRequestInput;
}>;


export type DecideVendorRequestMutation = { decideVendorRequest: { request: { id: string, state: VendorRequestState } } };

export const VendorRequestsDocument = operation<VendorRequestsQuery, VendorRequestsQueryVariables>(`query VendorRequests($filter: VendorRequestFilter, $offset: Int) {
  vendorRequests(first: 100, offset: $offset, filter: $filter) {
    totalCount
    csvUrl
    nodes {
      id
      name
      state
      tier
      contactEmail
      requestedByName
      requestedAt
      decidedByName
      decidedAt
    }
  }
}`);

export const VendorRequestDocument = operation<VendorRequestQuery, VendorRequestQueryVariables>(`query VendorRequest($id: ID!) {
  node(id: $id) {
    ... on VendorRequest {
      id
      name
      website
      contactName
      contactEmail
      reason
      state
      dataSensitivity
      contractValue
      geographicRisk
      tier
      tierRule
      vendorId
      requestedByName
      requestedAt
      decidedByName
      decidedAt
      decisionNote
      revision
      answers {
        question
        value
      }
      plan {
        recurrence
        dueDays
        approverRoleName
        templates {
          id
          name
        }
      }
      similar {
        vendorId
        name
        reason
      }
    }
  }
}`);

export const DecideVendorRequestDocument = operation<DecideVendorRequestMutation, DecideVendorRequestMutationVariables>(`mutation DecideVendorRequest($input: DecideVendorRequestInput!) {
  decideVendorRequest(input: $input) {
    request {
      id
      state
    }
  }
}`);
