import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/database/database';
import { type Sql, sql, STATEMENTS } from '../../src/database/sql';
import { TALLIED } from '../../src/database/tally/tally';
import { Assessment, AssessmentStatus } from '../../src/domains/assessment/assessment.entity';
import { EVENTS } from '../../src/domains/assessment/assessment.rules';
import { insert } from '../../src/domains/finding/finding.store';
import { removeAssessment } from '../../src/domains/portfolio/deletion.store';
import { DEFICIENT_CONTROL } from '../../src/domains/scoring/deficiency.store';
import { openDatabase } from '../../src/open-database';
import { createTestDatabase } from '../kit/database';
import { readStores } from '../kit/store-types';

/** Tallies follow from what is written: each statement that writes a tallied table returns counting columns. */

/** The demo portfolio is counted after it is loaded. */
const COUNTED_LATER = ['demo-batch.insertFindings', 'demo-batch.insertAnswers'];

const stores = readStores();
// eslint-disable-next-line @typescript-eslint/no-require-imports -- by the names that were found
for (const { file } of stores) require(file);

let database: Database;
let drop: () => Promise<void>;
/** Tables whose rows are deleted with those of another, by foreign key: [parent, child]. */
let cascades: [string, string][];
beforeAll(async () => {
  const made = await createTestDatabase();
  drop = made.drop;
  database = await openDatabase(made.url, 1);
  const rows = await database.query<{ parent: string; child: string }>(sql`
    select confrelid::regclass::text as parent, conrelid::regclass::text as child from pg_constraint where contype = 'f' and confdeltype = 'c'`);
  cascades = rows.map(({ parent, child }) => [parent, child]);
});
afterAll(async () => {
  await database.close();
  await drop();
});

/** The table, and all whose rows are deleted with its rows. */
function reached(table: string, known = new Set([table])): Set<string> {
  for (const [parent, child] of cascades) if (parent === table && !known.has(child)) reached(child, known.add(child));
  return known;
}

/** The counting columns that a statement needs, by its text. */
function needed(text: string): string[] {
  const found = new Set<string>();
  const add = (...columns: string[]) => columns.forEach((column) => found.add(column));
  for (const [, table] of text.matchAll(/\binsert into "?(\w+)/g)) {
    for (const { kind } of TALLIED.filter((one) => one.table === table)) add(`+${kind}`);
  }
  for (const [, table] of text.matchAll(/\bdelete from "?(\w+)/g)) {
    const gone = reached(table!);
    for (const { kind } of TALLIED.filter((one) => gone.has(one.table))) add(`-${kind}`);
    if (gone.has('assessment')) add(`-${DEFICIENT_CONTROL}`);
  }
  for (const [, table, rest] of text.matchAll(/\bupdate "?(\w+)"?(?: (?:as )?\w+)? set (?=(.*))/gs)) {
    for (const { kind, by } of TALLIED.filter((one) => one.table === table)) {
      if (by.some((column) => new RegExp(`\\b${column}"? =`).test(rest!))) add(`+${kind}`, `-${kind}`);
    }
  }
  return [...found].sort();
}

const written = (statement: Sql) => statement.compile(database.table);

const cases = stores.filter(({ name }) => !COUNTED_LATER.includes(name)).map((store) => [store.name, store.samples] as const);

test.each(cases)('%s counts what it writes', (name, samples) => {
  for (const sample of samples) {
    const { text, counting } = written((STATEMENTS.get(name) as unknown as (...args: unknown[]) => Sql)(...sample));
    const failing = name === 'review.complete' ? [`+${DEFICIENT_CONTROL}`] : [];
    expect([...new Set(counting)].sort()).toEqual([...needed(text), ...failing].sort());
    // Failing answers are counted when their assessment is completed: from then on results are final.
    if (/\bis_compliant = /.test(text))
      expect(text).toMatch(/not exists \(select 1 from assessment where id = \S+ and status = 'COMPLETED'\)/);
  }
});

test('the statements are parsed correctly', () => {
  expect(needed('delete from vendor where id = $1')).toEqual(['-assessment', '-deficient-control', '-finding']);
  expect(needed('with a as (insert into "finding" (id) values ($1)) delete from mail')).toEqual(['+finding']);
  expect(needed('update assessment a set score = 1, "status" = $1 where id = $2')).toEqual(['+assessment', '-assessment']);
  expect(needed('update assessment set score = 1 where id = $2')).toEqual([]);
  expect(needed('select id from finding for update')).toEqual([]);
});

/** Failing answers are counted by the statement that completes an assessment, which the type of `move` reserves to it. */
test('only one event completes an assessment', () => {
  const completing = Object.entries(EVENTS).filter(([, { to }]) => to === 'COMPLETED');
  expect(completing.map(([event]) => event)).toEqual(['finalize']);
});

describe('a write without counting', () => {
  const ids = { vendor: '00000000-0000-4000-8000-00000000000a', assessment: '00000000-0000-4000-8000-00000000000b' };
  const finding = () => ({ id: randomUUID(), vendorId: ids.vendor, assessmentId: ids.assessment, title: 'Gap', severity: 'HIGH' }) as const;
  beforeAll(async () => {
    await database.query(sql`insert into vendor (id, name, contact_email) values (${ids.vendor}, 'Acme', 'a@b.example')`);
    await database.query(sql`
      insert into assessment (id, title, vendor_id, template_name, template_version) values (${ids.assessment}, 'A', ${ids.vendor}, 'T', 1)`);
  });

  test('is refused outside a transaction', async () => {
    await expect(database.query(insert(finding() as never))).rejects.toThrow('belong in change()');
  });

  test('is not committed', async () => {
    await expect(database.transaction((tx) => tx.query(insert(finding() as never)))).rejects.toThrow('change()');
    expect(await database.query(sql`select id from finding`)).toEqual([]);
  });

  test('is committed if something counts it', async () => {
    const changes = await database.transaction(async (tx) => {
      await tx.query(insert(finding() as never));
      await tx.query(insert(finding() as never));
      tx.keepPast();
      return tx.tallies.take();
    });
    expect(changes).toEqual([{ kind: 'finding', key: 'OPEN HIGH', by: 2, vendorId: ids.vendor }]);
    const gone = await database.transaction(async (tx) => {
      await tx.query(removeAssessment(ids.assessment, ids.vendor));
      tx.keepPast();
      const taken = tx.tallies.take();
      await tx.connection.query('rollback; begin');
      return taken;
    });
    expect(gone).toEqual([
      { kind: 'finding', key: 'OPEN HIGH', by: -2, vendorId: ids.vendor },
      { kind: 'assessment', key: 'DRAFT', by: -1, vendorId: ids.vendor },
    ]);
  });

  test('is refused by the entity manager, which may change other tables', async () => {
    const revise = (changes: Partial<Assessment>) =>
      database.transaction(async (tx) => {
        tx.em.assign(await tx.em.findOneOrFail(Assessment, ids.assessment), changes);
        tx.keepPast();
      });
    await expect(revise({ status: AssessmentStatus.SENT })).rejects.toThrow('Assessment is tallied');
    await revise({ title: 'Renamed' });
    expect(await database.query(sql`select title, status from assessment`)).toEqual([{ title: 'Renamed', status: 'DRAFT' }]);
  });
});
