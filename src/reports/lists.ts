import { ownFieldCells } from '../domains/vendor/own-fields.loaders';
import { VENDOR_COLUMNS } from '../domains/vendor/vendor-fields.rules';
import type { ListArguments } from '../graphql/csv-url';
import type { RequestContext } from '../kernel/context';
import { type CsvCell, joinedCell } from '../platform/csv';

/**
 * Lists as CSV. Each is an operation of our own on the list itself, so that it shows what that shows to the caller. A list whose
 * connection has a csvUrl is added here: its name is that of its field, behind the type that it is below.
 */
export interface CsvList {
  /** The file without its ending. */
  file: string;
  /** The types of the arguments, as the field takes them. */
  args: Readonly<Record<string, string>>;
  /** The columns, by the way from an item to the value. The id is the first. */
  columns: Readonly<Record<string, string>>;
  /** The field, and the one that it is below, found by its id. */
  path: readonly [string] | readonly [above: string, field: string];
  /** What it is called with, if not with what the URL carries. */
  variables?(args: ListArguments): ListArguments;
  /** Columns that aren't the same everywhere, and their cells for the items of a page. */
  more?(ctx: RequestContext, ids: readonly string[]): Promise<MoreCells>;
  /** What it is about, for the audit log. */
  entity?: { type: string; id: null; name: string };
}

export interface MoreCells {
  keys: string[];
  cellsOf(id: string): CsvCell[];
}

const OF_VENDOR = { vendorId: 'vendor.id', vendor: 'vendor.name' };

const ASSESSMENTS = {
  file: 'assessments',
  args: { filter: 'AssessmentFilter', orderBy: 'AssessmentOrder' },
  columns: {
    ...{ id: 'id', title: 'title', ...OF_VENDOR, template: 'templateName', templateVersion: 'templateVersion' },
    ...{ status: 'status', score: 'score', ragBand: 'ragBand', reviewer: 'reviewer.name', recurrence: 'recurrence' },
    ...{ createdAt: 'createdAt', dueDate: 'dueDate', sentAt: 'sentAt', submittedAt: 'submittedAt', completedAt: 'completedAt' },
    ...{ isOverdue: 'isOverdue', waitingSince: 'waitingSince' },
  },
};

const FINDINGS = {
  file: 'findings',
  args: { filter: 'FindingFilter', orderBy: 'FindingOrder' },
  path: ['findings'],
  columns: {
    ...{ id: 'id', title: 'title', description: 'currentDescription', severity: 'severity', status: 'status', ...OF_VENDOR },
    ...{ assessmentId: 'assessment.id', assessment: 'assessment.title', controlCodes: 'controlCodes', isManual: 'isManual' },
    ...{ owner: 'owner.name', dueOn: 'dueOn', isOverdue: 'isOverdue', treatment: 'treatment', plan: 'plan', seenCount: 'seenCount' },
    ...{ createdAt: 'createdAt', resolvedAt: 'resolvedAt', resolvedBy: 'resolvedByName', resolutionNote: 'resolutionNote' },
  },
} as const;

/** The columns of importVendors under their names; the owner by address. */
const VENDORS = Object.fromEntries(Object.keys(VENDOR_COLUMNS).map((name) => [name, name === 'ownerEmail' ? 'owner.email' : name]));

