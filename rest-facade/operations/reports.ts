import type { Call, RestOperation } from '../operation';
import { found, pdfFile } from '../replies';

interface Named {
  id: string;
  name: string;
}

/** The document finds what the report is about, as far as the caller may see it; then the report is printed. */
export const reports: Record<string, RestOperation> = {
  getAssessmentPdf: {
    variables: ({ params }) => ({ id: params.assessmentId }),
    respond({ assessment }: { assessment: { id: string; title: string; vendor: Pick<Named, 'name'> } | null }, { print }: Call) {
      const { id, title, vendor } = found(assessment);
      const entity = { type: 'Assessment', id, name: title };
      return pdfFile(`${vendor.name}-assessment.pdf`, () => print({ kind: 'assessment', assessmentId: id }), { entity });
    },
  },

  getPortfolioReport: {
    respond: (_data, { print }: Call) => pdfFile('portfolio-report.pdf', () => print({ kind: 'portfolio' })),
  },

  getVendorFrameworkReport: {
    grants: ['frameworks:view'],
    variables: ({ params: { vendorId, frameworkId } }) => ({ vendorId, frameworkId }),
    respond(data: Record<'vendor' | 'framework', Named | null>, { print }: Call) {
      const vendor = found(data.vendor);
      const framework = found(data.framework);
      const report = { kind: 'framework', vendorId: vendor.id, frameworkId: framework.id } as const;
      const entity = { type: 'Vendor', id: vendor.id, name: vendor.name };
      return pdfFile(`${vendor.name}-${framework.name}.pdf`, () => print(report), { entity, meta: { frameworkId: framework.id } });
    },
  },
};
