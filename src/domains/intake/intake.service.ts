import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { admits } from '../../auth/permissions';
import { consume } from '../../auth/rate-limit';
import type { Queryable } from '../../database/database';
import type { Row } from '../../database/rows';
import { idOf } from '../../kernel/caller';
import type { RequestContext } from '../../kernel/context';
import { badInput, conflict, forbidden, invalidTransition, notFound, rateLimited, staleRevision } from '../../kernel/errors';
import { check, optional, prose } from '../../kernel/validate';
import { isId } from '../../platform/id';
import { MAX_ANSWERS, NOTHING_HELD } from '../assessment/answers.rules';
import type { AnswerInput } from '../assessment/assessment.inputs';
import { insertAssessment } from '../assessment/assessment.service';
import { type QuestionState, visibleOf } from '../assessment/question-state';
import { type Change, change } from '../audit/audit.service';
import { assertComplete, settle } from '../portal/portal.service';
import { activate, archive } from '../portfolio/offboarding.service';
import { recordUpdate, vendorRule } from '../portfolio/vendor.service';
import { currentSettings, readSettings } from '../settings/settings.service';
import { readSections } from '../template/template.document';
import { TemplateStatus } from '../template/template.entity';
import type { StoredQuestion } from '../template/template.rules';
import { owners } from '../portfolio/vendor-import.store';
import type { VendorField } from '../settings/vendor-fields';
import { checkOwnFields, type FieldChanges, writeOwnFields } from '../vendor/own-fields.service';
import * as vendorStatus from '../vendor/offboarding.store';
import { Tier, Vendor, VendorStatus } from '../vendor/vendor.entity';
import * as vendors from '../vendor/vendor.store';
import {
  type CreateVendorRequestInput,
  type DecideVendorRequestInput,
  VendorRequestDecision,
  type VendorRequestForm,
} from './intake.inputs';
import { matchingRule, planFor, RULE_FIELDS, type StoredPlan, type StoredTierRule } from './intake.rules';
import * as store from './intake.store';
import { plansIn, tierRulesIn } from './plan';
import { fieldsSetBy } from './settable-fields';
import { type GivenAnswer, type VendorRequest, VendorRequestState } from './vendor-request.entity';

const MAX_TEXT = 5_000;

const requestRule = vendorRule
  .pick({ name: true, contactEmail: true, contactName: true, website: true })
  .extend({ reason: optional(prose(MAX_TEXT)) });

/** Everybody who may decide is told of each by e-mail. */
const REQUESTS = { limit: 100, windowSeconds: 3_600 };

/** Counts the requests of whoever may only ask: others can create vendors anyway. */
async function limitRequests(ctx: RequestContext): Promise<void> {
  if (admits(['vendors:create'], ctx.caller)) return;
  const key = `vendor-requests:${requesterOf(ctx) ?? idOf(ctx.caller)}`;
  const { allowed, resetsIn } = await consume(ctx.database, key, REQUESTS);
  if (!allowed) throw rateLimited(resetsIn, `You can ask for ${REQUESTS.limit} vendors an hour; try again later`);
}

const decisionRule = z.object({ note: optional(prose(MAX_TEXT)) });

type Form = NonNullable<Awaited<ReturnType<typeof findForm>>>;
type AskedQuestion = StoredQuestion & { section: string };

/** The published form with this id, or the last published one; null: none is published. */
async function findForm(db: Queryable, templateId: string | null) {
  const form = await db.one(store.form(templateId));
  if (!form) return null;
  const [sections = []] = await readSections(db, [form.id]);
  const questions = sections.flatMap(({ title, questions: own }) =>
    own.map((question): AskedQuestion => ({ ...question, section: title })),
  );
  return { ...form, questions };
}

export async function requestForm({ database }: RequestContext): Promise<VendorRequestForm | null> {
  const form = await findForm(database, null);
  return (
    form && {
      templateId: form.id,
      name: form.name,
      introduction: form.introduction,
      questions: form.questions as never,
    }
  );
}

/** The person whose requests are the caller's own: a key's are its maker's. */
export const requesterOf = ({ caller: { userId, keyBounds } }: RequestContext): string | null => userId ?? keyBounds?.makerId ?? null;

/** Whoever may create vendors sees all requests, others their own. */
export function maySee(ctx: RequestContext, { requestedById }: Pick<Row<VendorRequest>, 'requestedById'>): boolean {
  return admits(['vendors:create'], ctx.caller) || (requestedById !== null && requestedById === requesterOf(ctx));
}

