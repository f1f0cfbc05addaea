/** A transaction begins together with its first statement, and its last one goes with the commit. */
import type { Database, Transaction } from '../../src/database/database';
import { sql } from '../../src/database/sql';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let database: Database;
beforeAll(async () => {
  server = await startTestServer({ databasePool: 1 } as never);
  ({ database } = server.services);
  await database.query(sql`create table tried (id int primary key)`);
});
afterAll(() => server.stop());

const add = (id: number) => sql<{ id: number }>`insert into tried (id) values (${id}) returning id`;
const divide = (by: number) => sql<{ share: number }>`select 1 / ${by}::int as share`;
const kept = async () => (await database.query(sql<{ id: number }>`select id from tried order by id`)).map(({ id }) => id);
const fails = (work: (tx: Transaction) => Promise<unknown>) => expect(database.transaction(work)).rejects.toThrow();

test('what fails in the first statement, new or known, changes nothing, and the connection goes on', async () => {
  for (let n = 0; n < 4; n++) {
    await fails(async (tx) => {
      await tx.query(divide(0));
    });
    await fails((tx) => tx.query(sql`select nothing from nowhere`));
    expect(await database.transaction((tx) => tx.query(divide(1)))).toEqual([{ share: 1 }]);
  }
});

test('nothing is kept of what began and failed later', async () => {
  for (const id of [1, 2, 3]) {
    await fails(async (tx) => {
      await tx.query(add(id));
      await tx.query(divide(0));
    });
    await fails(async (tx) => {
      await tx.query(add(id));
      throw new Error('Changed our mind');
    });
  }
  expect(await kept()).toEqual([]);
});

test('statements that are sent at once are all in it', async () => {
  for (const start of [10, 20, 30]) {
    await fails(async (tx) => {
      await Promise.all([tx.query(add(start)), tx.query(add(start + 1)), tx.query(add(start + 2))]);
      throw new Error('Changed our mind');
    });
  }
  expect(await kept()).toEqual([]);
  await database.transaction((tx) => Promise.all([tx.query(add(10)), tx.query(add(11))]));
  expect(await kept()).toEqual([10, 11]);
});

test('whoever uses the connection itself is in it, too', async () => {
  await fails(async (tx) => {
    await tx.connection.query('insert into tried (id) values (40)');
    throw new Error('Changed our mind');
  });
  await fails(async (tx) => {
    await tx.em.getConnection().execute('insert into tried (id) values (41)', [], 'run', tx.em.getTransactionContext());
    throw new Error('Changed our mind');
  });
  expect(await kept()).toEqual([10, 11]);
});

test('the last statement goes with the commit, or with nothing', async () => {
  await database.transaction(async (tx) => {
    tx.beforeCommit(() => Promise.resolve(add(50)));
  });
  await fails(async (tx) => {
    await tx.query(add(51));
    tx.beforeCommit(() => Promise.resolve(divide(0)));
  });
  await database.transaction(() => Promise.resolve());
  expect(await kept()).toEqual([10, 11, 50]);
  expect(await database.query(sql`select pg_current_xact_id_if_assigned() as id`)).toEqual([{ id: null }]);
});
