/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
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

export type MovementsQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type MovementsQuery = { changesBetween: { vendorsAdded: { totalCount: number, nodes: Array<{ vendorId: string, name: string, tierBefore: Tier | null, tierAfter: Tier | null, bandBefore: RagBand | null, bandAfter: RagBand | null, scoreChange: number | null }> }, vendorsRemoved: { totalCount: number, nodes: Array<{ vendorId: string, name: string, tierBefore: Tier | null, tierAfter: Tier | null, bandBefore: RagBand | null, bandAfter: RagBand | null, scoreChange: number | null }> }, vendorsRetiered: { totalCount: number, nodes: Array<{ vendorId: string, name: string, tierBefore: Tier | null, tierAfter: Tier | null, bandBefore: RagBand | null, bandAfter: RagBand | null, scoreChange: number | null }> }, vendorsMoved: { totalCount: number, nodes: Array<{ vendorId: string, name: string, tierBefore: Tier | null, tierAfter: Tier | null, bandBefore: RagBand | null, bandAfter: RagBand | null, scoreChange: number | null }> }, findings: { opened: Array<{ severity: Severity, count: number }>, remediated: Array<{ severity: Severity, count: number }>, accepted: Array<{ severity: Severity, count: number }>, removed: Array<{ severity: Severity, count: number }> }, assessmentsSent: { totalCount: number, nodes: Array<{ assessmentId: string, title: string, vendorName: string }> }, assessmentsCompleted: { totalCount: number, nodes: Array<{ assessmentId: string, title: string, vendorName: string }> }, assessmentsOverdue: { totalCount: number, nodes: Array<{ assessmentId: string, title: string, vendorName: string }> }, certificationsGained: { totalCount: number, nodes: Array<{ certificationId: string, name: string, vendorName: string }> }, certificationsLapsed: { totalCount: number, nodes: Array<{ certificationId: string, name: string, vendorName: string }> }, score: { before: number | null, after: number | null, change: number | null, rest: number, terms: Array<{ vendorId: string, name: string, scoreBefore: number | null, scoreAfter: number | null, contribution: number }> } } };

export type VendorsFragment = { totalCount: number, nodes: Array<{ vendorId: string, name: string, tierBefore: Tier | null, tierAfter: Tier | null, bandBefore: RagBand | null, bandAfter: RagBand | null, scoreChange: number | null }> };

export type CountsFragment = { severity: Severity, count: number };

export type AssessmentsFragment = { totalCount: number, nodes: Array<{ assessmentId: string, title: string, vendorName: string }> };

export type CertificationsFragment = { totalCount: number, nodes: Array<{ certificationId: string, name: string, vendorName: string }> };

export const MovementsDocument = operation<MovementsQuery, MovementsQueryVariables>(`query Movements($from: DateTime!, $to: DateTime!) {
  changesBetween(from: $from, to: $to) {
    vendorsAdded(first: 20) {
      ...Vendors
    }
    vendorsRemoved(first: 20) {
      ...Vendors
    }
    vendorsRetiered(first: 20) {
      ...Vendors
    }
    vendorsMoved(first: 20) {
      ...Vendors
    }
    findings {
      opened {
        ...Counts
      }
      remediated {
        ...Counts
      }
      accepted {
        ...Counts
      }
      removed {
        ...Counts
      }
    }
    assessmentsSent(first: 20) {
      ...Assessments
    }
    assessmentsCompleted(first: 20) {
      ...Assessments
    }
    assessmentsOverdue(first: 20) {
      ...Assessments
    }
    certificationsGained(first: 20) {
      ...Certifications
    }
    certificationsLapsed(first: 20) {
      ...Certifications
    }
    score(first: 10) {
      before
      after
      change
      rest
      terms {
        vendorId
        name
        scoreBefore
        scoreAfter
        contribution
      }
    }
  }
}

fragment Vendors on VendorChanges {
  totalCount
  nodes {
    vendorId
    name
    tierBefore
    tierAfter
    bandBefore
    bandAfter
    scoreChange
  }
}

fragment Counts on SeverityCount {
  severity
  count
}

fragment Assessments on AssessmentChanges {
  totalCount
  nodes {
    assessmentId
    title
    vendorName
  }
}

fragment Certifications on CertificationChanges {
  totalCount
  nodes {
    certificationId
    name
    vendorName
  }
}`);
