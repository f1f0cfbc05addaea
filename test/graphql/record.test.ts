import type { EntityClass } from '@mikro-orm/core';
import { entities } from '../../src/entities';
import type { Database } from '../../src/database/database';
import { keepingOf, reasonAgainstKeeping } from '../../src/database/record/kept';
import { rawSql } from '../../src/database/sql';
import { openDatabase } from '../../src/open-database';
import { createTestDatabase } from '../kit/database';

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

test.each(entities.map((entity) => [entity.name, entity as EntityClass<object>]))('the past of %s is kept, or there is a reason', (_, entity) => {
  expect([keepingOf(entity), reasonAgainstKeeping(entity)].filter((one) => one !== undefined)).toHaveLength(1);
});

test.each(entities.map((entity) => [entity.name, entity as EntityClass<object>]))('no secret of %s is in the record', (_, entity) => {
  const table = database.recorder.tableOf(entity);
  const telling = table?.columns.filter(({ name }) => /hash|secret|token|password/.test(name)) ?? [];
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
