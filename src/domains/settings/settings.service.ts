import { z } from 'zod';
import { assertHolds, CANNOT_GRANT } from '../../auth/permissions';
import type { Queryable } from '../../database/database';
import { revise } from '../../kernel/revise';
import type { Row } from '../../database/rows';
import type { RequestContext, Services } from '../../kernel/context';
import { badInput, conflict } from '../../kernel/errors';
import { loader } from '../../graphql/engine/loaders';
import { check, line, withoutNulls } from '../../kernel/validate';
import { isId } from '../../platform/id';
import { type Change, change } from '../audit/audit.service';
import { recipientsRule, witnessesRule } from './audit-witness';
import { boardReportRule } from './board-report';
import { Recurrence } from './recurrence';
import { daysAfter, type RemediationDays, remediationDaysRule } from './remediation-days';
import { PASSWORD_LENGTH, PasswordSignIn, SecondFactorRequirement, Settings } from './settings.entity';
import { Severity } from './severity';
import type { UpdateSettingsInput } from './settings.inputs';
import * as store from './settings.store';
import { vendorFieldsRule, withKindsOf } from './vendor-fields';
import { synonymsRule } from './search-synonyms';

/** Scores are quotients of weights: of much smaller ones the database could compute none. */
const LEAST_WEIGHT = 0.001;
const weight = z
  .number({ error: 'must be a number' })
  .min(0, 'must not be negative')
  .max(1_000, 'is more than 1,000')
  .refine((given) => given <= 0 || given >= LEAST_WEIGHT, `must be 0 or at least ${LEAST_WEIGHT}`);
const share = z.number({ error: 'must be a number' }).min(0, 'must be from 0 to 1').max(1, 'must be from 0 to 1');

const settingsRule = z.object({
  organizationName: line(),
  apiKeysEnabled: z.boolean(),
  organizationApiKeys: z.boolean(),
  passwordSignIn: z.enum(PasswordSignIn),
  requireSecondFactor: z.enum(SecondFactorRequirement),
  minPasswordLength: z
    .number({ error: 'must be a number' })
    .min(PASSWORD_LENGTH.least, `must be at least ${PASSWORD_LENGTH.least}`)
    .max(PASSWORD_LENGTH.most, `must be at most ${PASSWORD_LENGTH.most}`),
  scimDefaultRoleId: z.string().toLowerCase(),
  publicIntrospection: z.boolean(),
  weightCritical: weight,
  weightHigh: weight,
  weightMedium: weight,
  weightLow: weight,
  greenFrom: share,
  amberFrom: share,
  notApplicableIsNonCompliant: z.boolean(),
  fourEyesFor: z.array(z.enum(Severity)).transform((given) => Object.values(Severity).filter((one) => given.includes(one))),
  auditReads: z.boolean(),
  auditWitnesses: witnessesRule,
  auditCheckpointRecipients: recipientsRule,
  boardReport: boardReportRule,
  vendorFields: vendorFieldsRule,
  searchSynonyms: synonymsRule,
});

/** What of an input is read apart. */
type Apart = 'expectedRevision' | 'remediationDays';

/** What an input changes, by the properties of the entity. */
function readChanges(given: Omit<UpdateSettingsInput, Apart>) {
  const { boardReport, ...changes } = check(settingsRule.partial(), withoutNulls(given));
  if (!boardReport) return changes;
  return { ...changes, boardReportRecurrence: boardReport.recurrence, boardReportRecipients: boardReport.recipients };
}

export async function readSettings(db: Queryable): Promise<Row<Settings>> {
  return (await db.one(store.read()))!;
}

/** The settings that decide who gets in: changing one is as sensitive as changing a role. */
const SECURITY = ['passwordSignIn', 'requireSecondFactor', 'minPasswordLength', 'organizationApiKeys', 'scimDefaultRoleId'] as const;

/** A global id: the row's own key isn't unique across types. */
export const SETTINGS_ID = 'settings';

/** The settings, read once per request. */
export const currentSettings = loader<'settings', Row<Settings>>(async (_keys, ctx) => [await readSettings(ctx.database)]);

export async function updateSettings(ctx: RequestContext, input: UpdateSettingsInput): Promise<void> {
  const { expectedRevision, remediationDays, ...given } = input;
  const changes = readChanges(given);
  const { remediationDays: days } = check(z.object({ remediationDays: remediationDaysRule.nullish() }), { remediationDays });
  if (SECURITY.some((name) => changes[name] !== undefined)) await ctx.services.assertShown(ctx);
  await change(ctx, async (tx) => {
    const checked = await checkLater(tx, given);
    const formerRoleId = changes.scimDefaultRoleId === undefined ? null : await replacing(ctx, tx, changes.scimDefaultRoleId);
    const kinds = await kindsWith(tx, changes.vendorFields);
    const all = { ...changes, ...checked, ...kinds, ...(days && { remediationDays: await merged(tx, days) }) };
    const { entity, changed } = (await revise(tx, Settings, { id: true }, all, expectedRevision))!;
    delete changed.vendorFieldKinds;
    if (Object.keys(changed).length === 0) return;
    assertBandsInOrder(entity);
    if ('boardReportRecurrence' in changed || 'boardReportRecipients' in changed) assertMaySend(ctx, entity);
    if (changed.passwordSignIn === PasswordSignIn.NOBODY) {
      await tx.em.flush();
      await assertWayIn(tx);
    }
    tx.record({ action: 'UPDATE_SETTINGS', entity: { type: 'Settings', id: null, name: entity.organizationName }, meta: { changed } });
    if (!('scimDefaultRoleId' in changed)) return;
    await tx.em.flush();
    for (const follow of followers) await follow(tx, formerRoleId);
  });
}

