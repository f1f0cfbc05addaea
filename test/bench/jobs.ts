import type { Client } from 'pg';
import { readStructure } from '../../src/platform/pdf/structure';
import { idOf, SIZES } from './data';

export interface Ask {
  path: string;
  method?: string;
  body?: object;
  headers?: Record<string, string>;
}

/** A job: the request to each contestant, and how their responses are made comparable. */
export interface Job {
  id: string;
  title: string;
  /** The minimum ratio of Vetgraph's throughput to the limit's, where the project promises one. */
  floor?: number;
  /** The number of concurrent requests, if restricted. */
  connections?: number;
  asks: Record<string, Ask[]>;
  read?: Record<string, (answer: never) => unknown>;
  /** How a response is read; JSON by default. */
  take?(response: Response): Promise<unknown>;
  /** Runs before every round. */
  prepare?(client: Client): Promise<void>;
}

/** As PATCH leaves them; only those closed by the bench. */
async function reopenFindings(client: Client): Promise<void> {
  await client.query(`update finding set status = 'OPEN', resolution_note = null, resolved_at = null, resolved_by_name = null
    where resolved_by_name like 'API key%'`);
  await client.query('vacuum finding');
}

const graph = (text: string): Ask => ({ path: '/graphql', method: 'POST', body: { query: text.replace(/\s+/g, ' ') } });

/** The URLs of the reports, by job name. */
export async function findReports(client: Client): Promise<Record<string, string>> {
  const {
    rows: [id],
  } = await client.query<Record<'assessment' | 'vendor' | 'framework', string>>(
    `select ${idOf('assessment', 0)} as assessment, ${idOf('vendor', 0)} as vendor, ${idOf('framework', 0)} as framework`,
  );
  return {
    P1: `/api/assessments/${id!.assessment}/pdf`,
    P2: '/api/dashboard/report',
    P3: `/api/vendors/${id!.vendor}/frameworks/${id!.framework}/report`,
  };
}

const REPORTS: Record<string, string> = {
  P1: 'PDF of an assessment',
  P2: 'PDF of the portfolio',
  P3: 'PDF of a vendor against a framework',
};

function printed([id, path]: [string, string]): Job {
  return {
    id,
    title: REPORTS[id]!,
    connections: 2, // as many as can print at once
    asks: { Vetgraph: [{ path }], limit: [{ path: `/${id}` }] },
    take: async (response) => readStructure(new Uint8Array(await response.arrayBuffer())).pageCount,
  };
}

const VENDOR_FIELDS = 'id name externalId contactName contactEmail tier website overallScore lastAssessedAt assessmentCount tags';
const TREE = `{ vendors(first: 25) { nodes { id name tier assessments(first: 5) { nodes { id title status score
  findings { id title severity status controls { id code title } } } } } } }`;
/** The peers return lists where Vetgraph returns pages. */
const PEER_TREE = `{ vendors(first: 25) { id name tier assessments(first: 5) { id title status score
  findings { id title severity status controls { id code title } } } } }`;
const POSTGRAPHILE_TREE = `{ allVendors(first: 25, orderBy: [NAME_ASC]) { nodes { id name tier
  assessmentsByVendorId(first: 5, orderBy: [CREATED_AT_DESC]) { nodes { id title status score
  findingsByAssessmentId(orderBy: [RANK_ASC, CREATED_AT_DESC, ID_DESC]) { nodes { id title severity status
  findingControlsByFindingId(orderBy: [CODE_ASC]) { nodes { controlByControlId { id code title } } } } } } } } } }`;

type Node = Record<string, unknown>;
interface Nodes {
  nodes: Node[];
}

/** Maps PostGraphile's names to ours. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  if ('nodes' in value) return (value as Nodes).nodes.map(plain);
  const entries = Object.entries(value).map(([key, inner]) => [RENAMED[key] ?? key, plain(inner)]);
  const { control, ...rest } = Object.fromEntries(entries) as Node & { control?: unknown };
  return control ?? rest;
}
const RENAMED: Record<string, string> = {
  assessmentsByVendorId: 'assessments',
  findingsByAssessmentId: 'findings',
  findingControlsByFindingId: 'controls',
  controlByControlId: 'control',
};

/** PostGraphile prints times with the database's offset. */
const utc = (rows: unknown) =>
  (rows as Node[]).map((row) => ({ ...row, lastAssessedAt: row.lastAssessedAt && new Date(row.lastAssessedAt as string).toISOString() }));

