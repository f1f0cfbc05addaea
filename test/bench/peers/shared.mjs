import process from 'node:process';
import pg from 'pg';

const TIMESTAMPTZ = 1184;
const isoTime = (text) => {
  const fraction = text.length > 22 ? text.slice(20, -3).padEnd(3, '0') : '000';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
};
pg.types.setTypeParser(TIMESTAMPTZ, isoTime);
pg.types.setTypeParser(20, Number);

export const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 20,
  idleTimeoutMillis: 0,
  options: '-c timezone=UTC',
});

const read = async (name, text, values = []) => (await pool.query({ name, text, values })).rows;

const VENDOR = `id, name, external_id as "externalId", contact_name as "contactName", contact_email as "contactEmail", tier,
  website, overall_score as "overallScore", last_assessed_at as "lastAssessedAt", assessment_count as "assessmentCount", tags`;

export function vendors({ first, tag }) {
  if (tag) return read('vt', `select ${VENDOR} from vendor where tags @> array[$1]::text[] order by lower(name), id`, [tag]);
  return first
    ? read('vf', `select ${VENDOR} from vendor order by lower(name), id limit $1`, [first])
    : read('v', `select ${VENDOR} from vendor order by lower(name), id`);
}

/** Groups rows by key, in the order of the keys. */
function grouped(keys, rows) {
  const groups = new Map(keys.map((key) => [key, []]));
  for (const row of rows) groups.get(row.up).push(row);
  return keys.map((key) => groups.get(key));
}

/** The loaders, the same for all: one statement per level. */
export const batches = {
  assessments: async (ids, first) =>
    grouped(
      ids,
      await read(
        'a',
        `select a.* from unnest($1::uuid[]) as v(id) cross join lateral (
      select id, vendor_id as up, title, status, score from assessment where vendor_id = v.id
      order by created_at desc, id desc limit $2) a`,
        [ids, first],
      ),
    ),
  findings: async (ids) =>
    grouped(
      ids,
      await read(
        'f',
        `select id, assessment_id as up, title, severity, status from finding
      where assessment_id = any($1::uuid[]) order by rank, created_at desc, id desc`,
        [ids],
      ),
    ),
  controls: async (ids) =>
    grouped(
      ids,
      await read(
        'c',
        `select f.finding_id as up, c.id, c.code, c.title from finding_control f
      join control c on c.id = f.control_id where f.finding_id = any($1::uuid[]) order by c.code, c.id`,
        [ids],
      ),
    ),
};

export const typeDefs = `
  type Query { vendors(first: Int, tag: String): [Vendor!]! }
  type Vendor { id: ID! name: String! externalId: String contactName: String contactEmail: String! tier: String website: String
    overallScore: Float lastAssessedAt: String assessmentCount: Int! tags: [String!]! assessments(first: Int!): [Assessment!]! }
  type Assessment { id: ID! title: String! status: String! score: Float findings: [Finding!]! }
  type Finding { id: ID! title: String! severity: String! status: String! controls: [Control!]! }
  type Control { id: ID! code: String! title: String! }`;

export function listening(port) {
  process.stdout.write(`listens on http://127.0.0.1:${port}\n`);
}
export const PORT = Number(process.env.PORT ?? 0);
process.on('SIGTERM', () => process.exit(0));
