import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { admits } from '../../auth/permissions';
import { isListed } from '../../database/listed';
import type { Row } from '../../database/rows';
import type { RequestContext } from '../../kernel/context';
import { badInput, Problem, problemOf } from '../../kernel/errors';
import { groupBy } from '../../graphql/engine/loaders';
import { fieldMessages } from '../../kernel/validate';
import { readImport } from '../../imports/read';
import { inTurn } from '../../imports/one-at-a-time';
import { type Change, change } from '../audit/audit.service';
import { followContacts } from '../portal/portal-link.ending';
import { readSettings } from '../settings/settings.service';
import type { VendorField } from '../settings/vendor-fields';
import {
  changedNames,
  checkOwnFields,
  type FieldChanges,
  type FieldValues,
  ownValuesOf,
  writeOwnFields,
} from '../vendor/own-fields.service';
import type { Vendor } from '../vendor/vendor.entity';
import { ImportOutcome, type ImportVendorsInput, type ImportVendorsPayload, SameName, type VendorImportRow } from './vendor-import.inputs';
import { vendorsReader } from './vendor-import.reader';
import { type CellError, foldName, readRow, type RowValues } from './vendor-import.rules';
import * as store from './vendor-import.store';
import { findPortfolio } from '../vendor/portfolio.service';
import { defaultPlace } from './vendor-place';
import { entityOf, externalIdTaken, recordUpdate, vendorRule } from './vendor.service';

/** A row of the file, and what will happen to it. */
interface Plan extends VendorImportRow {
  /** The vendor after the import; undefined if nothing changes. */
  vendor?: store.WrittenVendor;
  /** The vendor that changes, as it is. */
  before?: Row<Vendor>;
  /** The values in the row. */
  values: Record<string, unknown>;
  /** The own fields in the row, and what becomes of those that change. */
  ownKeys: string[];
  ownChanges: FieldChanges;
}

/**
 * The plan for someone who may change vendors but not see them: it shows what the row contains, not what the vendor has, nor
 * whether they are equal. Otherwise a dry run would reveal every value by trial and error.
 */
function blindly(plan: Plan): Plan {
  const known = { name: (plan.values.name as string | undefined) ?? null, sameNameVendorIds: [] };
  if (plan.outcome === ImportOutcome.INVALID) return { ...plan, ...known, vendorId: null };
  if (plan.outcome === ImportOutcome.CREATED) return { ...plan, ...known };
  return { ...plan, ...known, outcome: ImportOutcome.UPDATED, changedFields: [...Object.keys(plan.values), ...plan.ownKeys.map(ownName)] };
}

const ownName = (key: string) => `fields.${key}`;

type GivenRow = RowValues & { line: number };

/** Someone else may create a vendor with the same external id in the meantime: then the import is planned again. */
const TRIES = 3;
/** After this many rows, other requests get a turn. */
const SLICE = 500;
/** The most vendors listed for a duplicate name. */
const MOST_SAME = 10;
/** A broken file can have errors in every cell: this many are enough to work on, and reporting all would block the server. */
const MOST_ERRORS = 1_000;

/**
 * Creates and updates vendors from a table: a row whose external id a vendor has updates it; the others create new ones, or
 * follow the choice made for names that already exist. Invalid rows are skipped or, with allOrNothing, stop the import. The
 * number of statements doesn't depend on the number of rows.
 */
export async function importVendors(ctx: RequestContext, input: ImportVendorsInput): Promise<ImportVendorsPayload> {
  if (goesByNames(input) && !admits(['vendors:view'], ctx.caller)) {
    throw new Problem(
      'FORBIDDEN',
      'Skipping or updating rows whose name already exists needs vendors:view, because it reveals which names exist',
    );
  }
  return inTurn(ctx, input.csv.length, () => importTable(ctx, input));
}

async function importTable(ctx: RequestContext, input: ImportVendorsInput): Promise<ImportVendorsPayload> {
  const { vendorFields } = await readSettings(ctx.database);
  const ownFields = new Map(vendorFields.map((field) => [field.key, field]));
  const ownTexts = vendorFields.filter(({ kind }) => kind === 'TEXT').map(({ key }) => key);
  const file = { csv: input.csv, ownKeys: [...ownFields.keys()], ownTexts };
  const { rows, ignored } = await readImport(vendorsReader, file, input.csv.length);
  const given: GivenRow[] = [];
  for (const row of rows) {
    if (given.length % SLICE === SLICE - 1) await setImmediate();
    given.push({ ...readRow(row, ownFields), line: row.line });
  }
  assertRows(given, input);
  for (let attempt = 1; ; attempt++) {
    try {
      return { ...(await importOnce(ctx, given, vendorFields, input)), ignoredColumns: ignored };
    } catch (error) {
      if (attempt === TRIES || problemOf(error)?.code !== 'CONFLICT') throw error;
    }
  }
}

