import { z } from 'zod';
import { generatePassword, hashPassword } from '../../auth/passwords';
import { type Change, change } from '../../domains/audit/audit.service';
import { recount } from '../../domains/dashboard/recount';
import type { IntakeSettings } from '../../domains/intake/intake.inputs';
import { recordLoaded } from '../../domains/record/baseline';
import { readSettings, updateSettings } from '../../domains/settings/settings.service';
import type { UpdateSettingsInput } from '../../domains/settings/settings.inputs';
import { importTemplate, publishTemplate } from '../../domains/template/template.service';
import { TOLD_ACTIONS } from '../../domains/notification/notification.rules';
import { tellWithoutMail } from '../../domains/notification/notifier';
import { createApiKey } from '../../domains/user/api-key.service';
import type { RequestContext } from '../../kernel/context';
import { conflict, problemOf } from '../../kernel/errors';
import { check, line } from '../../kernel/validate';
import { systemRoles } from '../../domains/user/role.store';
import { loadLibrary } from '../library';
import { published } from '../library.store';
import { Calendar, timestamp } from './calendar';
import * as store from './demo.store';
import { INTAKE_FORM, plansOf, TIER_RULES } from './intake';
import { OWN_FIELDS } from './own-fields';
import { DEMO_ROLE } from './people';
import { Portfolio, VENDORS_IN_DETAIL } from './portfolio';
import { number } from './progress';
import { PULSE_CHECK, PULSE_CHECK_KEY } from './pulse-check';
import { readFrameworks, readQuestionnaire } from './questionnaires';
import { addRemediation } from './remediation';
import { Batch } from './rows';
import { SERVICES } from './services';
import { externalId, MOST_VENDORS } from './vendor';
import { FOUNDED_DAYS, type Questionnaire, type World } from './world';
import { writeBatch } from './writer';

export interface DemoWishes {
  /** 40 by default. */
  vendors?: number;
  /** The same seed gives the same portfolio on the same day. */
  seed?: string;
  /** The day of the portfolio, as YYYY-MM-DD; by default the database's current day. */
  today?: string;
  onProgress?(vendors: number): void;
}

export interface LoadedDemo {
  vendors: number;
  assessments: number;
  users: number;
  rows: number;
}

const NEEDED = `must be a whole number from 1 to ${number(MOST_VENDORS)}`;
const wishRule = z.object({
  vendors: z.int({ error: NEEDED }).min(1, NEEDED).max(MOST_VENDORS, NEEDED).default(VENDORS_IN_DETAIL),
  seed: line(100).default('1'),
});

/** How many blocks of vendors are written per transaction: enough to be fast, few enough to save memory. */
const BATCH_BLOCKS = 5;
/** While the database is busy with one batch, the next is generated and sent. */
const WRITERS = 3;

/**
 * Loads the demo portfolio into a database without one: first the missing library items, then batch after batch. A batch is
 * complete, with its audit entries, or missing; the entry at the end shows that all are there.
 */
export async function loadDemo(ctx: RequestContext, { onProgress, today, ...wishes }: DemoWishes = {}): Promise<LoadedDemo> {
  const { vendors, seed } = check(wishRule, wishes);
  const found = await portfolioOf(ctx);
  if (found) throw conflict(`The demo portfolio needs a database without vendors and assessments, but this one has ${found}`);
  await loadLibrary(ctx);
  const world = await readWorld(ctx, { vendors, seed, today });
  if (world.hasOwnFields) await updateSettings(ctx, { vendorFields: OWN_FIELDS });
  const portfolio = new Portfolio(world);
  const loaded = { vendors: 0, assessments: 0, users: portfolio.people.users.length, rows: 0 };
  const load = async (batch: Batch, from: number) => {
    for (let block = from; block < Math.min(from + BATCH_BLOCKS, portfolio.blocks); block++) portfolio.addBlock(batch, block);
    const rows = await writeBatch(ctx, batch);
    loaded.rows += rows;
    loaded.vendors += batch.rows.vendor.length;
    loaded.assessments += batch.rows.assessment.length;
    onProgress?.(loaded.vendors);
  };
  // If two processes load at once, the users' unique addresses stop the second one at its first step.
  await load(await batchOfPeople(ctx, portfolio), 0).catch(peopleTaken);
  if (world.hasTierRules) {
    const assessmentPlans = plansOf(world, portfolio.people.roleId);
    const intake: UpdateSettingsInput & IntakeSettings = { tierRules: TIER_RULES, assessmentPlans };
    await updateSettings(ctx, intake);
  }
  let next = BATCH_BLOCKS;
  const writer = async () => {
    while (next < portfolio.blocks) await load(new Batch(), (next += BATCH_BLOCKS) - BATCH_BLOCKS);
  };
  const stop = () => (next = portfolio.blocks);
  const ends = await Promise.allSettled(Array.from({ length: WRITERS }, () => writer().finally(stop)));
  for (const end of ends) if (end.status === 'rejected') throw brokenOff(loaded.vendors, vendors, end.reason as Error);
  loaded.rows += await addRemediation(ctx, seed);
  await recount(ctx.database);
  await recordLoaded(ctx);
  await change(ctx, async (tx) => {
    await backdate(tx, world);
    await tellOfRecent(tx);
    tx.record({ action: 'LOAD_DEMO', meta: { ...loaded, seed } });
  });
  return loaded;
}

