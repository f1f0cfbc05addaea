import { getAssessmentPdfDocument, getPortfolioReportDocument, getVendorFrameworkReportDocument } from '../documents/reports.generated';
import { operation } from '../operation';
import { found, pdfFile } from '../replies';

/** The document finds the subject of the report, if the caller may see it; then the report is printed. */
export const reports = {
  getAssessmentPdf: operation(getAssessmentPdfDocument, {
    variables: ({ params }) => ({ id: params.assessmentId }),
    respond({ assessment }, { print }) {
      const { id, title, vendor } = found(assessment);
      const entity = { type: 'Assessment', id, name: title };
      return pdfFile(`${vendor.name}-assessment.pdf`, () => print({ kind: 'assessment', assessmentId: id }), { entity });
    },
  }),

  getPortfolioReport: operation(getPortfolioReportDocument, {
    variables: () => ({}),
    respond: (_data, { print }) => pdfFile('portfolio-report.pdf', () => print({ kind: 'portfolio' })),
  }),

  getVendorFrameworkReport: operation(getVendorFrameworkReportDocument, {
    grants: { 'frameworks:view': 'GET /api/vendors/{vendorId}/frameworks/{frameworkId}/report: "vendor framework PDF | vendors:view"' },
    variables: ({ params: { vendorId, frameworkId } }) => ({ vendorId, frameworkId }),
    respond(data, { print }) {
      const vendor = found(data.vendor);
      const framework = found(data.framework);
      const report = { kind: 'framework', vendorId: vendor.id, frameworkId: framework.id } as const;
      const entity = { type: 'Vendor', id: vendor.id, name: vendor.name };
      return pdfFile(`${vendor.name}-${framework.name}.pdf`, () => print(report), { entity, meta: { frameworkId: framework.id } });
    },
  }),
};