function assertRows(given: readonly GivenRow[], { rowChoices }: ImportVendorsInput): void {
  const lines = new Set(given.map(({ line }) => line));
  const wrong = (rowChoices ?? []).findIndex(({ line }) => !lines.has(line));
  if (wrong >= 0) throw badInput({ [`rowChoices.${wrong}.line`]: 'is not the first line of a row' });
}

function importOnce(ctx: RequestContext, given: readonly GivenRow[], ownFields: readonly VendorField[], input: ImportVendorsInput) {
  const { dryRun, allOrNothing } = input;
  return change(ctx, async (tx) => {
    if (!dryRun && goesByNames(input)) await waitForOthers(tx);
    const plans = await planRows(ctx, tx, given, ownFields, input);
    const shown = admits(['vendors:view'], ctx.caller) ? plans : plans.map(blindly);
    const number = (outcome: ImportOutcome) => shown.filter((plan) => plan.outcome === outcome).length;
    const invalid = number(ImportOutcome.INVALID);
    const isApplied = !dryRun && !(allOrNothing && invalid > 0);
    if (isApplied) await write(tx, plans);
    return {
      applied: isApplied,
      created: number(ImportOutcome.CREATED),
      updated: number(ImportOutcome.UPDATED),
      unchanged: number(ImportOutcome.UNCHANGED),
      skipped: number(ImportOutcome.SKIPPED),
      invalid,
      // A vendor that is only planned has no id yet.
      rows: fewErrors(shown).map(({ vendor: _, before: _before, values: _values, ownKeys: _ownKeys, ownChanges: _ownChanges, ...row }) =>
        row.outcome === ImportOutcome.CREATED && !isApplied ? { ...row, vendorId: null } : row,
      ),
    };
  }).catch(externalIdTaken);
}

/** Whether existing names matter. */
const goesByNames = ({ sameName, rowChoices }: ImportVendorsInput) =>
  [sameName, ...(rowChoices ?? []).map((row) => row.sameName)].some((choice) => choice && choice !== SameName.CREATE);

/** Names have no unique index, so of two such imports the second waits until the first has written. */
async function waitForOthers(tx: Change): Promise<void> {
  await tx.query(store.lockNames());
}

/** The rows with their errors, up to the limit. */
function fewErrors(plans: readonly Plan[]): Plan[] {
  let left = MOST_ERRORS;
  return plans.map((plan) => {
    const errors = plan.errors.slice(0, left);
    left -= errors.length;
    return { ...plan, errors };
  });
}

