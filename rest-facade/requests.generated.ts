/* Written by "npm run codegen"; change schema/openapi.yaml instead. */

export interface Requests {
  listVendors: {
    params: object;
    query: { query?: string; tier?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'; tag?: string; externalId?: string; status?: string };
    body: undefined;
  };
  importVendor: {
    params: object;
    query: object;
    body: { name: string; contactEmail: string; externalId?: string | null; contactName?: string | null; tier?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | null; website?: string | null; notes?: string | null; serviceDescription?: string | null; dataSensitivity?: 'PUBLIC' | 'INTERNAL' | 'CONFIDENTIAL' | 'RESTRICTED' | null; contractRenewalDate?: string | null; contractValue?: '$0–$50K' | '$50K–$250K' | '$250K–$1M' | '$1M–$5M' | '$5M+' | null; geographicRisk?: 'DOMESTIC' | 'REGIONAL' | 'GLOBAL' | 'HIGH_RISK_JURISDICTION' | null; tags?: Array<string> | null };
  };
  getVendorByExternalId: {
    params: { externalId: string };
    query: object;
    body: undefined;
  };
  getVendor: {
    params: { vendorId: string };
    query: object;
    body: undefined;
  };
  updateVendor: {
    params: { vendorId: string };
    query: object;
    body: { name?: string; contactEmail?: string; externalId?: string | null; contactName?: string | null; tier?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | null; website?: string | null; notes?: string | null; serviceDescription?: string | null; dataSensitivity?: 'PUBLIC' | 'INTERNAL' | 'CONFIDENTIAL' | 'RESTRICTED' | null; contractRenewalDate?: string | null; contractValue?: '$0–$50K' | '$50K–$250K' | '$250K–$1M' | '$1M–$5M' | '$5M+' | null; geographicRisk?: 'DOMESTIC' | 'REGIONAL' | 'GLOBAL' | 'HIGH_RISK_JURISDICTION' | null; tags?: Array<string> | null; ownerId?: string | null };
  };
  deleteVendor: {
    params: { vendorId: string };
    query: object;
    body: undefined;
  };
  getVendorScore: {
    params: { vendorId: string };
    query: object;
    body: undefined;
  };
  exportVendor: {
    params: { vendorId: string };
    query: object;
    body: undefined;
  };
  listVendorAssessments: {
    params: { vendorId: string };
    query: { page: number; status?: string };
    body: undefined;
  };
  listVendorCertifications: {
    params: { vendorId: string };
    query: object;
    body: undefined;
  };
  listAssessments: {
    params: object;
    query: { vendorId?: string; status?: 'DRAFT' | 'SENT' | 'IN_PROGRESS' | 'SUBMITTED' | 'UNDER_REVIEW' | 'COMPLETED'; fromDate?: string; toDate?: string; page: number; query?: string; overdue?: string; format: 'json' | 'csv' };
    body: undefined;
  };
  getAssessment: {
    params: { assessmentId: string };
    query: object;
    body: undefined;
  };
  exportAssessment: {
    params: { assessmentId: string };
    query: object;
    body: undefined;
  };
  getAssessmentPdf: {
    params: { assessmentId: string };
    query: object;
    body: undefined;
  };
  listFindings: {
    params: object;
    query: { status?: 'OPEN' | 'REMEDIATED' | 'RISK_ACCEPTED'; severity?: 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW'; vendorId?: string; page: number };
    body: undefined;
  };
  updateFinding: {
    params: { findingId: string };
    query: object;
    body: { status: 'REMEDIATED' | 'RISK_ACCEPTED'; resolutionNote?: string | null };
  };
  listFrameworks: {
    params: object;
    query: object;
    body: undefined;
  };
  getFramework: {
    params: { frameworkId: string };
    query: { search?: string };
    body: undefined;
  };
  deleteFramework: {
    params: { frameworkId: string };
    query: object;
    body: undefined;
  };
  exportTemplate: {
    params: { templateId: string };
    query: object;
    body: undefined;
  };
  listAudit: {
    params: object;
    query: { action?: string; userId?: string; entityType?: string; entityId?: string; fromDate?: string; toDate?: string; page: number; pageSize: number; format: 'json' | 'csv' };
    body: undefined;
  };
  getDashboard: {
    params: object;
    query: object;
    body: undefined;
  };
  getPortfolioReport: {
    params: object;
    query: object;
    body: undefined;
  };
  getVendorFrameworkReport: {
    params: { vendorId: string; frameworkId: string };
    query: object;
    body: undefined;
  };
  exportAuditChanges: {
    params: object;
    query: { action?: string; userId?: string; entityType?: string; entityId?: string; fromDate?: string; toDate?: string };
    body: undefined;
  };
}
