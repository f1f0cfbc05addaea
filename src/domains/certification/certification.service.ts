import { z } from 'zod';
import { revise } from '../../kernel/revise';
import type { RequestContext } from '../../kernel/context';
import { badInput, notFound } from '../../kernel/errors';
import { check, line, optional, prose, withoutNulls } from '../../kernel/validate';
import { isId } from '../../platform/id';
import { type Change, change } from '../audit/audit.service';
import { collectFilesOfCertification } from '../file/file-removal';
import { Certification } from './certification.entity';
import type { CreateCertificationInput, UpdateCertificationInput, UpdateResponsibilityActionInput } from './certification.inputs';
import { frameworksNamed, type NamedFramework } from './certification.rules';
import * as store from './certification.store';
import { ResponsibilityAction, ResponsibilityStatus } from './responsibility-action.entity';

const certificationRule = z.object({
  name: line(),
  issuer: optional(line()),
  issuedDate: z.string().nullish(),
  expiresDate: z.string().nullish(),
  notes: optional(prose()),
});

export async function createCertification(ctx: RequestContext, input: CreateCertificationInput): Promise<string> {
  const given = check(certificationRule, input);
  assertDates(given);
  return change(ctx, async (tx) => {
    const vendor = await findVendor(tx, input.vendorId);
    const certification: Certification = tx.em.create(Certification, { ...given, vendor } as never);
    await tx.em.flush();
    const actions = await deriveActions(tx, certification);
    tx.record({ action: 'CREATE_CERTIFICATION', entity: entityOf(certification), meta: { vendorId: vendor, actions } });
    return certification.id;
  });
}

export async function updateCertification(ctx: RequestContext, input: UpdateCertificationInput): Promise<void> {
  const { id, expectedRevision, ...rest } = input;
  const changes = check(certificationRule.partial(), rest);
  await change(ctx, async (tx) => {
    const revised = isId(id) ? await revise(tx, Certification, { id }, changes, expectedRevision) : undefined;
    if (!revised) throw notFound('Certification');
    const { entity: certification, changed } = revised;
    const fields = Object.keys(changed);
    if (fields.length === 0) return;
    assertDates(certification);
    await tx.em.flush();
    const actions = 'name' in changed ? await deriveActions(tx, certification) : 0;
    tx.record({ action: 'UPDATE_CERTIFICATION', entity: entityOf(certification), meta: { fields, actions } });
  });
}

/** Its actions stay, with its name. */
export async function deleteCertification(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    if (isId(id)) await collectFilesOfCertification(ctx, tx, id);
    const certification = isId(id) ? await tx.one(store.remove(id)) : undefined;
    if (!certification) throw notFound('Certification');
    tx.record({ action: 'DELETE_CERTIFICATION', entity: entityOf(certification) });
  });
}

function assertDates({ issuedDate, expiresDate }: { issuedDate?: string | null; expiresDate?: string | null }): void {
  if (issuedDate && expiresDate && expiresDate <= issuedDate) {
    throw badInput({ expiresDate: 'must be after the day it was issued' });
  }
}

/**
 * The customer's part of what a certification covers: one action for each shared control of the frameworks that its name refers
 * to, once per vendor, certification and control. A custom framework takes precedence over a library one of the same name.
 * Returns how many are new.
 */
async function deriveActions(tx: Change, { id, name, vendor }: Certification): Promise<number> {
  await tx.query(store.renameActions(id, name));
  const shared = await tx.query(store.sharedFrameworks());
  const named = frameworksNamed(name, shared);
  const own = named.filter(({ isOwn }) => isOwn);
  const isReplaced = (framework: NamedFramework) => own.some((one) => frameworksNamed(one.name, [framework]).length > 0);
  const frameworkIds = named.filter((one) => one.isOwn || !isReplaced(one)).map((framework) => framework.id);
  if (frameworkIds.length === 0) return 0;
  const added = await tx.query(store.addActions({ id, name, vendorId: vendor.id }, frameworkIds));
  return added.length;
}

const actionRule = z.object({ status: z.enum(ResponsibilityStatus), notes: optional(prose()) });

export async function updateResponsibilityAction(ctx: RequestContext, input: UpdateResponsibilityActionInput): Promise<void> {
  const { id, expectedRevision, status, assigneeId, notes } = input;
  const changes = check(actionRule.partial(), { ...withoutNulls({ status }), notes });
  await change(ctx, async (tx) => {
    const assignee = await findAssignee(tx, assigneeId);
    const revised = isId(id) ? await revise(tx, ResponsibilityAction, { id }, { ...changes, assignee }, expectedRevision) : undefined;
    if (!revised) throw notFound('Shared-responsibility task');
    const { entity: action, changed } = revised;
    if (Object.keys(changed).length === 0) return;
    if ('status' in changed) action.completedAt = changed.status === ResponsibilityStatus.COMPLETED ? ctx.database.now() : null;
    tx.record({
      action: 'UPDATE_RESPONSIBILITY',
      entity: { type: 'ResponsibilityAction', id: action.id, name: `${action.controlCode} ${action.controlTitle}` },
      meta: { fields: Object.keys(changed), status: action.status },
    });
  });
}

async function findVendor(tx: Change, id: string): Promise<string> {
  const vendor = isId(id) ? await tx.one(store.holdVendor(id)) : undefined;
  if (!vendor) throw badInput({ vendorId: 'does not match a vendor' });
  return vendor.id;
}

async function findAssignee(tx: Change, id: string | null | undefined): Promise<string | null | undefined> {
  if (id == null) return id;
  const user = isId(id) ? await tx.one(store.assignee(id)) : undefined;
  if (!user) throw badInput({ assigneeId: 'does not match a user' });
  return user.id;
}

const entityOf = ({ id, name }: { id: string; name: string }) => ({ type: 'Certification', id, name });
