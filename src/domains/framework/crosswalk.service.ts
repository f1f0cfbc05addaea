import { z } from 'zod';
import type { Row } from '../../database/rows';
import { sql } from '../../database/sql';
import type { RequestContext } from '../../graphql/context';
import { badInput, type FieldMessages, notFound } from '../../graphql/errors';
import { check, isId } from '../../graphql/validate';
import { type Change, change } from '../audit/audit.service';
import { MAX_RELATIONS, type Relation, type RelationRow, relationRows, stored } from './crosswalk.rules';
import { Framework } from './framework.entity';

export interface Crosswalk {
  fromFrameworkId: string;
  toFrameworkId: string;
  /** Codes of controls and how the first relates to the second. */
  relations: unknown;
  /** Whether relations of the two frameworks that are not among these go. */
  replace?: boolean | null;
}

/** Sets how the controls of two frameworks relate, as a list by codes. Gives back how many relations were given. */
export async function importCrosswalk(ctx: RequestContext, input: Crosswalk): Promise<number> {
  const { relations } = check(z.object({ relations: relationRows }), input);
  return change(ctx, async (tx) => {
    const [from, to] = await findFrameworks(tx, input);
    const pairs = await findPairs(tx, [from, to], relations);
    if (input.replace) await tx.query(sql`delete from control_relation ${between(from.id, to.id)}`);
    await setRelations(tx, pairs);
    const [{ count }] = (await tx.query<{ count: number }>(sql`
      select count(*) as count from control_relation ${between(from.id, to.id)}`)) as [{ count: number }];
    if (count > MAX_RELATIONS) {
      throw badInput({ relations: `would make more than ${MAX_RELATIONS.toLocaleString('en')} between the two frameworks` });
    }
    const meta = { toFrameworkId: to.id, toFrameworkName: to.name, relations: relations.length };
    tx.record({ action: 'IMPORT_CROSSWALK', entity: { type: 'Framework', id: from.id, name: from.name }, meta });
    return relations.length;
  });
}

async function findFrameworks(
  tx: Change,
  { fromFrameworkId, toFrameworkId }: Crosswalk,
): Promise<[Row<Framework>, Row<Framework>]> {
  if (fromFrameworkId.toLowerCase() === toFrameworkId.toLowerCase()) {
    throw badInput({ toFrameworkId: 'must be another framework' });
  }
  const rows = await tx.query<Row<Framework>>(sql`
    ${tx.table(Framework).select} where id = any(${[fromFrameworkId, toFrameworkId].filter(isId)}::uuid[])
    order by id for update`);
  const find = (id: string) => {
    const found = rows.find((row) => row.id === id.toLowerCase());
    if (!found) throw notFound('Framework');
    return found;
  };
  return [find(fromFrameworkId), find(toFrameworkId)];
}

interface Pair {
  from: string;
  to: string;
  relation: Relation;
}

/** The rows by the ids of their controls; a code that its framework hasn't is a fault in its place. */
async function findPairs(
  tx: Change,
  frameworks: [Row<Framework>, Row<Framework>],
  relations: readonly RelationRow[],
): Promise<Pair[]> {
  const ids = frameworks.map(({ id }) => id);
  const controls = await tx.query<{ id: string; code: string; frameworkId: string }>(sql`
    select id, code, framework_id as "frameworkId" from control where framework_id = any(${ids}::uuid[])`);
  const byCode = new Map(controls.map(({ id, code, frameworkId }) => [`${frameworkId} ${code}`, id]));
  const fields: FieldMessages = {};
  const find = (framework: Row<Framework>, code: string, place: string) => {
    const id = byCode.get(`${framework.id} ${code}`);
    if (!id) fields[place] = `"${code}" names no control of ${framework.name}`;
    return id ?? '';
  };
  const pairs = relations.map(({ from, to, relation }, i) => ({
    from: find(frameworks[0], from, `relations.${i}.from`),
    to: find(frameworks[1], to, `relations.${i}.to`),
    relation,
  }));
  if (Object.keys(fields).length > 0) throw badInput(fields);
  return pairs;
}

/** What was said of a pair before, from either end, gives way. */
async function setRelations(tx: Change, pairs: readonly Pair[]): Promise<void> {
  const given = JSON.stringify(pairs.map(stored));
  await tx.query(sql`
    delete from control_relation r using jsonb_to_recordset(${given}::jsonb) as given("from" uuid, "to" uuid)
    where r.from_id = given."to" and r.to_id = given."from"`);
  await tx.query(sql`
    insert into control_relation (from_id, to_id, relation)
    select "from", "to", relation
    from jsonb_to_recordset(${given}::jsonb) as given("from" uuid, "to" uuid, relation text)
    on conflict (from_id, to_id) do update set relation = excluded.relation`);
}

/** The relations of two frameworks, from either end. */
const between = (a: string, b: string) => sql`
  where from_id in (select id from control where framework_id = ${a}) and to_id in (select id from control where framework_id = ${b})
    or from_id in (select id from control where framework_id = ${b}) and to_id in (select id from control where framework_id = ${a})`;
