import { z } from 'zod';
import type { RequestContext } from '../../kernel/context';
import { UNHURRIED } from '../../database/limit';
import { ERASED } from '../../database/personal';
import { groupBy } from '../../graphql/engine/loaders';
import { personalTables } from '../../database/personal-table';
import { badInput, conflict, notFound } from '../../kernel/errors';
import { check, line } from '../../kernel/validate';
import { isId } from '../../platform/id';
import * as logStore from '../audit/audit-erasure.store';
import * as verificationStore from '../audit/audit-verification.store';
import { type Change, change } from '../audit/audit.service';
import * as mailStore from '../mail/mail.store';
import * as keyStore from '../user/api-key.store';
import { User } from '../user/user.entity';
import { findUser, removeUser } from '../user/user.service';
import type { Place } from './changes.store';
import * as store from './erasure.store';
import type { EraseUserInput } from './record.types';

/**
 * Takes the name, the addresses and the ids that other systems gave of a person out of everything that is kept, and deletes the
 * user, all in one transaction. What the audit log and the record have proved by hashes stays proved.
 */
export async function eraseUser(ctx: RequestContext, { id, confirmName }: EraseUserInput): Promise<void> {
  const given = check(z.object({ confirmName: line() }), { confirmName });
  if (!isId(id)) throw notFound('User');
  await change(ctx, async (tx) => {
    await tx.connection.query(UNHURRIED);
    await tx.query(logStore.lock());
    const user = await findUser(ctx, tx, id);
    const { name, ...known } = (await tx.one(store.person(id)))!;
    if (name === null) throw notFound('User');
    if ((await tx.one(logStore.isErased(id)))!.found) throw conflict('This user has already been erased');
    if (given.confirmName !== name) throw badInput({ confirmName: "doesn't match the user's name" });
    const before = await readGone(ctx, tx);
    const counts = await eraseEverywhere(ctx, tx, { id, ...known }, async () => {
      await tx.query(keyStore.forgetAddresses(id));
      if (user) await removeUser(tx, user, 'erased');
    });
    const isSelf = ctx.caller.userId === id;
    const entity = { type: 'User', id, name: ERASED };
    const inAll = await nowGone(ctx, tx, before);
    tx.record({ action: 'ERASE_USER', entity, meta: { ...counts, inAll }, ...(isSelf && { actor: { userId: id, name: ERASED } }) });
  });
}

interface Counts {
  entries: number;
  states: number;
}

/**
 * Rows come first: whoever is changing one is waited for, and has written its version by then. They still refer to the user,
 * who goes before the versions, and the versions before the log.
 */
async function eraseEverywhere({ database }: RequestContext, tx: Change, who: store.Person, remove: () => Promise<void>): Promise<Counts> {
  const tables = personalTables(database.orm);
  await tx.query(mailStore.withdrawTo(who.addresses));
  for (const table of tables.filter(({ entity }) => entity !== User)) await tx.query(store.eraseRows(table, who));
  await remove();
  const places: Place[] = [];
  for (const table of tables) {
    const record = database.recorder.tableOf(table.entity);
    if (record) places.push(...(await tx.query(store.eraseVersions(table, record, who))));
  }
  for (let from = 0; from < places.length; from += SLICE) {
    const some = places.slice(from, from + SLICE);
    await tx.query(
      logStore.eraseChanges(
        some.map(({ lane }) => lane),
        some.map(({ seq }) => seq),
      ),
    );
  }
  return { entries: await eraseFromLog(tx, who), states: places.length };
}

/** How many entries one statement looks at, so that none takes long, however long the log is. */
const SLICE = 5_000;

async function eraseFromLog(tx: Change, { id, names, addresses }: store.Person): Promise<number> {
  let entries = 0;
  const folded = [...new Set(addresses.map((address) => address.toLowerCase()))];
  for (const { lane, last } of await tx.query(verificationStore.chains())) {
    for (let first = 1; first <= last; first += SLICE) {
      entries += (await tx.one(logStore.erase(id, names, folded, lane, first, first + SLICE - 1)))!.erased;
    }
  }
  return entries;
}

/** A request of someone who is being erased may still be under way, and its entry name the person again: this erases it, too. */
export async function eraseLateEntries(ctx: RequestContext): Promise<void> {
  if ((await ctx.database.query(logStore.late())).length === 0) return;
  await change(ctx, async (tx) => {
    await tx.connection.query(UNHURRIED);
    await tx.query(logStore.lock());
    const before = await readGone(ctx, tx);
    const byPerson = groupBy(await tx.query(logStore.late()), ({ id }) => id);
    for (const [id, entries] of byPerson) {
      for (const { lane, seq } of entries) await tx.query(logStore.erase(id, [], [], lane, seq, seq));
    }
    const inAll = await nowGone(ctx, tx, before);
    for (const [id, entries] of byPerson) {
      const entity = { type: 'User', id, name: ERASED };
      tx.record({ action: 'ERASE_USER', entity, meta: { entries: entries.length, states: 0, inAll } });
    }
  });
}

type Gone = logStore.Gone & { told: logStore.Gone | null; isUnknown: boolean };

const readGone = async ({ database }: RequestContext, tx: Change): Promise<Gone> =>
  (await tx.one(logStore.gone(database.recorder.tables)))!;

/** What the log says to be gone from now on: what it said before and what went since, so that nothing else can hide behind it. */
async function nowGone(ctx: RequestContext, tx: Change, before: Gone): Promise<logStore.Gone> {
  const after = await readGone(ctx, tx);
  const since = before.isUnknown ? before : (before.told ?? NOTHING);
  const now = (name: keyof logStore.Gone) => since[name] + after[name] - before[name];
  return { details: now('details'), changes: now('changes'), states: now('states') };
}

const NOTHING: logStore.Gone = { details: 0, changes: 0, states: 0 };
