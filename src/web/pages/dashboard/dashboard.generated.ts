/* Written by "npm run codegen"; change the .graphql files instead. */

import { operation } from '../../api/operation';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
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

export type DashboardQueryVariables = Exact<{ [key: string]: never; }>;


export type DashboardQuery = { dashboard: { vendorCount: number, averageScore: number | null, needsAttention: number, openFindings: number, overdueAssessments: number, reportUrl: string, scoreDistribution: { green: number, amber: number, red: number, unscored: number }, vendorsByTier: Array<{ tier: Tier | null, count: number }>, openFindingsBySeverity: Array<{ severity: Severity, count: number }>, trend: Array<{ month: string, averageScore: number | null }>, topDeficientControls: Array<{ code: string, title: string, frameworkName: string, failCount: number }>, responsibility: { totalVendors: number, totalActions: number, completedActions: number, percent: number } }, assessments: { nodes: Array<{ id: string, title: string, dueDate: string | null, vendor: { name: string } }> } };

export const DashboardDocument = operation<DashboardQuery, DashboardQueryVariables>(`query Dashboard {
  dashboard {
    vendorCount
    averageScore
    needsAttention
    openFindings
    overdueAssessments
    reportUrl
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