export async function makeJobs(client: Client, scale: number, session: string): Promise<Job[]> {
  const ids = async (kind: string, numbers: number[]) => {
    const { rows } = await client.query<{ id: string }>(`select ${idOf(kind, 'n')} as id from unnest($1::int[]) as n`, [numbers]);
    return rows.map(({ id }) => id);
  };
  const vendors = await ids(
    'vendor',
    Array.from({ length: 200 }, (_, n) => Math.floor(n * 7 * scale)),
  );
  const open = await client.query<{ id: string }>(`select id from finding where status = 'OPEN' order by id limit 40000`);
  const {
    rows: [days],
  } = await client.query<{ from: string; to: string }>(
    `select (now() - interval '200 days')::date::text as from, (now() - interval '20 days')::date::text as to`,
  );
  const close = (path: string, rest: number): Ask[] =>
    open.rows
      .filter((_, n) => n % 2 === rest)
      .map(({ id }) => ({
        path: `${path}/${id}`,
        method: 'PATCH',
        body: { status: 'REMEDIATED', resolutionNote: 'Shown to us in a call' },
      }));
  const groups = Array.from({ length: (SIZES.vendors * scale) / 50 }, (_, n) => `?tag=group-${n}`);
  const audit = `?action=UPDATE_FINDING&fromDate=${days!.from}&toDate=${days!.to}&page=10&pageSize=25`;

  return [
    {
      id: 'J1',
      title: `REST list, ${(SIZES.vendors * scale).toLocaleString('en')} vendors with counts`,
      floor: 0.55,
      asks: {
        Vetgraph: [{ path: '/api/v1/vendors' }],
        limit: [{ path: '/J1' }],
        'PostGraphile 5': [graph(`{ allVendors(orderBy: [NAME_ASC]) { nodes { ${VENDOR_FIELDS} } } }`)],
        'Mercurius with jit': [graph(`{ vendors { ${VENDOR_FIELDS} } }`)],
        'GraphQL Yoga': [graph(`{ vendors { ${VENDOR_FIELDS} } }`)],
        'express with Drizzle': [{ path: '/vendors' }],
      },
      read: {
        'PostGraphile 5': ({ data }: { data: { allVendors: Nodes } }) => utc(plain(data.allVendors)),
        'Mercurius with jit': ({ data }: { data: { vendors: Node[] } }) => data.vendors,
        'GraphQL Yoga': ({ data }: { data: { vendors: Node[] } }) => data.vendors,
      },
    },
    {
      id: 'J1f',
      title: 'REST list filtered to 50',
      floor: 0.45,
      asks: {
        Vetgraph: groups.map((tag) => ({ path: `/api/v1/vendors${tag}` })),
        limit: groups.map((tag) => ({ path: `/J1f${tag}` })),
        'Mercurius with jit': groups.map((tag) => graph(`{ vendors(tag: "${tag.slice(5)}") { ${VENDOR_FIELDS} } }`)),
        'GraphQL Yoga': groups.map((tag) => graph(`{ vendors(tag: "${tag.slice(5)}") { ${VENDOR_FIELDS} } }`)),
        'express with Drizzle': groups.map((tag) => ({ path: `/vendors${tag}` })),
      },
      read: {
        'Mercurius with jit': ({ data }: { data: { vendors: Node[] } }) => data.vendors,
        'GraphQL Yoga': ({ data }: { data: { vendors: Node[] } }) => data.vendors,
      },
    },
    {
      id: 'J2',
      title: 'GraphQL: 25 vendors → assessments → findings → controls',
      floor: 0.5,
      asks: {
        Vetgraph: [graph(TREE)],
        limit: [{ path: '/J2' }],
        'PostGraphile 5': [graph(POSTGRAPHILE_TREE)],
        'Mercurius with jit': [graph(PEER_TREE)],
        'GraphQL Yoga': [graph(PEER_TREE)],
      },
      read: {
        Vetgraph: ({ data }: { data: { vendors: Nodes } }) => plain(data.vendors),
        'PostGraphile 5': ({ data }: { data: { allVendors: Nodes } }) => plain(data.allVendors),
        'Mercurius with jit': ({ data }: { data: { vendors: Node[] } }) => data.vendors,
        'GraphQL Yoga': ({ data }: { data: { vendors: Node[] } }) => data.vendors,
      },
    },
    {
      id: 'J3',
      title: 'REST vendor detail with domain breakdown and history',
      floor: 0.3,
      asks: {
        Vetgraph: vendors.map((id) => ({ path: `/api/v1/vendors/${id}` })),
        limit: vendors.map((id) => ({ path: `/J3/${id}` })),
        'express with Drizzle': vendors.map((id) => ({ path: `/vendors/${id}` })),
      },
    },
    {
      id: 'J4',
      title: 'Dashboard; the limit aggregates all responses at each call',
      floor: 5,
      asks: { Vetgraph: [{ path: '/api/v1/dashboard' }], limit: [{ path: '/J4' }] },
    },
    {
      id: 'J5',
      title: 'PATCH finding with its chained audit entry',
      floor: 0.4,
      asks: { Vetgraph: close('/api/v1/findings', 0), limit: close('/J5', 1) },
      prepare: reopenFindings,
    },
    {
      id: 'J6',
      title: 'Audit page 10, filtered by action and dates, with total',
      floor: 0.65,
      // With a session, because the contract allows an API key only 60 of these a minute.
      asks: {
        Vetgraph: [{ path: `/api/v1/audit${audit}`, headers: { Authorization: '', Cookie: session } }],
        limit: [{ path: `/J6${audit}` }],
      },
    },
    ...Object.entries(await findReports(client)).map(printed),
  ];
}