export async function createVendorRequest(ctx: RequestContext, input: CreateVendorRequestInput): Promise<string> {
  const { reason = null, ...profile } = check(requestRule, input);
  await limitRequests(ctx);
  return change(ctx, async (tx) => {
    const form = await formFor(tx, input.templateId ?? null);
    const answers = readAnswers(form, input.answers ?? []);
    const settings = await readSettings(tx);
    const { columns: fields, own } = fieldsSetBy(answers, settings.vendorFields);
    const ownFields = await settled(tx, settings.vendorFields, own);
    const rule = await ruleFor(tx, tierRulesIn(settings), form, answers, { ...Object.fromEntries(ownFields), ...fields });
    const tier = (rule?.tier ?? null) as Tier | null;
    const vendor = tx.em.create(Vendor, {
      ...profile,
      ...fields,
      tier,
      status: VendorStatus.REQUESTED,
      portfolio: await placeOf(ctx, tx),
    } as never);
    await tx.em.flush();
    await writeOwnFields(tx, [{ vendorId: vendor.id, changes: ownFields }]);
    const id = randomUUID();
    const { name, website = null } = profile;
    const { dataSensitivity = null, contractValue = null, geographicRisk = null } = fields as Partial<Row<VendorRequest>>;
    await tx.query(
      store.insert({
        ...{ id, vendorId: vendor.id, name, website, reason },
        answers: answers.map(({ setsField: _, ...given }): GivenAnswer => given),
        ...{ dataSensitivity, contractValue, geographicRisk, tier, tierRule: rule?.name ?? null },
        requestedById: requesterOf(ctx),
        requestedByName: ctx.caller.name,
      } as never),
    );
    tx.record({ action: 'CREATE_VENDOR_REQUEST', entity: { type: 'VendorRequest', id, name }, meta: { tier } });
    return id;
  });
}

/** Own fields as they are stored: persons by their ids. An answer that fits no longer sets nothing. */
async function settled(tx: Change, fields: readonly VendorField[], own: Readonly<Record<string, unknown>>): Promise<FieldChanges> {
  const people = fields.filter(({ key, kind }) => kind === 'PERSON' && key in own);
  const addresses = people.map(({ key }) => String(own[key]).trim().toLowerCase());
  const users = new Map(addresses.length > 0 ? (await tx.query(owners(addresses))).map(({ id, email }) => [email, id]) : []);
  const persons = Object.fromEntries(people.map(({ key }) => [key, users.get(String(own[key]).trim().toLowerCase()) ?? null]));
  const { changes } = checkOwnFields(fields, { ...own, ...persons }, { isNew: false, before: new Map() });
  return changes;
}

async function formFor(tx: Change, templateId: string | null): Promise<Form | null> {
  const form = templateId === null || isId(templateId) ? await findForm(tx, templateId) : null;
  if (templateId !== null && !form) throw badInput({ templateId: 'does not match a published intake form' });
  return form;
}

interface ReadAnswer extends GivenAnswer {
  setsField: string | null;
}

/** The answers to visible questions, in the order of the form. Read and checked as the portal does it. */
function readAnswers(form: Form | null, answers: readonly AnswerInput[]): ReadAnswer[] {
  if (answers.length > MAX_ANSWERS) throw badInput({ answers: `has more than ${MAX_ANSWERS} entries` });
  if (!form) {
    if (answers.length > 0) throw badInput({ answers: 'can’t be given, because no intake form is published' });
    return [];
  }
  const blank = form.questions.map((question): QuestionState => ({
    ...NOTHING_HELD,
    ...question,
    responseId: null,
    isHidden: false,
    revision: 0,
    evidenceCount: 0,
  }));
  const settled = new Map(settle(blank, answers).map((answer) => [answer.questionId, answer]));
  const state = blank.map((question) => ({ ...question, ...settled.get(question.id) }));
  assertComplete(state);
  const visible = visibleOf(state);
  return form.questions.flatMap(({ id, text, setsField }) => {
    const answer = settled.get(id);
    const isGiven = answer !== undefined && visible.has(id) && (answer.isNotApplicable || answer.value !== null);
    return isGiven ? [{ questionId: id, question: text, value: answer.value, setsField }] : [];
  });
}

/**
 * The first rule that holds. Rules may be about a question of an earlier version of the form: they are then about the question with
 * the same text.
 */
async function ruleFor(
  tx: Change,
  rules: readonly StoredTierRule[],
  form: Form | null,
  answers: readonly ReadAnswer[],
  fields: Record<string, unknown>,
): Promise<StoredTierRule | undefined> {
  const named = rules.flatMap(({ conditionalLogic }) => conditionalLogic?.rules.map(({ questionId }) => questionId) ?? []);
  const earlier = form && named.some(isId) ? await tx.query(store.intakeQuestions(named.filter(isId))) : [];
  const byText = new Map(answers.map(({ question, value }) => [question, value]));
  const known = new Map<string, unknown>(RULE_FIELDS.map((name) => [name, undefined]));
  // As the answers to questions of that type are.
  for (const [name, value] of Object.entries(fields)) known.set(name, typeof value === 'boolean' ? (value ? 'YES' : 'NO') : value);
  for (const { id, text, family } of earlier) known.set(id, family === form?.family ? byText.get(text) : undefined);
  for (const { questionId, value } of answers) known.set(questionId, value);
  return matchingRule(rules, known);
}

/** The first of the portfolios that the requester has a role in: a form asks for no portfolio. */
async function placeOf({ caller: { portfolioIds } }: RequestContext, tx: Change): Promise<string | null> {
  if (!portfolioIds) return null;
  const portfolio = await tx.one(store.firstPortfolio(portfolioIds));
  if (!portfolio) throw forbidden('Forbidden: you have a role in no portfolio');
  return portfolio.id;
}

