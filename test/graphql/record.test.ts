import type { EntityClass } from '@mikro-orm/core';
import { entities } from '../../src/entities';
import type { Database } from '../../src/database/database';
import { keepingOf, reasonAgainstKeeping } from '../../src/database/record/kept';
import { rawSql, type Sql, STATEMENTS } from '../../src/database/sql';
import type { RecordTable } from '../../src/database/record/record-table';
import type { Touch } from '../../src/database/record/touch';
import { openDatabase } from '../../src/open-database';
import { inPast } from '../../src/database/record/record-schema';
import { createTestDatabase } from '../kit/database';
import { readStores } from '../kit/store-types';

const stores = readStores();
// eslint-disable-next-line @typescript-eslint/no-require-imports -- by the names that were found
for (const { file } of stores) require(file);

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const made = await createTestDatabase();
  drop = made.drop;
  database = await openDatabase(made.url, 2);
});
afterAll(async () => {
  await database.close();
  await drop();
});

test.each(entities.map((entity) => [entity.name, entity as EntityClass<object>]))(
  'the past of %s is kept, or there is a reason',
  (_, entity) => {
    expect([keepingOf(entity), reasonAgainstKeeping(entity)].filter((one) => one !== undefined)).toHaveLength(1);
  },
);

test.each(entities.map((entity) => [entity.name, entity as EntityClass<object>]))('no secret of %s is in the record', (_, entity) => {
  const table = database.recorder.tableOf(entity);
  const telling = table?.columns.filter(({ name }) => /hash|secret|token|^password(?!_sign_in$)/.test(name)) ?? [];
  expect(telling).toEqual([]);
});

test('every kept table can be asked about the past', async () => {
  for (const table of database.recorder.tables) {
    const rows = await database.transaction(async (tx) => {
      await tx.query(rawSql(`set local search_path = past, pg_catalog`));
      await tx.query(rawSql(`select set_config('vetgraph.moment', '2026-01-01T00:00:00.000Z', true)`));
      return tx.query(rawSql(`select * from ${table.name}`));
    });
    expect(rows).toEqual([]);
  }
});

describe('a statement that writes what is kept names its rows:', () => {
  /** Loaded in bulk, and recorded when all of it is there. */
  const isLater = (name: string) => name.startsWith('demo-batch.');

  /** What a statement does to tables, by its text: "vendor", or "-vendor" where it deletes. What has no past may change. */
  const doneBy = (text: string) => [
    ...[...text.matchAll(/\binsert into "?(\w+)/g)].map(([, table]) => table!),
    ...[...text.matchAll(/\bupdate "?(\w+)"?(?: (?:as )?\w+)? set (?=(.*))/gs)].flatMap(([, table, rest]) => {
      const { volatile = [] } = database.recorder.tableOf(table!) ?? {};
      const columns = rest!.split(/\b(?:where|from|returning)\b/)[0]!.split(',');
      return columns.every((column) => volatile.some(({ name }) => column.trim().startsWith(`${name} =`))) ? [] : table!;
    }),
    ...[...text.matchAll(/\bdelete from "?(\w+)/g)].map(([, table]) => `-${table!}`),
  ];

  /** What touching a table covers. Rows that go with others are followed by the foreign keys. */
  const coveredBy = ({ entity, removes }: Touch): string[] => {
    const covered = new Set<string>();
    const remove = (table: RecordTable) => {
      covered.add(`-${table.name}`);
      for (const { table: follower, isRemoved } of database.recorder.followersOf(table)) {
        covered.add(follower.name);
        if (isRemoved && !covered.has(`-${follower.name}`)) remove(follower);
      }
    };
    const table = database.recorder.tableOf(entity)!;
    if (removes) remove(table);
    else covered.add(table.name);
    return [...covered];
  };

  test.each(stores.filter(({ name }) => !isLater(name)).map(({ name, samples }) => [name, samples] as const))('%s', (name, samples) => {
    for (const sample of samples) {
      const { text, touches } = (STATEMENTS.get(name) as unknown as (...args: unknown[]) => Sql)(...sample).compile(database.table);
      const done = new Set(doneBy(text).filter((one) => database.recorder.tableOf(one.replace('-', ''))));
      const said = touches.flatMap(coveredBy);
      expect([...done].filter((one) => !said.includes(one))).toEqual([]);
    }
  });
});

describe('a statement that reads can be asked about the past:', () => {
  /** About what has no past, or is no business of queries. Secrets have none either. */
  const HAS_NO_PAST =
    /^(account-link|audit-erasure|audit-verification|device|factor|idempotency|jobs|key|log|mail|migration|notification|rate-limit|record|reminder|saved-view|search|search-words|secret|session|sign-on|user-session|verification|webhook-delivery|witness|work)\.|^webhook\.(lockAt|ownedBy|sendable|failingFor)$|^event\.(heads|standing)$|^own-fields\.partsOf$|^identity-provider\.usable$|^user\.atProviders$|^settings\.(administratorByProvider|logo|onlyWayIn)$|^scim-(user\.|group\.member|role\.(due|membersWith|withoutGroupRole)$)/;

  const readers = stores.filter(({ name }) => !HAS_NO_PAST.test(name));

  test.each(readers.map(({ name, samples }) => [name, samples] as const))('%s', async (name, samples) => {
    for (const sample of samples) {
      const { text } = (STATEMENTS.get(name) as unknown as (...args: unknown[]) => Sql)(...sample).compile(database.table);
      // The indexes of parts and words are for the present.
      if (/\b(insert|update|delete|share|lock|truncate|text_parts|search_words)\b|_hash\b/.test(text)) continue;
      await database.transaction(async (tx) => {
        await tx.connection.query(inPast('2026-01-01T00:00:00.000Z'));
        await tx.connection.query(`prepare asked as ${text}`);
        await tx.connection.query('deallocate asked');
      });
    }
  });
});