export const CSV_LISTS: Readonly<Record<string, CsvList>> = {
  vendors: {
    file: 'vendors',
    args: { filter: 'VendorFilter', orderBy: 'VendorOrder' },
    path: ['vendors'],
    columns: { id: 'id', ...VENDORS },
    more: ownFieldCells,
  },
  assessments: { ...ASSESSMENTS, path: ['assessments'] },
  vendorAssessments: { ...ASSESSMENTS, path: ['vendor', 'assessments'] },
  findings: FINDINGS,
  // Who may see findings may see them below a vendor, even one whose other fields they may not.
  vendorFindings: { ...FINDINGS, variables: ({ id, filter, ...args }) => ({ ...args, filter: ofVendor(id, filter) }) },
  riskAcceptances: {
    file: 'risk-acceptances',
    args: { filter: 'RiskAcceptanceFilter' },
    path: ['riskAcceptances'],
    columns: {
      ...{ id: 'id', findingId: 'finding.id', finding: 'finding.title', severity: 'finding.severity', vendorId: 'finding.vendor.id' },
      ...{ vendor: 'finding.vendor.name', state: 'state', reason: 'reason', until: 'until', requestedBy: 'requestedByName' },
      ...{ requestedAt: 'requestedAt', decidedBy: 'decidedByName', decidedAt: 'decidedAt', decisionNote: 'decisionNote' },
    },
  },
  vendorRequests: {
    file: 'vendor-requests',
    args: { filter: 'VendorRequestFilter' },
    path: ['vendorRequests'],
    columns: {
      ...{ id: 'id', vendorId: 'vendorId', name: 'name', website: 'website', contactName: 'contactName', contactEmail: 'contactEmail' },
      ...{ reason: 'reason', state: 'state', tier: 'tier', tierRule: 'tierRule', dataSensitivity: 'dataSensitivity' },
      ...{ contractValue: 'contractValue', geographicRisk: 'geographicRisk', requestedBy: 'requestedByName', requestedAt: 'requestedAt' },
      ...{ decidedBy: 'decidedByName', decidedAt: 'decidedAt', decisionNote: 'decisionNote' },
    },
  },
  expiringCertifications: {
    file: 'certifications',
    args: { withinDays: 'Int', includeExpired: 'Boolean' },
    path: ['expiringCertifications'],
    columns: {
      id: 'id',
      name: 'name',
      ...OF_VENDOR,
      issuer: 'issuer',
      issuedDate: 'issuedDate',
      expiresDate: 'expiresDate',
      notes: 'notes',
    },
  },
  responsibilityActions: {
    file: 'responsibility-actions',
    args: { filter: 'ResponsibilityActionFilter' },
    path: ['responsibilityActions'],
    columns: {
      ...{ id: 'id', ...OF_VENDOR, framework: 'frameworkName', controlCode: 'controlCode', control: 'controlTitle' },
      ...{ certification: 'certificationName', status: 'status', assignee: 'assignee.name', completedAt: 'completedAt', notes: 'notes' },
    },
  },
  answers: {
    file: 'answers',
    args: { filter: 'AnswerFilter' },
    path: ['answers'],
    columns: {
      ...{ id: 'id', answeredAt: 'answeredAt', vendorId: 'assessment.vendor.id', vendor: 'assessment.vendor.name' },
      ...{ assessmentId: 'assessment.id', assessment: 'assessment.title', section: 'question.section', question: 'question.text' },
      ...{ answer: 'question.response.value', comment: 'question.response.comment', isCompliant: 'question.response.isCompliant' },
      controlCodes: 'question.controlCodes',
    },
  },
  auditLog: {
    file: 'audit-log',
    args: { filter: 'AuditFilter' },
    path: ['auditLog'],
    entity: { type: 'AuditLog', id: null, name: 'Audit log' },
    columns: {
      ...{ id: 'id', createdAt: 'createdAt', user: 'userName', action: 'action', label: 'actionLabel' },
      ...{ entityType: 'entityType', entityId: 'entityId', entity: 'entityName', details: 'meta' },
    },
  },
};

/** A filter for another vendor shows nothing below this one. */
function ofVendor(id: unknown, filter: unknown): object {
  const { vendorId, ...others } = (filter ?? {}) as Record<string, unknown>;
  return { ...others, vendorId: vendorId == null || vendorId === id ? id : '' };
}

/** The operation that reads a page of a list. */
export function documentOf({ args, columns, path, variables }: CsvList): string {
  const isBelow = path.length === 2 && !variables;
  const declared = Object.entries({ ...args, ...(isBelow && { id: 'ID!' }), first: 'Int', after: 'String' });
  const passed = Object.keys({ ...args, first: true, after: true }).map((name) => `${name}: $${name}`);
  const page = `${path.at(-1)}(${passed.join(', ')}) { nodes { ${selectionOf(Object.values(columns))} } pageInfo { hasNextPage endCursor } }`;
  const variablesOf = declared.map(([name, type]) => `$${name}: ${type}`).join(', ');
  return `query (${variablesOf}) { ${isBelow ? `${path[0]}(id: $id) { ${page} }` : page} }`;
}

function selectionOf(ways: readonly string[]): string {
  const own = ways.filter((way) => !way.includes('.'));
  const below = [...new Set(ways.filter((way) => way.includes('.')).map((way) => way.split('.')[0]!))];
  const within = (field: string) => ways.filter((way) => way.startsWith(`${field}.`)).map((way) => way.slice(field.length + 1));
  return [...own, ...below.map((field) => `${field} { ${selectionOf(within(field))} }`)].join(' ');
}

type Item = Readonly<Record<string, unknown>>;

/** A line of a list. */
export function cellsOf({ columns }: CsvList, item: Item, more?: MoreCells): CsvCell[] {
  const own = Object.values(columns).map((way) =>
    cellOf(way.split('.').reduce<unknown>((at, field) => (at as Item | null)?.[field], item)),
  );
  return more ? [...own, ...more.cellsOf(item['id'] as string)] : own;
}

/** Lists as semicolons separate them, yes and no, other things as JSON. */
function cellOf(value: unknown): CsvCell {
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const isTexts = Array.isArray(value) && value.every((one) => typeof one === 'string');
  return isTexts ? joinedCell(value) : JSON.stringify(value);
}
