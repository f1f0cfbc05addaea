import type { CsvCell } from '../../src/platform/csv';
import type { Page } from '../pages';
import { csvTable } from '../replies';

interface ExportedAssessment {
  title: string;
  status: string;
  score: number | null;
  dueDate: string | null;
  sentAt: string | null;
  submittedAt: string | null;
  templateName: string | null;
  templateVersion: number | null;
}

export interface ExportedVendor {
  id: string;
  name: string;
  externalId: string | null;
  contactName: string | null;
  contactEmail: string;
  tier: string | null;
  owner: { name: string } | null;
  serviceDescription: string | null;
  dataSensitivity: string | null;
  contractRenewalDate: string | null;
  contractValue: string | null;
  geographicRisk: string | null;
  tags: string[];
  overallScore: number | null;
  assessments: Page<ExportedAssessment>;
  certifications: {
    name: string;
    issuer: string | null;
    issuedDate: string | null;
    expiresDate: string | null;
    notes: string | null;
  }[];
  responsibilityActions: {
    frameworkName: string;
    controlCode: string;
    controlTitle: string;
    certificationName: string;
    status: string;
    assignee: { name: string } | null;
    completedAt: string | null;
    notes: string | null;
  }[];
}

const ASSESSMENTS_HEADER = ['Title', 'Status', 'Score', 'Due', 'Sent', 'Submitted', 'Template', 'Version'];
const CERTIFICATIONS_HEADER = ['Name', 'Issuer', 'Issued', 'Expires', 'Notes'];
const ACTIONS_HEADER = ['Framework', 'Control', 'Title', 'Certification', 'Status', 'Assignee', 'Completed', 'Notes'];

/** A vendor block by block, with an empty line between them. */
export async function* vendorRows(vendor: ExportedVendor, assessments: AsyncIterable<ExportedAssessment[]>): AsyncGenerator<CsvCell[][]> {
  const { contactName, contactEmail } = vendor;
  yield [
    ['Vendor:', vendor.name],
    ['External ID:', vendor.externalId],
    ['Contact:', contactName ? `${contactName} <${contactEmail}>` : contactEmail],
    ['Tier:', vendor.tier],
    ['Owner:', vendor.owner?.name],
    ['Service provided:', vendor.serviceDescription],
    ['Data sensitivity:', vendor.dataSensitivity],
    ['Contract renewal:', vendor.contractRenewalDate],
    ['Contract value:', vendor.contractValue],
    ['Geographic risk:', vendor.geographicRisk],
    ['Tags:', vendor.tags.join(', ')],
    ['Overall Score:', vendor.overallScore],
  ];
  yield [[], ['Assessments']];
  yield* csvTable(ASSESSMENTS_HEADER, assessments, (one) => [
    one.title,
    one.status,
    one.score,
    one.dueDate,
    one.sentAt,
    one.submittedAt,
    one.templateName,
    one.templateVersion,
  ]);
  yield [
    [],
    ['Certifications'],
    CERTIFICATIONS_HEADER,
    ...vendor.certifications.map((one) => [one.name, one.issuer, one.issuedDate, one.expiresDate, one.notes]),
  ];
  yield [
    [],
    ['Customer responsibility'],
    ACTIONS_HEADER,
    ...vendor.responsibilityActions.map((one) => [
      one.frameworkName,
      one.controlCode,
      one.controlTitle,
      one.certificationName,
      one.status,
      one.assignee?.name,
      one.completedAt,
      one.notes,
    ]),
  ];
}
