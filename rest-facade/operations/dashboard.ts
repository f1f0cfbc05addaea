import { getDashboardDocument } from '../documents/dashboard.generated';
import { operation } from '../operation';
import { json } from '../replies';

export const dashboard = {
  getDashboard: operation(getDashboardDocument, {
    variables: () => ({}),
    respond({ dashboard }) {
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
  }),
};
