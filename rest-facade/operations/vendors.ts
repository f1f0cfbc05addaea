import { CONTRACT_VALUES } from '../../src/domains/vendor/vendor.rules';
import { parseDateTime } from '../../src/platform/dates';
import { badInput, type Problem } from '../../src/kernel/errors';
import { isVisible } from '../../src/kernel/validate';
import { type Standing, tagOf } from '../conditions';
import {
  type ContractValue,
  deleteVendorDocument,
  type DomainResultFragment,
  exportVendorDocument,
  getVendorByExternalIdDocument,
  getVendorDocument,
  getVendorScoreDocument,
  importVendorDocument,
  listVendorCertificationsDocument,
  listVendorsDocument,
  updateVendorDocument,
  type VendorDetailFragment,
  type VendorRecordFragment,
  type VendorStatus,
} from '../documents/vendors.generated';
import { operation, type RestRequest, type Tools } from '../operation';
import { allFrom, FILE_PAGE, pagesFrom, STREAM_PAGE } from '../pages';
import { csvFile, found, json, jsonList, type Reply } from '../replies';
import { vendorRows } from './vendor-csv';

type VendorBody = RestRequest<'importVendor' | 'updateVendor'>['body'];
type ContractText = NonNullable<VendorBody['contractValue']>;

/** REST's names for the GraphQL enum. */
const CONTRACT_TEXTS: Readonly<Record<ContractValue, ContractText>> = CONTRACT_VALUES;
const contractValues = Object.keys(CONTRACT_TEXTS) as ContractValue[];

export const vendors = {
  listVendors: operation(listVendorsDocument, {
    variables: ({ query: { status, ...filter } }) => ({
      // The definition allows no other words.
      filter: { ...filter, status: status?.split(',') as VendorStatus[] | undefined },
      first: STREAM_PAGE,
    }),
    respond: ({ vendors }, { again }) => jsonList(pagesFrom(vendors, async (after) => (await again({ after })).vendors)),
  }),

  getVendor: operation(getVendorDocument, {
    variables: ({ params }) => ({ id: params.vendorId, first: STREAM_PAGE }),
    respond: ({ vendor }, tools) => showVendor(found(vendor), tools),
  }),

  getVendorByExternalId: operation(getVendorByExternalIdDocument, {
    variables: ({ params }) => ({ externalId: params.externalId, first: STREAM_PAGE }),
    respond: ({ vendor }, tools) => showVendor(found(vendor), tools),
  }),

  getVendorScore: operation(getVendorScoreDocument, {
    variables: ({ params }) => ({ id: params.vendorId }),
    respond({ vendor }) {
      const { domainBreakdown, ...score } = found(vendor);
      return json({ ...score, domainBreakdown: domainBreakdown.map(domainEntry) });
    },
  }),

  listVendorCertifications: operation(listVendorCertificationsDocument, {
    variables: ({ params }) => ({ id: params.vendorId }),
    respond: ({ vendor }) => json(found(vendor)),
  }),

  exportVendor: operation(exportVendorDocument, {
    variables: ({ params }) => ({ id: params.vendorId, first: FILE_PAGE }),
    respond({ vendor }, { again }) {
      const shown = found(vendor);
      const pages = pagesFrom(shown.assessments, async (after) => found((await again({ after })).vendor).assessments);
      const entity = { type: 'Vendor', id: shown.id, name: shown.name };
      return csvFile(`${shown.name}.csv`, vendorRows(shown, contractText(shown), pages), { entity });
    },
  }),

  importVendor: operation(importVendorDocument, {
    variables: ({ body }) => ({ input: vendorInput(body) }),
    async respond({ createVendor: { vendor, shown } }, tools) {
      const { tag } = await showVendor({ ...shown, ...NOTHING_YET }, tools);
      return { ...json(recordOf(vendor, null), 201), tag };
    },
    explain: (problem, { body }) => (problem.code === 'CONFLICT' ? badInput({}, problem.message) : invalidVendor(problem, body)),
  }),

  updateVendor: operation(updateVendorDocument, {
    grants: { 'vendors:view': 'PUT /api/v1/vendors/{vendorId}, vendors:edit: "200, updated vendor"' },
    variables: ({ params, body, expectedRevision }) => ({
      input: { ...vendorInput(body), id: params.vendorId, expectedRevision },
      first: STREAM_PAGE,
    }),
    async respond({ updateVendor: { vendor, shown } }, tools) {
      const { externalId, owner, ...record } = vendor;
      const { tag } = await showVendor(shown, tools);
      return { ...json({ ...recordOf(record, owner && owner.id), externalId }), tag };
    },
    explain: (problem, { body }) => invalidVendor(problem, body),
    standing: vendorStanding,
  }),

  deleteVendor: operation(deleteVendorDocument, {
    // Only used to evaluate If-Match, never shown.
    grants: { 'vendors:view': 'DELETE /api/v1/vendors/{vendorId}: "vendors:delete"' },
    variables: ({ params }) => ({ id: params.vendorId }),
    respond: () => json({ deleted: true }),
    standing: vendorStanding,
  }),
};