async function planRows(
  ctx: RequestContext,
  tx: Change,
  given: readonly GivenRow[],
  ownFields: readonly VendorField[],
  input: ImportVendorsInput,
): Promise<Plan[]> {
  const existing = await findExisting(tx, given);
  const elsewhere = await takenElsewhere(ctx, given, existing);
  const people = ownFields.filter(({ kind }) => kind === 'PERSON').map(({ key }) => key);
  const owners = await findPeople(tx, given, people);
  const ownValues = await findOwnValues(tx, given, existing);
  const mayStay = admits(['vendors:view'], ctx.caller);
  const choices = new Map(input.rowChoices?.map(({ line, sameName }) => [line, sameName]));
  const lines = { byExternalId: new Map<string, number>(), byName: new Map<string, number>(), byVendor: new Map<string, number>() };
  const portfolioId = await findPortfolio(tx, input.portfolioId);
  const placeOfNew = () => portfolioId ?? defaultPlace(ctx);
  const plans: Plan[] = [];
  for (const row of given) {
    if (plans.length % SLICE === SLICE - 1) await setImmediate();
    const externalId = externalIdOf(row);
    const withExternalId = externalId ? existing.byExternalId.get(externalId) : undefined;
    const known = (row.id && existing.byId.get(row.id)) || withExternalId;
    const name = known ? null : nameOf(row);
    const same = name ? (existing.byName.get(name) ?? []) : [];
    const sameNameLine = (name ? lines.byName.get(name) : undefined) ?? null;
    const choice = same.length > 0 || sameNameLine ? (choices.get(row.line) ?? input.sameName ?? SameName.CREATE) : undefined;
    const before = known ?? (choice === SameName.UPDATE && same.length === 1 ? same[0] : undefined);
    const errors = [...row.errors];
    const fail = (column: string | null, message: string) => errors.push({ column, message });
    const claim = <K>(of: Map<K, number>, key: K | null | undefined, column: string, words: (line: number) => string) => {
      const earlier = key ? of.get(key) : undefined;
      if (earlier) fail(column, words(earlier));
      else if (key) of.set(key, row.line);
    };
    const told = { sameNameVendorIds: same.slice(0, MOST_SAME).map(({ id }) => id), sameNameLine };
    if (choice === SameName.SKIP && errors.length === 0) {
      const shownName = String(row.values.name);
      plans.push({
        ...told,
        line: row.line,
        externalId,
        name: shownName,
        vendorId: null,
        changedFields: [],
        errors,
        values: { name: shownName },
        ownKeys: [],
        ownChanges: new Map(),
        outcome: ImportOutcome.SKIPPED,
      });
      continue;
    }
    if ((known && withExternalId && known !== withExternalId) || elsewhere.has(externalId))
      fail('externalId', 'already belongs to another vendor');
    claim(lines.byExternalId, externalId, 'externalId', (line) => `is also on line ${line}`);
    claim(lines.byVendor, before?.id, 'name', (line) => `belongs to the vendor that line ${line} updates`);
    if (choice === SameName.UPDATE && !before) {
      fail(
        'name',
        same.length > 1
          ? `is the name of ${same.length} vendors; give the externalId of the one you mean`
          : `is also on line ${sameNameLine}, which creates the vendor`,
      );
    }
    if (!admits([before ? 'vendors:edit' : 'vendors:create'], ctx.caller)) {
      fail(
        null,
        before
          ? "would update a vendor, which you don't have permission to do"
          : "would create a vendor, which you don't have permission to do",
      );
    }
    const values = checkRow(row, before !== undefined, errors);
    if (before && !known) {
      // Other systems know a vendor by its external id, so a row matched by name can set one but not change it.
      if (externalId && before.externalId !== null) fail('externalId', 'differs from that of the vendor with this name');
      else if (!externalId) delete values.externalId;
    }
    if (row.ownerEmail !== undefined) {
      const ownerId = row.ownerEmail === '' ? null : owners.get(row.ownerEmail.toLowerCase());
      if (ownerId === undefined) fail('ownerEmail', 'does not match a user');
      values.ownerId = ownerId;
    }
    const own = { ...row.own };
    for (const key of people) {
      if (typeof own[key] !== 'string') continue;
      const id = owners.get(own[key].toLowerCase());
      if (id === undefined) fail(key, 'does not match a user');
      own[key] = id;
    }
    const standing = { isNew: !before, before: (before && ownValues.get(before.id)) ?? new Map(), mayStay, mayStayEmpty: mayStay, isSame };
    const { changes: ownChanges, faults } = checkOwnFields(ownFields, own, standing);
    for (const [key, message] of faults) if (!errors.some(({ column }) => column === key)) fail(key, message);
    if (name && errors.length === 0 && !lines.byName.has(name)) lines.byName.set(name, row.line);
    plans.push({
      ...planRow({ line: row.line, externalId, values, ownKeys: Object.keys(own), ownChanges, before, errors, placeOfNew }),
      ...told,
    });
  }
  return plans;
}

interface CheckedRow {
  line: number;
  externalId: string | null;
  values: Record<string, unknown>;
  ownKeys: string[];
  ownChanges: FieldChanges;
  before?: Row<Vendor>;
  errors: CellError[];
  /** The portfolio of a vendor that the row creates. */
  placeOfNew: () => string | null;
}

function planRow(checked: CheckedRow): Omit<Plan, 'sameNameVendorIds' | 'sameNameLine'> {
  const { line, externalId, values, ownKeys, ownChanges, before, errors, placeOfNew } = checked;
  const name = (values.name as string | undefined) ?? before?.name ?? null;
  const row = { line, externalId, name, vendorId: before?.id ?? null, changedFields: [] as string[], errors, values, ownKeys, ownChanges };
  if (errors.length > 0) return { ...row, outcome: ImportOutcome.INVALID };
  if (!before) {
    const vendor = { tags: [], ...values, id: randomUUID(), name: name!, portfolioId: placeOfNew() };
    return { ...row, outcome: ImportOutcome.CREATED, vendorId: vendor.id, vendor };
  }
  const changedFields = [
    ...Object.keys(values).filter((field) => !isSame(before[field as keyof Row<Vendor>], values[field])),
    ...changedNames(ownChanges),
  ];
  if (changedFields.length === 0) return { ...row, outcome: ImportOutcome.UNCHANGED };
  return {
    ...row,
    changedFields,
    outcome: ImportOutcome.UPDATED,
    vendor: { ...before, ...only(values, changedFields), name: name! },
    before,
  };
}

