/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type DecideRiskAcceptanceInput = {
  expectedRevision?: number | null | undefined;
  id: string;
  note?: string | null | undefined;
};

export type IdInput = {
  id: string;
};

export type RequestRiskAcceptanceInput = {
  findingId: string;
  reason: string;
  until: string;
};

export type RiskAcceptanceFilter = {
  state?: Array<RiskAcceptanceState> | null | undefined;
  untilFrom?: string | null | undefined;
  untilTo?: string | null | undefined;
  vendorId?: string | null | undefined;
};

export type RiskAcceptanceState =
  | 'APPROVED'
  | 'ENDED'
  | 'REJECTED'
  | 'REQUESTED'
  | 'WITHDRAWN';

export type Severity =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

export type RiskAcceptancesQueryVariables = Exact<{
  filter?: RiskAcceptanceFilter | null | undefined;
  offset?: number | null | undefined;
}>;


export type RiskAcceptancesQuery = { riskAcceptances: { totalCount: number, csvUrl: string, nodes: Array<{ id: string, revision: number, reason: string, until: string, state: RiskAcceptanceState, requestedAt: string, requestedByName: string, decidedAt: string | null, decidedByName: string | null, decisionNote: string | null, requestedBy: { id: string } | null, finding: { id: string, title: string, severity: Severity, vendor: { id: string, name: string } } }> } };

export type RequestRiskAcceptanceMutationVariables = Exact<{
  input: RequestRiskAcceptanceInput;
}>;


export type RequestRiskAcceptanceMutation = { requestRiskAcceptance: { acceptance: { id: string } } };

export type ApproveRiskAcceptanceMutationVariables = Exact<{
  input: DecideRiskAcceptanceInput;
}>;


export type ApproveRiskAcceptanceMutation = { approveRiskAcceptance: { acceptance: { id: string } } };

export type RejectRiskAcceptanceMutationVariables = Exact<{
  input: DecideRiskAcceptanceInput;
}>;


export type RejectRiskAcceptanceMutation = { rejectRiskAcceptance: { acceptance: { id: string } } };

export type WithdrawRiskAcceptanceMutationVariables = Exact<{
  input: IdInput;
}>;


export type WithdrawRiskAcceptanceMutation = { withdrawRiskAcceptance: { acceptance: { id: string } } };

export const RiskAcceptancesDocument = operation<RiskAcceptancesQuery, RiskAcceptancesQueryVariables>(`query RiskAcceptances($filter: RiskAcceptanceFilter, $offset: Int) {
  riskAcceptances(first: 100, offset: $offset, filter: $filter) {
    totalCount
    csvUrl
    nodes {
      id
      revision
      reason
      until
      state
      requestedAt
      requestedByName
      requestedBy {
        id
      }
      decidedAt
      decidedByName
      decisionNote
      finding {
        id
        title
        severity
        vendor {
          id
          name
        }
      }
    }
  }
}`);

export const RequestRiskAcceptanceDocument = operation<RequestRiskAcceptanceMutation, RequestRiskAcceptanceMutationVariables>(`mutation RequestRiskAcceptance($input: RequestRiskAcceptanceInput!) {
  requestRiskAcceptance(input: $input) {
    acceptance {
      id
    }
  }
}`);

export const ApproveRiskAcceptanceDocument = operation<ApproveRiskAcceptanceMutation, ApproveRiskAcceptanceMutationVariables>(`mutation ApproveRiskAcceptance($input: DecideRiskAcceptanceInput!) {
  approveRiskAcceptance(input: $input) {
    acceptance {
      id
    }
  }
}`);

export const RejectRiskAcceptanceDocument = operation<RejectRiskAcceptanceMutation, RejectRiskAcceptanceMutationVariables>(`mutation RejectRiskAcceptance($input: DecideRiskAcceptanceInput!) {
  rejectRiskAcceptance(input: $input) {
    acceptance {
      id
    }
  }
}`);

export const WithdrawRiskAcceptanceDocument = operation<WithdrawRiskAcceptanceMutation, WithdrawRiskAcceptanceMutationVariables>(`mutation WithdrawRiskAcceptance($input: IdInput!) {
  withdrawRiskAcceptance(input: $input) {
    acceptance {
      id
    }
  }
}`);
