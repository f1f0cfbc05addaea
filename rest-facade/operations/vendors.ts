import { badInput, type FieldMessages, type Problem } from '../../src/kernel/errors';
import { CONTRACT_VALUES } from '../../src/domains/vendor/vendor.rules';
import { parseDateTime } from '../../src/graphql/scalars';
import { tagOf } from '../conditions';
import type { Call, RestOperation, RestRequest } from '../operation';
import { allFrom, FILE_PAGE, type Page, pagesFrom, STREAM_PAGE } from '../pages';
import { csvFile, found, json, jsonList, type Reply } from '../replies';
import { type ExportedVendor, vendorRows } from './vendor-csv';

/** A vendor that was created or changed. */
interface Vendor {
  externalId?: string | null;
  contractValue: string | null;
  contractRenewalDate: string | null;
  owner?: { id: string } | null;
  overallScore: number | null;
  lastAssessedAt: string | null;
  createdAt: string;
  updatedAt: string;
  revision: number;
}

interface VendorList {
  vendors: Page<object>;
}

interface DomainCompliance {
  domain: string;
  framework: { id: string; name: string };
}

interface VendorDetail {
  revision: number;
  contractValue: string | null;
  assessments: Page<object>;
  domainBreakdown: DomainCompliance[];
}

/** The vendor asked for, if there is one. */
interface Found<V> {
  vendor: V | null;
}

const getVendor: RestOperation = {
  variables: ({ params }) => ({ id: params.vendorId, first: STREAM_PAGE }),
  respond: vendorDetail,
};

export const vendors: Record<string, RestOperation> = {
  listVendors: {
    variables: ({ query }) => ({ filter: query, first: STREAM_PAGE }),
    respond: ({ vendors }: VendorList, { again }: Call<VendorList>) =>
      jsonList(pagesFrom(vendors, async (after) => (await again({ after })).vendors)),
  },

  getVendor,

  getVendorByExternalId: {
    variables: ({ params }) => ({ externalId: params.externalId, first: STREAM_PAGE }),
    respond: vendorDetail,
  },

  getVendorScore: {
    variables: ({ params }) => ({ id: params.vendorId }),
    respond({ vendor }: Found<{ domainBreakdown: DomainCompliance[] }>) {
      const { domainBreakdown, ...score } = found(vendor);
      return json({ ...score, domainBreakdown: domainBreakdown.map(domainEntry) });
    },
  },

  listVendorCertifications: {
    variables: ({ params }) => ({ id: params.vendorId }),
    respond: ({ vendor }: Found<object>) => json(found(vendor)),
  },

  exportVendor: {
    variables: ({ params }) => ({ id: params.vendorId, first: FILE_PAGE }),
    respond({ vendor }: Found<ExportedVendor>, { again }: Call<Found<ExportedVendor>>) {
      const shown = found(vendor);
      const pages = pagesFrom(shown.assessments, async (after) => found((await again({ after })).vendor).assessments);
      const entity = { type: 'Vendor', id: shown.id, name: shown.name };
      return csvFile(`${shown.name}.csv`, vendorRows({ ...shown, contractValue: contractValue(shown) }, pages), { entity });
    },
  },

  importVendor: {
    grants: ['vendors:view'],
    variables: ({ body }) => ({ input: vendorInput(body) }),
    respond: ({ createVendor }: { createVendor: { vendor: Vendor } }) => json(createdVendor(createVendor.vendor), 201),
    explain: (problem) => (problem.code === 'CONFLICT' ? badInput({}, problem.message) : invalidVendor(problem)),
    shownBy: { document: 'getVendor', ...getVendor, madeBy: ({ body }) => ({ vendorId: (body as { id: string }).id }) },
  },

  updateVendor: {
    grants: ['vendors:view'],
    variables: ({ params, body, expectedRevision }) => ({ input: { ...vendorInput(body), id: params.vendorId, expectedRevision } }),
    respond({ updateVendor: { vendor } }: { updateVendor: { vendor: Vendor } }) {
      return { ...json({ ...createdVendor(vendor), externalId: vendor.externalId }), revision: vendor.revision };
    },
    explain: invalidVendor,
    shownBy: { document: 'getVendor', ...getVendor },
  },

  deleteVendor: {
    grants: ['vendors:view'], // for If-Match
    variables: ({ params }) => ({ id: params.vendorId }),
    respond: () => json({ deleted: true }),
    shownBy: { document: 'getVendor', ...getVendor },
  },
};

async function vendorDetail({ vendor }: Found<VendorDetail>, { again }: Call<Found<VendorDetail>>): Promise<Reply> {
  const { revision, ...shown } = found(vendor);
  const detail = {
    ...shown,
    contractValue: contractValue(shown),
    assessments: await allFrom(shown.assessments, async (after) => found((await again({ after })).vendor).assessments),
    domainBreakdown: shown.domainBreakdown.map(domainEntry),
  };
  return { ...json(detail), tag: tagOf(revision, detail), revision };
}

function domainEntry({ domain, framework, ...compliance }: DomainCompliance): object {
  return { domain, frameworkId: framework.id, frameworkName: framework.name, ...compliance };
}

/** A vendor as the contract shows it when it was created: the renewal day as a moment, the owner by id. */
function createdVendor(vendor: Vendor): object {
  const { externalId: _, owner, overallScore, lastAssessedAt, createdAt, updatedAt, revision: _revision, ...profile } = vendor;
  const day = profile.contractRenewalDate;
  return {
    ...profile,
    contractRenewalDate: day && `${day}T00:00:00.000Z`,
    contractValue: contractValue(profile),
    ownerId: owner?.id ?? null,
    overallScore,
    lastAssessedAt,
    createdAt,
    updatedAt,
  };
}

function contractValue({ contractValue }: { contractValue: string | null }): string | null {
  return contractValue && CONTRACT_VALUES[contractValue as keyof typeof CONTRACT_VALUES];
}

/** What the body says, in GraphQL's words. The renewal day may come as the moment that a record shows. */
function vendorInput(body: RestRequest['body']): object {
  const input: Record<string, unknown> = { ...body };
  const known = Object.entries(CONTRACT_VALUES).find(([, text]) => text === input.contractValue);
  if (known) input.contractValue = known[0];
  if (typeof input.contractRenewalDate === 'string') input.contractRenewalDate = parseDateTime(input.contractRenewalDate)!.slice(0, 10);
  return input;
}

/** Faults of the body in the contract's words. */
function invalidVendor(problem: Problem): Problem {
  if (problem.code !== 'BAD_USER_INPUT') return problem;
  const fields = problem.extensions.fields as FieldMessages;
  const isNameless = fields.name === 'is required';
  return badInput(fields, isNameless ? 'Vendor name is required' : `Invalid vendor data: ${problem.message}`);
}
