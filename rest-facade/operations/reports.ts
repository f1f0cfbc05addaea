import { Problem } from '../../src/graphql/errors';
import type { Operation } from '../operation';
import { found, type Reply } from '../replies';

/** The reports are found, but not printed yet. */
export const reports: Record<string, Operation> = {
  getAssessmentPdf: {
    variables: ({ params }) => ({ id: params.assessmentId }),
    respond: ({ assessment }: { assessment: object | null }) => notPrinted(assessment),
  },

  getPortfolioReport: {
    respond: ({ dashboard }: { dashboard: object }) => notPrinted(dashboard),
  },

  getVendorFrameworkReport: {
    grants: ['frameworks:view'],
    variables: ({ params: { vendorId, frameworkId } }) => ({ vendorId, frameworkId }),
    respond: ({ vendor, framework }: Record<string, object | null>) => notPrinted(vendor! && framework!),
  },
};

function notPrinted(subject: object | null): Reply {
  found(subject);
  throw new Problem('SERVICE_UNAVAILABLE', 'This report is not available yet');
}
