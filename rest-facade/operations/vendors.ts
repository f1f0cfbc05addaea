import { badInput, type FieldMessages, type Problem } from '../../src/graphql/errors';
import type { Call, Operation, RestRequest } from '../operation';
import { allFrom, FILE_PAGE, type Page, pagesFrom, STREAM_PAGE } from '../pages';
import { csvFile, found, json, jsonList, type Reply } from '../replies';
import { type ExportedVendor, vendorRows } from './vendor-csv';

/** How REST speaks of the GraphQL enum. */
const CONTRACT_VALUES: Readonly<Record<string, string>> = {
  UP_TO_50K: '$0–$50K',
  FROM_50K_TO_250K: '$50K–$250K',
  FROM_250K_TO_1M: '$250K–$1M',
  FROM_1M_TO_5M: '$1M–$5M',
  OVER_5M: '$5M+',
};

/** The fields that REST shows in another form. */
interface Vendor {
  contractValue: string | null;
  contractRenewalDate?: string | null;
  owner?: { id: string } | null;
}

interface VendorList {
  vendors: Page<object>;
}

interface DomainCompliance {
  framework: { id: string; name: string };
}

interface VendorDetail extends Vendor {
  assessments: Page<object>;
  domainBreakdown: DomainCompliance[];
}

/** The vendor asked for, if there is one. */
interface Found<V> {
  vendor: V | null;
}

export const vendors: Record<string, Operation> = {
  listVendors: {
    variables: ({ query }) => ({ filter: query, first: STREAM_PAGE }),
    respond: ({ vendors }: VendorList, { again }: Call<VendorList>) =>
      jsonList(pagesFrom(vendors, async (after) => (await again({ after })).vendors)),
  },

  getVendor: {
    variables: ({ params }) => ({ id: params.vendorId, first: STREAM_PAGE }),
    respond: vendorDetail,
  },

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
    respond: ({ createVendor }: { createVendor: { vendor: Vendor } }) => json(vendorRecord(createVendor.vendor), 201),
    explain: (problem) => (problem.code === 'CONFLICT' ? badInput({}, problem.message) : invalidVendor(problem)),
  },

  updateVendor: {
    grants: ['vendors:view'],
    variables: ({ params, body }) => ({ input: { ...vendorInput(body), id: params.vendorId } }),
    respond: ({ updateVendor }: { updateVendor: { vendor: Vendor } }) => json(vendorRecord(updateVendor.vendor)),
    explain: invalidVendor,
  },

  deleteVendor: {
    variables: ({ params }) => ({ id: params.vendorId }),
    respond: () => json({ deleted: true }),
  },
};

async function vendorDetail({ vendor }: Found<VendorDetail>, { again }: Call<Found<VendorDetail>>): Promise<Reply> {
  const { assessments, domainBreakdown, ...detail } = found(vendor);
  return json({
    ...detail,
    contractValue: contractValue(detail),
    assessments: await allFrom(assessments, async (after) => found((await again({ after })).vendor).assessments),
    domainBreakdown: domainBreakdown.map(domainEntry),
  });
}

function domainEntry({ framework, ...compliance }: DomainCompliance): object {
  return { ...compliance, frameworkId: framework.id, frameworkName: framework.name };
}

/** A created or changed vendor as the contract shows it: the renewal day as a moment, the owner by id. */
function vendorRecord({ owner, contractRenewalDate: day, ...vendor }: Vendor): object {
  return {
    ...vendor,
    contractRenewalDate: day && `${day}T00:00:00.000Z`,
    contractValue: contractValue(vendor),
    ownerId: owner?.id ?? null,
  };
}

function contractValue({ contractValue }: Pick<Vendor, 'contractValue'>): string | null {
  return contractValue && CONTRACT_VALUES[contractValue]!;
}

function vendorInput(body: RestRequest['body']): object {
  const known = Object.entries(CONTRACT_VALUES).find(([, text]) => text === body.contractValue);
  return known ? { ...body, contractValue: known[0] } : body;
}

/** Faults of the body in the contract's words. */
function invalidVendor(problem: Problem): Problem {
  if (problem.code !== 'BAD_USER_INPUT') return problem;
  const fields = problem.extensions.fields as FieldMessages;
  const isNameless = fields.name === 'is required';
  return badInput(fields, isNameless ? 'Vendor name is required' : `Invalid vendor data: ${problem.message}`);
}
