/**
 * What the audit chain costs: the same small change with no audit row, with a plain row, with a single chain and with the
 * chains as shipped; on the embedded PostgreSQL with full durability, rounds interleaved in one run.
 *
 *   npm run bench:audit
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Transaction, Database } from '../../src/database/database';
import { openDatabase } from '../../src/open-database';
import { startEmbedded } from '../../src/database/embedded';
import { migrate } from '../../src/database/migrate';
import { sql } from '../../src/database/sql';
import { append } from '../../src/domains/audit/audit-chain.store';
import { commit } from '../../src/domains/audit/audit.commitments';
import { laneFor } from '../../src/domains/audit/audit.lanes';

/** Many short rounds, so that other load on the machine affects all variants alike. */
const ROUNDS = 12;
const ROUND_MS = 500;

const entry = () => ({
  id: randomUUID(),
  action: 'UPDATE_VENDOR' as const,
  entity: { type: 'Vendor', id: randomUUID(), name: 'Acme' },
  userId: null,
  userName: 'System',
  ...commit({ entityName: 'Acme', userName: 'System' }),
});

const NONE = { tallies: [], ofPortfolios: [] };
const NOTHING = { read: [], latest: [], write: [], hashes: [] };

const WAYS: Record<string, (tx: Transaction) => Promise<unknown>> = {
  'no audit row': async () => undefined,
  'plain audit row': (tx) =>
    tx.query(sql`
    insert into audit_entry (id, lane, seq, action, user_name, prev_hash, hash)
    values (gen_random_uuid(), -1, (random() * 9e15)::bigint, 'UPDATE_VENDOR', 'System', '', '')`),
  'one chain': (tx) => tx.query(append(0, entry(), NONE, NOTHING, new Map())),
  'as shipped': async (tx) => tx.beforeCommit(async () => append(laneFor(tx), entry(), NONE, NOTHING, new Map())),
};

async function measure(database: Database, work: (tx: Transaction) => Promise<unknown>, writers: number): Promise<number> {
  const until = performance.now() + ROUND_MS;
  let done = 0;
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      while (performance.now() < until) {
        await database.transaction(async (tx) => {
          await tx.query(sql`update vendor set notes = ${String(done)} where external_id = ${`bench-${writer}`}`);
          await work(tx);
        });
        done++;
      }
    }),
  );
  return (done / ROUND_MS) * 1_000;
}

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vetgraph-bench-'));
  const embedded = await startEmbedded(folder);
  const database = await openDatabase(embedded.url, 40);
  await migrate(database);
  await database.query(sql`insert into vendor (id, name, contact_email, external_id)
    select gen_random_uuid(), 'Bench', 'a@b.example', 'bench-' || n from generate_series(0, 31) n`);
  for (const writers of [1, 8, 32]) {
    const rates: Record<string, number[]> = {};
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, work] of Object.entries(WAYS)) (rates[name] ??= []).push(await measure(database, work, writers));
    }
    const middle = (name: string) => rates[name]!.sort((a, b) => a - b)[ROUNDS / 2]!;
    console.log(`\n${writers} writers`);
    for (const name of Object.keys(WAYS)) {
      console.log(
        `  ${name.padEnd(16)} ${middle(name).toFixed(0).padStart(6)} changes/s   ${(middle(name) / middle('no audit row')).toFixed(2)}`,
      );
    }
  }
  await database.close();
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
}

void main();
