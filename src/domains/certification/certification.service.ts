import { z } from 'zod';
import { revise } from '../../kernel/revise';
import { rawSql, sql } from '../../database/sql';
import type { RequestContext } from '../../kernel/context';
import { badInput, notFound } from '../../kernel/errors';
import { check, line, optional, prose, withoutNulls } from '../../kernel/validate';
import { isId } from '../../platform/id';
import { type Change, change } from '../audit/audit.service';
import { collectFiles } from '../evidence/evidence.service';
import { Certification } from './certification.entity';
import type { CreateCertificationInput, UpdateCertificationInput, UpdateResponsibilityActionInput } from './certification.inputs';
import { frameworksNamed, type NamedFramework } from './certification.rules';
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
    if (isId(id)) await collectFiles(ctx, tx, sql`certification_id = ${id}`);
    const [certification] = isId(id)
      ? await tx.query<{ id: string; name: string }>(sql`delete from certification where id = ${id} returning id, name`)
      : [];
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
 * The customer's share of what a certification covers: an action for each shared control of the frameworks that its
 * name names, once per vendor, certification and control; one's own rather than the library's of that name. Gives back
 * how many are new.
 */
async function deriveActions(tx: Change, { id, name, vendor }: Certification): Promise<number> {
  // After a change of the name, the actions it has go by the new one.
  await tx.query(sql`
    update responsibility_action a set certification_name = ${name} where certification_id = ${id} and not exists (
      select 1 from responsibility_action o where o.vendor_id = a.vendor_id and o.certification_name = ${name}
        and o.framework_name = a.framework_name and o.control_code = a.control_code)`);
  const shared = await tx.query<NamedFramework & { id: string; isOwn: boolean }>(sql`
    select id, name, version, library_key is null as "isOwn" from framework f
    where exists (select 1 from control c where c.framework_id = f.id and ${IS_SHARED})`);
  const named = frameworksNamed(name, shared);
  const own = named.filter(({ isOwn }) => isOwn);
  const isReplaced = (framework: NamedFramework) => own.some((one) => frameworksNamed(one.name, [framework]).length > 0);
  const frameworkIds = named.filter((one) => one.isOwn || !isReplaced(one)).map((framework) => framework.id);
  if (frameworkIds.length === 0) return 0;
  const added = await tx.query(sql`
    insert into responsibility_action (vendor_id, certification_id, certification_name, control_id, control_code,
      control_title, framework_name)
    select ${vendor.id}, ${id}, ${name}, c.id, c.code, c.title, f.name
    from control c join framework f on f.id = c.framework_id
    where f.id = any(${frameworkIds}::uuid[]) and ${IS_SHARED} and not exists (
      select 1 from responsibility_action a
      where a.certification_id = ${id} and a.framework_name = f.name and a.control_code = c.code)
    on conflict on constraint responsibility_action_taken do nothing
    returning id`);
  return added.length;
}

/** Of the controls c. What the library took back asks nothing of anybody any more. */
const IS_SHARED = rawSql('(c.is_shared_responsibility and not c.is_retired)');

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
  const [vendor] = isId(id) ? await tx.query<{ id: string }>(sql`select id from vendor where id = ${id} for key share`) : [];
  if (!vendor) throw badInput({ vendorId: 'does not match a vendor' });
  return vendor.id;
}

async function findAssignee(tx: Change, id: string | null | undefined): Promise<string | null | undefined> {
  if (id == null) return id;
  const [user] = isId(id) ? await tx.query<{ id: string }>(sql`select id from app_user where id = ${id}`) : [];
  if (!user) throw badInput({ assigneeId: 'does not match a user' });
  return user.id;
}

const entityOf = ({ id, name }: { id: string; name: string }) => ({ type: 'Certification', id, name });
