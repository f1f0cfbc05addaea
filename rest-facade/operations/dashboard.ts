import type { RestOperation } from '../operation';
import { json } from '../replies';

interface Dashboard {
  vendorCount: number;
  vendorsByTier: { tier: string | null; count: number }[];
  assessmentStatusCounts: { status: string; count: number }[];
  overdueAssessments: number;
  responsibility: { totalActions: number };
}

export const dashboard: Record<string, RestOperation> = {
  getDashboard: {
    respond({ dashboard }: { dashboard: Dashboard }) {
      const { vendorCount, vendorsByTier, assessmentStatusCounts, overdueAssessments, responsibility, ...numbers } = dashboard;
      const tiers = vendorsByTier.filter(({ tier }) => tier !== null);
      const states = assessmentStatusCounts.map(({ status, count }) => [status, count]);
      return json({
        vendors: vendorCount,
        vendorCount,
        ...numbers,
        riskByTier: tiers,
        vendorsByTier: Object.fromEntries(tiers.map(({ tier, count }) => [tier, count])),
        assessmentStatusCounts: { ...Object.fromEntries(states), OVERDUE: overdueAssessments },
        customerResponsibilitySummary: responsibility.totalActions > 0 ? responsibility : null,
      });
    },
  },
};
