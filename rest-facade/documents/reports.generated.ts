/* Written by "npm run codegen"; change the .graphql files instead. */

import { document } from '../document';

type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type GetAssessmentPdfQueryVariables = Exact<{
  id: string;
}>;


export type GetAssessmentPdfQuery = { assessment: { id: string, title: string, vendor: { name: string } } | null };

export type GetPortfolioReportQueryVariables = Exact<{ [key: string]: never; }>;


export type GetPortfolioReportQuery = { dashboard: { vendorCount: number } };

export type GetVendorFrameworkReportQueryVariables = Exact<{
  vendorId: string;
  frameworkId: string;
}>;


export type GetVendorFrameworkReportQuery = { vendor: { id: string, name: string } | null, framework: { id: string, name: string } | null };

export const getAssessmentPdfDocument = document<'getAssessmentPdf', GetAssessmentPdfQuery, GetAssessmentPdfQueryVariables>('getAssessmentPdf', `query getAssessmentPdf($id: ID!) {
  assessment(id: $id) {
    id
    title
    vendor {
      name
    }
  }
}`);

export const getPortfolioReportDocument = document<'getPortfolioReport', GetPortfolioReportQuery, GetPortfolioReportQueryVariables>('getPortfolioReport', `query getPortfolioReport {
  dashboard {
    vendorCount
  }
}`);

export const getVendorFrameworkReportDocument = document<'getVendorFrameworkReport', GetVendorFrameworkReportQuery, GetVendorFrameworkReportQueryVariables>('getVendorFrameworkReport', `query getVendorFrameworkReport($vendorId: ID!, $frameworkId: ID!) {
  vendor(id: $vendorId) {
    id
    name
  }
  framework(id: $frameworkId) {
    id
    name
  }
}`);