/** Nobody has a report sent that they couldn't fetch: an address of theirs may be among the recipients. */
function assertMaySend({ caller }: RequestContext, { boardReportRecurrence }: Settings): void {
  if (boardReportRecurrence === Recurrence.NONE) return;
  assertHolds(caller, ['vendors:view', 'assessments:view'], "You can't have a report sent that you may not read");
}

/** Two who change one of the days each both get their way. */
async function merged(tx: Change, days: NonNullable<UpdateSettingsInput['remediationDays']>): Promise<RemediationDays> {
  await tx.query(store.lock());
  return daysAfter((await readSettings(tx)).remediationDays, days);
}

/** What is stored of a setting that a later domain knows more of, which refuses what is wrong. */
type LaterSetting = (tx: Change, value: unknown, given: UpdateSettingsInput) => Promise<unknown>;
const laterSettings = new Map<string, LaterSetting>();

export function checkSettingBy(name: keyof Settings & string, check: LaterSetting): void {
  laterSettings.set(name, check);
}

async function checkLater(tx: Change, given: UpdateSettingsInput): Promise<Record<string, unknown>> {
  const checked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const check = value == null ? undefined : laterSettings.get(name);
    if (check) checked[name] = await check(tx, value, given);
  }
  return checked;
}

/** The kinds of own fields that are known once these are there. */
async function kindsWith(tx: Change, fields: z.output<typeof vendorFieldsRule> | undefined): Promise<Partial<Settings>> {
  if (!fields) return {};
  await tx.query(store.lock());
  return { vendorFieldKinds: withKindsOf((await readSettings(tx)).vendorFieldKinds, fields) };
}

/** What follows in the same transaction when provisioned users without a group get another role than before; null: the usual one. */
type Follower = (tx: Change, formerRoleId: string | null) => Promise<void>;
const followers: Follower[] = [];

/** For the domain of provisioning, which comes later. */
export function whenDefaultRoleChanges(follower: Follower): void {
  followers.push(follower);
}

/**
 * The role that another one replaces as the default, which is kept from being deleted. Nobody can give more than they have: the
 * role would be theirs to use through someone whom the provider creates.
 */
async function replacing({ caller }: RequestContext, tx: Change, roleId: string): Promise<string | null> {
  const role = isId(roleId) ? await tx.one(store.keepRole(roleId)) : undefined;
  if (!role) throw badInput({ scimDefaultRoleId: 'does not match a role' });
  assertHolds(caller, role.permissions, CANNOT_GRANT);
  await tx.query(store.lock());
  return (await readSettings(tx)).scimDefaultRoleId ?? null;
}

/** The settings with the changes applied. */
export function withChanges(settings: Row<Settings>, given: Omit<UpdateSettingsInput, Apart>): Row<Settings> {
  const changed = { ...settings, ...readChanges(given) };
  assertBandsInOrder(changed);
  return changed;
}

/**
 * Where nobody signs in by password, an administrator must be able to by a provider; otherwise at least one must be able to by
 * either, or by a passkey. Whoever has taken away one of the ways waits at the settings, and then sees what others took.
 */
export async function assertWayIn(tx: Queryable): Promise<void> {
  await tx.query(store.lock());
  const { passwordSignIn } = await readSettings(tx);
  if (await tx.one(store.administratorByProvider())) return;
  if (passwordSignIn === PasswordSignIn.NOBODY)
    throw conflict('With passwords off for everyone, an administrator must have signed in with an identity provider that is enabled', {
      passwordSignIn: 'can be NOBODY only once an administrator has signed in with an identity provider that is enabled',
    });
  if (await tx.one(store.administratorByOwn())) return;
  throw conflict(
    'No administrator could sign in any more: first, one must have a password or a passkey, or have signed in with another identity provider that is enabled',
  );
}

/** Whether nobody who may change the settings could sign in any more without all of these: one of them, of whom that is so. */
export async function lastWayIn(tx: Queryable, userIds: readonly string[]): Promise<string | undefined> {
  await tx.query(store.lock());
  return (await tx.one(store.lastWayIn(userIds)))?.id;
}

function assertBandsInOrder({ amberFrom, greenFrom }: Pick<Settings, 'amberFrom' | 'greenFrom'>): void {
  if (amberFrom > greenFrom) throw badInput({ amberFrom: 'must not be higher than the green threshold' });
}

/** The host and port of the mail server; null if there is none, and e-mails wait to be shared manually. */
export function mailServer({ config }: Services): string | null {
  return config.smtpUrl ? new URL(config.smtpUrl).host : null;
}
