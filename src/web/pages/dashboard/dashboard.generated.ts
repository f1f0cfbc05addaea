/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type DataSensitivity =
  | 'CONFIDENTIAL'
  | 'INTERNAL'
  | 'PUBLIC'
  | 'RESTRICTED';

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

export type VendorFieldFilter = {
  contains?: string | null | undefined;
  equals?: unknown;
  from?: unknown;
  isSet?: boolean | null | undefined;
  key: string;
  to?: unknown;
};

export type VendorFilter = {
  certification?: string | null | undefined;
  dataSensitivity?: Array<DataSensitivity> | null | undefined;
  externalId?: string | null | undefined;
  fields?: Array<VendorFieldFilter> | null | undefined;
  hasOpenActions?: boolean | null | undefined;
  ids?: Array<string> | null | undefined;
  isAssessed?: boolean | null | undefined;
  isUntiered?: boolean | null | undefined;
  lastAssessedFrom?: string | null | undefined;
  lastAssessedTo?: string | null | undefined;
  needsAttention?: boolean | null | undefined;
  ownerId?: string | null | undefined;
  portfolioId?: string | null | undefined;
  query?: string | null | undefined;
  ragBand?: RagBand | null | undefined;
  renewalFrom?: string | null | undefined;
  renewalTo?: string | null | undefined;
  scoreFrom?: number | null | undefined;
  scoreTo?: number | null | undefined;
  status?: Array<VendorStatus> | null | undefined;
  tag?: string | null | undefined;
  tier?: Tier | null | undefined;
  tiers?: Array<Tier> | null | undefined;
};

export type VendorStatus =
  | 'ACTIVE'
  | 'ARCHIVED'
  | 'OFFBOARDING'
  | 'REQUESTED';

export type FiguresFragment = { vendorCount: number, averageScore: number | null, needsAttention: number, openFindings: number, overdueAssessments: number, scoreDistribution: { green: number, amber: number, red: number, unscored: number }, vendorsByTier: Array<{ tier: Tier | null, count: number }>, openFindingsBySeverity: Array<{ severity: Severity, count: number }>, trend: Array<{ month: string, averageScore: number | null }>, topDeficientControls: Array<{ code: string, title: string, frameworkName: string, failCount: number }>, responsibility: { totalVendors: number, totalActions: number, completedActions: number, percent: number } };

export type DashboardQueryVariables = Exact<{ [key: string]: never; }>;


export type DashboardQuery = { dashboard: { reportUrl: string, vendorCount: number, averageScore: number | null, needsAttention: number, openFindings: number, overdueAssessments: number, scoreDistribution: { green: number, amber: number, red: number, unscored: number }, vendorsByTier: Array<{ tier: Tier | null, count: number }>, openFindingsBySeverity: Array<{ severity: Severity, count: number }>, trend: Array<{ month: string, averageScore: number | null }>, topDeficientControls: Array<{ code: string, title: string, frameworkName: string, failCount: number }>, responsibility: { totalVendors: number, totalActions: number, completedActions: number, percent: number } }, assessments: { nodes: Array<{ id: string, title: string, dueDate: string | null, vendor: { name: string } }> } };

export type DashboardOfQueryVariables = Exact<{
  filter: VendorFilter;
}>;


export type DashboardOfQuery = { dashboard: { vendorCount: number, averageScore: number | null, needsAttention: number, openFindings: number, overdueAssessments: number, scoreDistribution: { green: number, amber: number, red: number, unscored: number }, vendorsByTier: Array<{ tier: Tier | null, count: number }>, openFindingsBySeverity: Array<{ severity: Severity, count: number }>, trend: Array<{ month: string, averageScore: number | null }>, topDeficientControls: Array<{ code: string, title: string, frameworkName: string, failCount: number }>, responsibility: { totalVendors: number, totalActions: number, completedActions: number, percent: number } } };

export type BoardReportQueryVariables = Exact<{
  filter: VendorFilter;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type BoardReportQuery = { boardReportUrl: string };

export const DashboardDocument = operation<DashboardQuery, DashboardQueryVariables>(`fragment Figures on Dashboard {
  vendorCount
  averageScore
  needsAttention
  openFindings
  overdueAssessments
  scoreDistribution {
    green
    amber
    red
    unscored
  }
  vendorsByTier {
    tier
    count
  }
  openFindingsBySeverity {
    severity
    count
  }
  trend {
    month
    averageScore
  }
  topDeficientControls {
    code
    title
    frameworkName
    failCount
  }
  responsibility {
    totalVendors
    totalActions
    completedActions
    percent
  }
}

query Dashboard {
  dashboard {
    reportUrl
    ...Figures
  }
  assessments(first: 5, filter: {overdue: true}, orderBy: {field: DUE_DATE}) {
    nodes {
      id
      title
      dueDate
      vendor {
        name
      }
    }
  }
}`);

export const DashboardOfDocument = operation<DashboardOfQuery, DashboardOfQueryVariables>(`fragment Figures on Dashboard {
  vendorCount
  averageScore
  needsAttention
  openFindings
  overdueAssessments
  scoreDistribution {
    green
    amber
    red
    unscored
  }
  vendorsByTier {
    tier
    count
  }
  openFindingsBySeverity {
    severity
    count
  }
  trend {
    month
    averageScore
  }
  topDeficientControls {
    code
    title
    frameworkName
    failCount
  }
  responsibility {
    totalVendors
    totalActions
    completedActions
    percent
  }
}

query DashboardOf($filter: VendorFilter!) {
  dashboard: dashboardOf(filter: $filter) {
    ...Figures
  }
}`);

export const BoardReportDocument = operation<BoardReportQuery, BoardReportQueryVariables>(`query BoardReport($filter: VendorFilter!, $from: Date, $to: Date) {
  boardReportUrl(filter: $filter, from: $from, to: $to)
}`);
