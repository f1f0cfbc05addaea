/**
 * The signed tree of the audit log: how many entries a second come into it, each with its changes, and how long a proof takes in a
 * large tree, whose tiles are generated; on the embedded PostgreSQL with full durability.
 *
 *   npm run bench:tree -- [entries in the large tree, 10,000,000 if not given]
 */
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openServices, prepareDatabase } from '../../src/bootstrap';
import type { Database } from '../../src/database/database';
import { sql } from '../../src/database/sql';
import { change } from '../../src/domains/audit/audit.service';
import { TreeBuilder } from '../../src/domains/log/builder';
import { takeKey } from '../../src/domains/log/key';
import { putTiles } from '../../src/domains/log/log.store';
import { proofsOf } from '../../src/domains/log/proof';
import { Vendor } from '../../src/domains/vendor/vendor.entity';
import { insertInto } from '../../src/database/rows';
import { readConfig } from '../../src/kernel/config';
import { systemContext, type Services } from '../../src/kernel/context';
import { createLogger } from '../../src/platform/logging';
import { writeTreeHead } from '../../src/platform/tlog/checkpoint';
import { leafHash, treeRoot } from '../../src/platform/tlog/merkle';
import { type Signer, signNote, writeNote } from '../../src/platform/tlog/note';
import { edgeOf, grow, nodesIn, type Tile } from '../../src/platform/tlog/tiles';

const CHANGES = 5_000;
const WRITERS = 16;
const PROOFS = 1_000;

/** Creates vendors, then has all of them put into the tree. */
async function measureGrowth(services: Services, signer: Signer): Promise<void> {
  const ctx = systemContext(services);
  let left = CHANGES;
  const write = async () => {
    while (left-- > 0) {
      const id = randomUUID();
      await change(ctx, async (tx) => {
        await tx.query(insertInto(Vendor, { id, name: `Vendor ${left}`, contactEmail: 'a@acme.example' }));
        tx.record({ action: 'CREATE_VENDOR', entity: { type: 'Vendor', id, name: 'Vendor' } });
      });
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  const started = performance.now();
  await new TreeBuilder(services, signer).build();
  const seconds = (performance.now() - started) / 1_000;
  console.log(
    `${CHANGES} entries with their changes came into the tree in ${seconds.toFixed(2)} s: ${(CHANGES / seconds).toFixed(0)} a second`,
  );
}

/** A tree of so many made-up leaves; only some of them have an entry, which is what is asked for. */
async function generate(database: Database, signer: Signer, size: number, asked: readonly number[]): Promise<void> {
  await database.query(sql`truncate audit_leaf, audit_tile, audit_checkpoint, audit_entry`);
  let edge: Tile[] = [];
  const step = 65_536;
  for (let from = 0; from < size; from += step) {
    const hashes = Array.from({ length: Math.min(step, size - from) }, (_, i) => leafHash(Buffer.from(String(from + i))));
    const grown = grow(from, edge, hashes);
    await database.query(putTiles(grown));
    const byPlace = new Map([...edge, ...grown].map((tile) => [`${tile.level}/${tile.index}`, tile]));
    edge = edgeOf(from + hashes.length).map(({ level, index }) => byPlace.get(`${level}/${index}`)!);
    await database.query(sql`
      insert into audit_leaf (index, lane, seq, commitments, salt)
      select n, n % 16, n / 16 + 1, jsonb_build_object('changes', repeat('x', 44)), sha256(n::text::bytea)
      from generate_series(${from}::bigint, ${from + hashes.length - 1}::bigint) n`);
  }
  await database.query(sql`
    insert into audit_entry (lane, seq, action, user_name, prev_hash, hash)
    select n % 16, n / 16 + 1, 'CREATE_VENDOR', 'System', '', '' from unnest(${asked}::bigint[]) n`);
  const head = writeTreeHead({ origin: signer.name, size, root: treeRoot(size, nodesIn(edge)) });
  await database.query(sql`insert into audit_checkpoint (size, note) values (${size}, ${writeNote(signNote(head, signer))})`);
  // What was just written is no part of what is measured.
  await database.query(sql`vacuum analyze`);
  await database.query(sql`checkpoint`);
}

async function measureProofs(database: Database, asked: readonly number[]): Promise<void> {
  const times: number[] = [];
  for (const index of asked) {
    const started = performance.now();
    const [proof] = await proofsOf(database, [{ lane: index % 16, seq: String(Math.floor(index / 16) + 1) }]);
    times.push(performance.now() - started);
    if (proof?.index !== index) throw new Error(`There is no proof of leaf ${index}`);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))]!.toFixed(1);
  console.log(`a proof takes ${at(0.5)} ms (median), ${at(0.99)} ms (99 of 100), ${at(1)} ms at most`);
}

async function main(): Promise<void> {
  const size = Number(process.argv[2] ?? 10_000_000);
  const folder = await mkdtemp(path.join(tmpdir(), 'vetgraph-bench-'));
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'error', DATABASE_POOL: '40' });
  const opened = await openServices(config, createLogger('error'), () => undefined, { asOwner: true });
  const { services, close } = opened;
  try {
    await prepareDatabase(opened, { makesKey: true });
    const signer = (await takeKey(systemContext(services)))!;
    await measureGrowth(services, signer);
    const asked = [...new Set(Array.from({ length: PROOFS }, () => randomInt(size)))];
    await generate(services.database, signer, size, asked);
    console.log(`in a tree of ${size.toLocaleString('en')} entries,`);
    await measureProofs(services.database, asked);
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
  }
}

void main();
