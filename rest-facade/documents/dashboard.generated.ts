/* Written by "npm run codegen"; change the .graphql files instead. */

import { document } from '../document';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type AssessmentStatus =
  | 'COMPLETED'
  | 'DRAFT'
  | 'IN_PROGRESS'
  | 'SENT'
  | 'SUBMITTED'
  | 'UNDER_REVIEW';

export type Tier =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

export type GetDashboardQueryVariables = Exact<{ [key: string]: never; }>;


export type GetDashboardQuery = { dashboard: { vendorCount: number, averageScore: number | null, openFindings: number, needsAttention: number, overdueAssessments: number, scoreDistribution: { green: number, amber: number, red: number, unscored: number }, topDeficientControls: Array<{ failCount: number, controlCode: string, controlTitle: string }>, vendorsByTier: Array<{ tier: Tier | null, count: number }>, assessmentStatusCounts: Array<{ status: AssessmentStatus, count: number }>, responsibility: { totalVendors: number, totalActions: number, completedActions: number, percent: number } } };

export const getDashboardDocument = document<'getDashboard', GetDashboardQuery, GetDashboardQueryVariables>('getDashboard', `query getDashboard {
  dashboard {
    vendorCount
    averageScore
    openFindings
    needsAttention
    scoreDistribution {
      green
      amber
      red
      unscored
    }
    topDeficientControls {
      controlCode: code
      controlTitle: title
      failCount
    }
    vendorsByTier {
      tier
      count
    }
    assessmentStatusCounts {
      status
      count
    }
    overdueAssessments
    responsibility {
      totalVendors
      totalActions
      completedActions
      percent
    }
  }
}`);
