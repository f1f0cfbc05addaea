import type { Queryable, Transaction } from '../../database/database';
import { badInput, type FieldMessages } from '../../kernel/errors';
import { readSettings } from '../settings/settings.service';
import { reserveFieldKeys, type VendorField } from '../settings/vendor-fields';
import { isEmpty, Misfit, readValue } from './own-fields.rules';
import * as store from './own-fields.store';
import { VENDOR_COLUMNS } from './vendor-fields.rules';

// Tables that come out of Vetgraph begin with the id.
reserveFieldKeys(['id', ...Object.entries(VENDOR_COLUMNS).flat(2)]);

/** What becomes of own fields of a vendor: new values by key; null: cleared. */
export type FieldChanges = ReadonlyMap<string, string | number | boolean | null>;

/** What a vendor has, by key. */
export type FieldValues = ReadonlyMap<string, unknown>;

interface Standing {
  /** The vendor is being made: then required fields have to be given. */
  isNew: boolean;
  /** What the vendor has. */
  before: FieldValues;
  /** Whether what stays as it is isn't checked again: only for those who may know what the vendor has. */
  mayStay?: boolean;
  /** Whether that holds for a required field without a value, too. */
  mayStayEmpty?: boolean;
  /** Whether a value is as before; identical if not given. */
  isSame?: (before: unknown, after: unknown) => boolean;
}

const isIdentical = (before: unknown, after: unknown) => before === after;

/** Whether values of own fields, as GraphQL has them, fit these. Faults are by key; nothing is written if there is one. */
export function checkOwnFields(
  fields: readonly VendorField[],
  given: Readonly<Record<string, unknown>>,
  { isNew, before, mayStay = false, mayStayEmpty = false, isSame = isIdentical }: Standing,
): { changes: FieldChanges; faults: Map<string, string> } {
  const changes = new Map<string, string | number | boolean | null>();
  const faults = new Map<string, string>();
  const known = new Set(fields.map(({ key }) => key));
  for (const key of Object.keys(given)) if (!known.has(key)) faults.set(key, 'is no own field');
  for (const field of fields) {
    const { key, isRequired } = field;
    const isGiven = Object.hasOwn(given, key) && given[key] !== undefined;
    if (!isGiven && !isNew) continue;
    const value = isGiven ? given[key] : null;
    const old = before.get(key) ?? null;
    if (isEmpty(value)) {
      if (isRequired && (isNew || old !== null || !mayStayEmpty)) faults.set(key, 'is required');
      else if (old !== null) changes.set(key, null);
      continue;
    }
    if (mayStay && isSame(old, value)) continue;
    try {
      const read = readValue(field, value);
      if (!isSame(old, read)) changes.set(key, read);
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      faults.set(key, error.message);
    }
  }
  return { changes, faults };
}

/** At most so many faults are told: a key can be anything. */
const MOST_FAULTS = 100;

/** The changes that an input makes to own fields of a vendor. Throws BAD_USER_INPUT with faults at `fields.<key>`. */
export async function readOwnFields(tx: Transaction, given: unknown, standing: Standing): Promise<FieldChanges> {
  if (given == null && !standing.isNew) return new Map();
  if (given != null && (typeof given !== 'object' || Array.isArray(given))) {
    throw badInput({ fields: 'must be an object with values by key' });
  }
  const { vendorFields } = await readSettings(tx);
  const { changes, faults } = checkOwnFields(vendorFields, (given ?? {}) as Record<string, unknown>, standing);
  const people = [...peopleIn(vendorFields, changes)];
  const users = new Set(people.length > 0 ? (await tx.query(store.users(people.map(({ id }) => id)))).map(({ id }) => id) : []);
  for (const { key, id } of people) if (!users.has(id)) faults.set(key, 'does not match a user');
  if (faults.size > 0) throw badInput(messagesOf(faults));
  return changes;
}

function messagesOf(faults: ReadonlyMap<string, string>): FieldMessages {
  return Object.fromEntries([...faults].slice(0, MOST_FAULTS).map(([key, message]) => [`fields.${key.slice(0, 64)}`, message]));
}

function peopleIn(fields: readonly VendorField[], changes: FieldChanges): { key: string; id: string }[] {
  return fields.flatMap(({ key, kind }) => {
    const id = kind === 'PERSON' ? changes.get(key) : null;
    return id == null ? [] : [{ key, id: String(id) }];
  });
}

/** What some vendors have, by their ids. */
export async function ownValuesOf(tx: Queryable, vendorIds: readonly string[]): Promise<Map<string, Map<string, unknown>>> {
  const values = new Map<string, Map<string, unknown>>(vendorIds.map((id) => [id, new Map()]));
  if (vendorIds.length === 0) return values;
  for (const { vendorId, key, value } of await tx.query(store.ofVendors(vendorIds))) values.get(vendorId)!.set(key, value);
  return values;
}

/** Writes what becomes of own fields of vendors, which are locked: at most two statements, and the kinds of the fields. */
export async function writeOwnFields(tx: Transaction, of: readonly { vendorId: string; changes: FieldChanges }[]): Promise<void> {
  const all = of.flatMap(({ vendorId, changes }) => [...changes].map(([key, value]) => ({ vendorId, key, value })));
  if (all.length === 0) return;
  const { vendorFields } = await readSettings(tx);
  const people = new Set(vendorFields.filter(({ kind }) => kind === 'PERSON').map(({ key }) => key));
  const written = all.filter(({ value }) => value !== null);
  const cleared = all.filter(({ value }) => value === null);
  if (written.length > 0) {
    await tx.query(store.write(written.map((one) => ({ ...one, personId: people.has(one.key) ? String(one.value) : null }))));
  }
  if (cleared.length > 0) await tx.query(store.clear(cleared));
}

/** The names of changed own fields in the audit log. */
export const changedNames = (changes: FieldChanges) => [...changes.keys()].map((key) => `fields.${key}`);

/** Counts a change of own fields as one of the vendor. */
export async function reviseVendor(tx: Transaction, vendorId: string): Promise<void> {
  await tx.query(store.reviseVendor(vendorId));
}