/** A file has one kind of line break: it can't say which of them a text had. */
const withPlainBreaks = (value: unknown) => (typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value);

const isSame = (before: unknown, after: unknown) => isDeepStrictEqual(withPlainBreaks(before), withPlainBreaks(after));

const only = (values: Record<string, unknown>, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));

const changeRule = vendorRule.partial();

/** Checks a row by the rules for creating or updating a vendor. */
function checkRow({ values }: GivenRow, isKnown: boolean, errors: CellError[]): Record<string, unknown> {
  const { success, data, error } = (isKnown ? changeRule : vendorRule).safeParse(values);
  if (success) return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
  for (const [place, message] of Object.entries(fieldMessages(error))) {
    const column = place.split('.')[0]!;
    const isMissing = !(column in values);
    if (!errors.some((one) => one.column === column)) errors.push({ column, message: isMissing ? 'is required' : message });
  }
  return typeof values.name === 'string' ? { name: values.name } : {};
}

const externalIdOf = ({ values }: GivenRow) => (typeof values.externalId === 'string' ? values.externalId : null);

const nameOf = ({ values }: GivenRow) => (typeof values.name === 'string' ? foldName(values.name) : null);

interface Existing {
  byId: Map<string, Row<Vendor>>;
  byExternalId: Map<string, Row<Vendor>>;
  /** By folded name. Those that lists leave out are meant only by whoever gives their id. */
  byName: Map<string, Row<Vendor>[]>;
}

async function findExisting(tx: Change, given: readonly GivenRow[]): Promise<Existing> {
  const externalIds = given.flatMap((row) => externalIdOf(row) ?? []);
  const names = [...new Set(given.flatMap((row) => nameOf(row) || []))];
  const ids = given.flatMap((row) => row.id ?? []);
  const rows = await tx.query(store.lockNamed(ids, externalIds, names));
  return {
    byId: new Map(rows.map((row) => [row.id, row])),
    byExternalId: new Map(rows.flatMap((row) => (row.externalId === null ? [] : [[row.externalId, row]]))),
    byName: groupBy(
      rows.filter(({ status }) => isListed(status)),
      ({ name }) => foldName(name),
    ),
  };
}

/** External ids of vendors that the caller doesn't see. That they are taken is the one thing that tells of those. */
async function takenElsewhere({ caller, database }: RequestContext, given: readonly GivenRow[], { byExternalId }: Existing) {
  const others = given.map(externalIdOf).filter((externalId) => externalId !== null && !byExternalId.has(externalId));
  const taken = caller.portfolioIds && others.length > 0 ? await database.whole.query(store.taken(others as string[])) : [];
  return new Set<string | null>(taken.map(({ externalId }) => externalId));
}

/** The users whom the rows name, as owners and in own fields, by their addresses. */
async function findPeople(tx: Change, given: readonly GivenRow[], keys: readonly string[]): Promise<Map<string, string>> {
  const named = given.flatMap(({ ownerEmail, own }) => [ownerEmail, ...keys.map((key) => own[key] as string | null | undefined)]);
  const emails = [...new Set(named.flatMap((email) => email?.toLowerCase() || []))];
  const rows = await tx.query(store.owners(emails));
  return new Map(rows.map(({ id, email }) => [email, id]));
}

/** What vendors that rows may change have in own fields; nothing is asked if no row has any. */
async function findOwnValues(tx: Change, given: readonly GivenRow[], { byId }: Existing): Promise<Map<string, FieldValues>> {
  if (given.every(({ own }) => Object.keys(own).length === 0)) return new Map();
  return ownValuesOf(tx, [...byId.keys()]);
}

/** Writes all at once; existing vendors are locked and get a new revision. */
async function write(tx: Change, plans: readonly Plan[]): Promise<void> {
  const changed = plans.filter(({ vendor }) => vendor);
  await tx.query(store.write(changed.map(({ vendor }) => vendor!)));
  await writeOwnFields(
    tx,
    changed.map(({ vendor, ownChanges: changes }) => ({ vendorId: vendor!.id, changes })),
  );
  for (const { vendor, before, changedFields: fields } of changed) {
    if (before) recordUpdate(tx, vendor!, { fields, tierBefore: before.tier });
    else tx.record({ action: 'CREATE_VENDOR', entity: entityOf(vendor!), isAssigned: vendor!.ownerId != null });
  }
  await followContacts(
    tx,
    changed.flatMap(({ vendor, before }) =>
      before ? [{ vendorId: before.id, from: before.contactEmail, to: vendor!.contactEmail as string }] : [],
    ),
  );
}