type ShownVendor = VendorDetailFragment & { revision: number };

/** The figures of a vendor that was just created. */
const NOTHING_YET = {
  assessments: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } },
  domainBreakdown: [],
  history: [],
  customerResponsibilityCompliance: null,
} satisfies Partial<VendorDetailFragment>;

/** The vendor as GET shows it, with its tag. */
async function showVendor({ revision, ...shown }: ShownVendor, { run }: Tools): Promise<Reply & Standing> {
  const after = async (cursor: string) => (await readVendor(shown.id, run, cursor)).assessments;
  const detail = {
    ...shown,
    contractValue: contractText(shown),
    assessments: await allFrom(shown.assessments, after),
    domainBreakdown: shown.domainBreakdown.map(domainEntry),
  };
  return { ...json(detail), tag: tagOf(revision, detail), revision };
}

async function readVendor(id: string, run: Tools['run'], after?: string): Promise<ShownVendor> {
  return found((await run(getVendorDocument, { id, first: STREAM_PAGE, after })).vendor);
}

async function vendorStanding({ params }: RestRequest<'updateVendor' | 'deleteVendor'>, tools: Tools): Promise<Standing> {
  return showVendor(await readVendor(params.vendorId, tools.run), tools);
}

function domainEntry({ domain, framework, ...compliance }: DomainResultFragment) {
  return { domain, frameworkId: framework.id, frameworkName: framework.name, ...compliance };
}

/** A vendor as the contract shows it after creation: the renewal date as a date-time, the owner by id. */
function recordOf(vendor: VendorRecordFragment, ownerId: string | null) {
  const { overallScore, lastAssessedAt, createdAt, updatedAt, ...profile } = vendor;
  const day = profile.contractRenewalDate;
  return {
    ...profile,
    contractRenewalDate: day && `${day}T00:00:00.000Z`,
    contractValue: contractText(profile),
    ownerId,
    overallScore,
    lastAssessedAt,
    createdAt,
    updatedAt,
  };
}

function contractText({ contractValue }: { contractValue: ContractValue | null }): ContractText | null {
  return contractValue && CONTRACT_TEXTS[contractValue];
}

/** The body as GraphQL input. The renewal date may come as the date-time that a record shows. */
function vendorInput<Body extends VendorBody>({ contractValue, contractRenewalDate, ...same }: Body) {
  return {
    ...same,
    contractValue: contractValue && contractValues.find((value) => CONTRACT_TEXTS[value] === contractValue),
    contractRenewalDate: contractRenewalDate && parseDateTime(contractRenewalDate)!.slice(0, 10),
  };
}

/** Errors in the body, in the contract's words. */
function invalidVendor(problem: Problem, { name }: VendorBody): Problem {
  if (problem.code !== 'BAD_USER_INPUT') return problem;
  const isNameless = 'name' in problem.fields && (name == null || (typeof name === 'string' && !isVisible(name)));
  if (isNameless) return badInput(problem.fields, 'Vendor name is required');
  return badInput(problem.fields, `Invalid vendor data: ${'portfolioId' in problem.fields ? NO_PLACE : problem.message}`);
}

/** Bodies can't name it. */
const NO_PLACE =
  'you have to say which portfolio the vendor belongs to, which this API can’t: create it with GraphQL or in the web application';