/** Of two who decide at once, the second finds it decided. */
export async function decideVendorRequest(ctx: RequestContext, input: DecideVendorRequestInput): Promise<void> {
  const { note = null } = check(decisionRule, input);
  const found = isId(input.id) ? await ctx.database.one(store.vendorOf(input.id)) : undefined;
  if (!found) throw notFound('Vendor request');
  const isApproved = input.decision === VendorRequestDecision.APPROVE;
  if (input.decision === VendorRequestDecision.REJECT && note === null) throw badInput({ note: 'is required to reject' });
  await change(ctx, async (tx) => {
    const vendor = await tx.one(vendors.lock(found.vendorId));
    const request = vendor && (await tx.one(store.lock(input.id)));
    if (!request) throw notFound('Vendor request');
    const plans = plansIn(await readSettings(tx));
    const tier = (input.tier ?? request.tier) as Tier | null;
    const plan = planFor(plans, tier);
    await assertMayDecide(ctx, tx, [planFor(plans, request.tier), plan]);
    if (request.state !== VendorRequestState.REQUESTED) {
      throw invalidTransition(`This request has been decided: it is ${request.state}`);
    }
    if (input.expectedRevision != null && request.revision !== input.expectedRevision) throw staleRevision('vendor request');
    const state = isApproved ? VendorRequestState.APPROVED : VendorRequestState.REJECTED;
    await tx.query(store.decide(request.id, { state, tier }));
    const decider = { decidedById: requesterOf(ctx), decidedByName: ctx.caller.name };
    await tx.query(store.noteDecision({ id: randomUUID(), requestId: request.id, ...decider, note }));
    const entity = { type: 'VendorRequest', id: request.id, name: request.name };
    tx.record({ action: 'DECIDE_VENDOR_REQUEST', entity, meta: { from: request.state, to: state } });
    const owner =
      isApproved && vendor.ownerId === null
        ? await tx.one(store.firstWhoSees(vendor.id, [request.requestedById, decider.decidedById]))
        : undefined;
    const changes = { ...(vendor.tier !== tier && { tier }), ...(owner && { ownerId: owner.id }) };
    const changed = Object.keys(changes);
    if (changed.length > 0) await tx.query(vendorStatus.classify(vendor.id, changes));
    // Somebody may have taken the vendor another way since.
    if (vendor.status === VendorStatus.REQUESTED) await (isApproved ? activate(tx, vendor) : archive(tx, vendor));
    recordUpdate(tx, { ...vendor, tier }, { fields: ['status', ...changed], tierBefore: vendor.tier });
    if (isApproved && plan) await draftPlan(ctx, tx, vendor.id, plan);
  });
}

/**
 * Whoever holds the role that approves vendors of the tier, or is an administrator. Another tier takes both: nobody gets around an
 * approver by choosing a tier that has none.
 */
async function assertMayDecide(ctx: RequestContext, tx: Change, plans: readonly (StoredPlan | undefined)[]): Promise<void> {
  if (ctx.caller.kind === 'system' || mayDecide(await decider(ctx, tx), plans)) return;
  throw forbidden('Forbidden: requests of this tier are decided by the role that its plan names');
}

type Decider = { id: string; isAdmin: boolean } | undefined;

function mayDecide(role: Decider, plans: readonly (StoredPlan | undefined)[]): boolean {
  const approvers = plans.flatMap((plan) => plan?.approverRoleId ?? []);
  return approvers.length === 0 || (role !== undefined && (role.isAdmin || approvers.every((id) => id === role.id)));
}

async function decider(ctx: RequestContext, db: Queryable): Promise<Decider> {
  const userId = requesterOf(ctx);
  return userId === null ? undefined : db.one(store.roleOf(userId));
}

/** The tiers, or none, of which the caller may decide on requests. */
export async function decidableTiers(ctx: RequestContext): Promise<(Tier | null)[]> {
  if (!admits(['vendors:create'], ctx.caller)) return [];
  const role = await decider(ctx, ctx.database);
  const plans = plansIn(await ctx.load(currentSettings, 'settings'));
  return [null, ...Object.values(Tier)].filter((tier) => mayDecide(role, [planFor(plans, tier)]));
}

const DAY_MS = 86_400_000;

/** An assessment from the published version of each questionnaire. */
async function draftPlan(ctx: RequestContext, tx: Change, vendorId: string, { families, recurrence, dueDays }: StoredPlan): Promise<void> {
  const dueDate = dueDays === null ? null : new Date(Date.now() + dueDays * DAY_MS).toISOString();
  const templates = new Map((await tx.query(store.shownOf(families))).map((template) => [template.family, template]));
  for (const template of families.flatMap((family) => templates.get(family) ?? [])) {
    if (template.status !== TemplateStatus.PUBLISHED) {
      throw conflict(`“${template.name}” is part of the plan, and has no published version`);
    }
    await insertAssessment(ctx, tx, { vendorId, templateId: template.id, recurrence: recurrence as never, dueDate });
  }
}
