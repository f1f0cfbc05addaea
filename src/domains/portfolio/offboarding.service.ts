import { z } from 'zod';
import type { RequestContext } from '../../kernel/context';
import { badInput, invalidTransition, notFound } from '../../kernel/errors';
import { check, optional, prose } from '../../kernel/validate';
import { isId } from '../../platform/id';
import * as assessments from '../assessment/assessment.store';
import { type Change, change } from '../audit/audit.service';
import { withdrawMailsOfVendor } from '../mail/mail.service';
import { endLinksOfVendors } from '../portal/portal-link.ending';
import type { StartOffboardingInput, UpdateOffboardingStepInput } from '../vendor/offboarding.inputs';
import { needsEvidence, OFFBOARDING_STEPS } from '../vendor/offboarding.rules';
import * as store from '../vendor/offboarding.store';
import { VendorStatus } from '../vendor/vendor.entity';
import * as vendors from '../vendor/vendor.store';
import { countInLists, leaveLists } from './vendor-place';
import { entityOf } from './vendor.service';

const MAX_TEXT = 5_000;

const startRule = z.object({ reason: optional(prose(MAX_TEXT)) });
const stepRule = z.object({ isDone: z.boolean().nullish(), note: optional(prose(MAX_TEXT)) });

export async function startOffboarding(ctx: RequestContext, input: StartOffboardingInput): Promise<void> {
  const { reason } = check(startRule, input);
  await change(ctx, async (tx) => {
    const vendor = await lockVendor(tx, input.id);
    assertIs(vendor.status, ['ACTIVE'], 'offboarded');
    await startAnew(tx, vendor.id);
    await tx.query(store.addSteps(vendor.id));
    await tx.query(
      store.setStatus(vendor.id, {
        status: VendorStatus.OFFBOARDING,
        offboardingStartedAt: store.NOW,
        offboardingReason: reason ?? null,
      }),
    );
    tx.record({ action: 'START_OFFBOARDING', entity: entityOf(vendor) });
  });
}

export async function updateOffboardingStep(ctx: RequestContext, input: UpdateOffboardingStepInput): Promise<string> {
  const { isDone, note } = check(stepRule, input);
  const found = isId(input.id) ? await ctx.database.one(store.vendorOfStep(input.id)) : undefined;
  if (!found) throw notFound('Offboarding step');
  await change(ctx, async (tx) => {
    const vendor = await lockVendor(tx, found.vendorId);
    const step = await tx.one(store.lockStep(input.id));
    if (!step) throw notFound('Offboarding step');
    assertIs(vendor.status, ['OFFBOARDING'], 'changed in its offboarding');
    if (isDone && !step.isDone) await assertProven(tx, step);
    const changes = { ...doneBy(ctx, step, isDone), ...(note !== undefined && note !== step.note && { note }) };
    if (Object.keys(changes).length === 0) return;
    await tx.query(store.updateStep(step.id, changes));
    const meta = { step: OFFBOARDING_STEPS[step.kind], ...('isDone' in changes && { isDone: changes.isDone }) };
    tx.record({ action: 'UPDATE_OFFBOARDING', entity: entityOf(vendor), meta });
  });
  return found.vendorId;
}

/** What changes when a step is done, or no longer is. */
function doneBy({ caller }: RequestContext, step: { isDone: boolean }, isDone: boolean | null | undefined) {
  if (isDone == null || isDone === step.isDone) return {};
  if (!isDone) return { isDone, doneAt: null, doneById: null, doneByName: null };
  return { isDone, doneAt: store.NOW, doneById: caller.userId ?? null, doneByName: caller.name };
}

/** The step is locked. */
async function assertProven(tx: Change, { id, kind }: { id: string; kind: string }): Promise<void> {
  if (!needsEvidence(kind) || (await tx.one(store.countEvidence(id)))!.files > 0) return;
  throw badInput({ isDone: 'needs evidence: attach a file that shows what became of the data' });
}

/** Its record is kept, out of lists and figures. Nobody can answer any more, and nobody is reminded. */
export async function archiveVendor(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const vendor = await lockVendor(tx, id);
    assertIs(vendor.status, ['OFFBOARDING'], 'archived');
    const open = await tx.query(store.unfinished(vendor.id));
    if (open.length > 0) {
      throw invalidTransition(`The offboarding is not complete: ${open.map(({ kind }) => OFFBOARDING_STEPS[kind]).join(', ')}`);
    }
    tx.record({ action: 'ARCHIVE_VENDOR', entity: entityOf(vendor) });
    await archive(tx, vendor);
  });
}

/** Takes a locked vendor out of lists. */
export async function archive(tx: Change, vendor: { id: string; portfolioId: string | null }): Promise<void> {
  await tx.query(assessments.lockOfVendor(vendor.id));
  await endLinksOfVendors(tx, [vendor.id], 'vendor archived');
  await withdrawMailsOfVendor(tx, vendor.id);
  await leaveLists(tx, vendor);
  await tx.query(store.setStatus(vendor.id, { status: VendorStatus.ARCHIVED }));
}

/** Should we part again, all steps are to be done again. */
export async function reactivateVendor(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const vendor = await lockVendor(tx, id);
    assertIs(vendor.status, ['OFFBOARDING', 'ARCHIVED'], 'reactivated');
    // Archived without an offboarding: it never was one that we work with.
    if (vendor.offboardingStartedAt === null)
      throw invalidTransition("This vendor can't be reactivated, because its request was rejected: request it again");
    await startAnew(tx, vendor.id);
    await activate(tx, vendor);
    tx.record({ action: 'REACTIVATE_VENDOR', entity: entityOf(vendor), meta: { from: vendor.status } });
  });
}

/** Makes a locked vendor one that we work with. */
export async function activate(tx: Change, vendor: { id: string; status: string; portfolioId: string | null }): Promise<void> {
  const { id } = vendor;
  await tx.query(store.setStatus(id, { status: VendorStatus.ACTIVE, offboardingStartedAt: null, offboardingReason: null }));
  if (vendor.status !== VendorStatus.OFFBOARDING) await countInLists(tx, vendor);
}

/** What an earlier offboarding left. Its evidence stays among the vendor's files. */
async function startAnew(tx: Change, vendorId: string): Promise<void> {
  await tx.query(store.lockSteps(vendorId));
  await tx.query(store.keepEvidence(vendorId));
  await tx.query(store.removeSteps(vendorId));
}

async function lockVendor(tx: Change, id: string) {
  const vendor = isId(id) ? await tx.one(vendors.lock(id)) : undefined;
  if (!vendor) throw notFound('Vendor');
  return vendor;
}

function assertIs(status: string, from: readonly string[], done: string): void {
  if (!from.includes(status)) throw invalidTransition(`A vendor that is ${status} can't be ${done}`);
}