function peopleTaken(error: unknown): never {
  const { code, table } = error as { code?: string; table?: string };
  if (code !== '23505' || !['role', 'app_user', 'portfolio'].includes(table ?? '')) throw error;
  throw conflict(`The demo portfolio adds portfolios, a role "${DEMO_ROLE.name}" and users …@example.com, but some of them already exist`);
}

/** Backdates what the history refers to, though the library was only loaded now. */
async function backdate(tx: Change, { calendar, questionnaires }: World): Promise<void> {
  const founded = timestamp(calendar.morning(FOUNDED_DAYS));
  const templateIds = [...questionnaires.values()].map(({ templateId }) => templateId);
  await tx.query(store.backdateTemplates(templateIds, founded));
  await tx.query(store.backdateFrameworks(founded));
}

/** How much of the history people were told of, and how much of it they haven't read. */
const TOLD = { days: 21, entries: 1_000, unreadDays: 7 };

/** People have a few notifications, as if they had been told of the newest entries. */
async function tellOfRecent(tx: Change): Promise<void> {
  const recent = await tx.query(store.recentEntries(TOLD_ACTIONS, TOLD.days, TOLD.entries));
  const happenings = recent.map(({ entityType: type, entityId: id, meta, ...entry }) => ({
    ...entry,
    entity: { type: type!, id },
    meta: meta ?? {},
  }));
  await tellWithoutMail(tx, happenings);
  await tx.query(store.backdateNotifications(TOLD.unreadDays));
}

const brokenOff = (done: number, all: number, cause: Error) =>
  new Error(`Loading stopped after ${number(done)} of ${number(all)} vendors: ${cause.message}. ${START_AGAIN}`, { cause });

const START_AGAIN =
  'To start over, empty the database: remove DATA_DIR while nothing is running, or drop and recreate the database of DATABASE_URL';

/** What there is of a portfolio, in words; empty if nothing. */
async function portfolioOf(ctx: RequestContext): Promise<string> {
  const { vendors, assessments, isBroken } = (await ctx.database.one(store.portfolio(externalId(0))))!;
  const counts = [vendors && `${number(vendors)} vendors`, assessments && `${number(assessments)} assessments`];
  const words = counts.filter(Boolean).join(', ');
  return isBroken ? `${words} of a demo load that did not finish. ${START_AGAIN}` : words;
}

async function readWorld(ctx: RequestContext, { vendors, seed, today }: { vendors: number; seed: string; today?: string }): Promise<World> {
  const { database } = ctx;
  const clock = await database.one(store.today(today ?? null));
  const questionnaires = new Map<string, Questionnaire>();
  for (const key of new Set([INTAKE_FORM, ...SERVICES.flatMap((service) => service.questionnaires)])) {
    const template = await database.one(published(key));
    if (!template) throw conflict(`The demo portfolio needs the library questionnaire "${key}" to be published`);
    questionnaires.set(key, await readQuestionnaire(database, template.id));
  }
  if (vendors > VENDORS_IN_DETAIL) {
    const { id } = await importTemplate(ctx, { template: PULSE_CHECK });
    await publishTemplate(ctx, id);
    questionnaires.set(PULSE_CHECK_KEY, await readQuestionnaire(database, id));
  }
  const { vendorFields, tierRules, assessmentPlans } = await readSettings(database);
  return {
    seed,
    vendors,
    hasOwnFields: vendorFields.length === 0,
    hasTierRules: tierRules.length === 0 && assessmentPlans.length === 0,
    calendar: new Calendar(clock!.today),
    questionnaires,
    frameworks: await readFrameworks(database),
  };
}

/** The users come with the first batch. Nobody knows their passwords. */
async function batchOfPeople({ database }: RequestContext, portfolio: Portfolio): Promise<Batch> {
  const batch = new Batch();
  const roles = await database.query(systemRoles());
  const hashes = await Promise.all(portfolio.people.users.map(() => hashPassword(generatePassword())));
  portfolio.addPeople(batch, new Map(roles.map(({ id, name }) => [name, id])), hashes);
  return batch;
}

/** The result of loading the demo on start. */
export interface DemoStart {
  /** Whether the portfolio is loaded, in words. */
  portfolio: string;
  /** A key to try it with; only if the portfolio was just loaded. */
  token?: string;
}

/** For a start with DEMO=true: an empty database gets the portfolio and a key, one with data is left unchanged. */
export async function startDemo(ctx: RequestContext): Promise<DemoStart> {
  try {
    const portfolio = loadedWords(await loadDemo(ctx));
    await updateSettings(ctx, { apiKeysEnabled: true });
    const { token } = await createApiKey(ctx, { name: 'Demo' });
    return { portfolio, token };
  } catch (error) {
    if (problemOf(error)?.code !== 'CONFLICT') throw error;
    const loaded = await ctx.database.one(store.loading());
    return { portfolio: loaded ? 'the portfolio is loaded' : `not loaded. ${(error as Error).message}` };
  }
}

export function loadedWords({ vendors, assessments, users }: LoadedDemo): string {
  return `${number(vendors)} vendors, ${number(assessments)} assessments and ${users} users were loaded`;
}
