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

export type GeographicRisk =
  | 'DOMESTIC'
  | 'GLOBAL'
  | 'HIGH_RISK_JURISDICTION'
  | 'REGIONAL';

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

export type Tier =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

export type CompareVendorsQueryVariables = Exact<{
  ids: Array<string> | string;
  withFindings: boolean;
}>;


export type CompareVendorsQuery = { vendors: { nodes: Array<{ id: string, name: string, tier: Tier | null, overallScore: number | null, latestScore: number | null, ragBand: RagBand, lastAssessedAt: string | null, assessmentCount: number, inherentRisk: number | null, residualRisk: number | null, dataSensitivity: DataSensitivity | null, geographicRisk: GeographicRisk | null, contractValue: ContractValue | null, contractRenewalDate: string | null, tags: Array<string>, owner: { name: string } | null, domainBreakdown: Array<{ domain: string, complianceRatio: number, controlCount: number, framework: { id: string, name: string } }>, certifications: Array<{ id: string, name: string, expiresDate: string | null, expiresInDays: number | null, isExpired: boolean }>, responsibilityCompliance: { percent: number } | null, openFindingsBySeverity?: Array<{ severity: Severity, count: number }> }> } };

export const CompareVendorsDocument = operation<CompareVendorsQuery, CompareVendorsQueryVariables>(`query CompareVendors($ids: [ID!]!, $withFindings: Boolean!) {
  vendors(first: 4, filter: {ids: $ids}) {
    nodes {
      id
      name
      tier
      overallScore
      latestScore
      ragBand
      lastAssessedAt
      assessmentCount
      inherentRisk
      residualRisk
      dataSensitivity
      geographicRisk
      contractValue
      contractRenewalDate
      tags
      owner {
        name
      }
      domainBreakdown {
        domain
        complianceRatio
        controlCount
        framework {
          id
          name
        }
      }
      certifications {
        id
        name
        expiresDate
        expiresInDays
        isExpired
      }
      responsibilityCompliance {
        percent
      }
      openFindingsBySeverity @include(if: $withFindings) {
        severity
        count
      }
    }
  }
}`);
