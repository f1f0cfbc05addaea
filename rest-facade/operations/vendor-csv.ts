import type { CsvCell } from '../../src/platform/csv';
import type { ExportVendorQuery } from '../documents/vendors.generated';
import { csvTable } from '../replies';

type ExportedVendor = NonNullable<ExportVendorQuery['vendor']>;
type ExportedAssessments = ExportedVendor['assessments']['nodes'];

const ASSESSMENTS_HEADER = ['Title', 'Status', 'Score', 'Due', 'Sent', 'Submitted', 'Template', 'Version'];
const CERTIFICATIONS_HEADER = ['Name', 'Issuer', 'Issued', 'Expires', 'Notes'];
const ACTIONS_HEADER = ['Framework', 'Control', 'Title', 'Certification', 'Status', 'Assignee', 'Completed', 'Notes'];

/** A vendor in blocks separated by empty lines. */
export async function* vendorRows(
  vendor: ExportedVendor,
  contractValue: string | null,
  assessments: AsyncIterable<ExportedAssessments>,
): AsyncGenerator<CsvCell[][]> {
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
    ['Contract value:', contractValue],
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
