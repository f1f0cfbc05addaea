import { z } from 'zod';
import { assertAdmits } from '../../auth/permissions';
import type { Queryable } from '../../database/database';
import type { Held } from '../../database/rows';
import type { RequestContext, Services } from '../../kernel/context';
import { badInput, conflict, forbidden, invalidTransition, notFound, Problem } from '../../kernel/errors';
import { isDatabaseOutOfReach } from '../../database/failures';
import { check, line, optional } from '../../kernel/validate';
import { isId } from '../../platform/id';
import { newKey } from '../../platform/storage/storage';
import { isEditable, type Status } from '../assessment/assessment.rules';
import { readState, visibleOf } from '../assessment/question-state';
import * as responses from '../assessment/response.store';
import { type Change, change } from '../audit/audit.service';
import { plainLine, safeFileName } from '../file/file-name.rules';
import { removeStored } from '../file/file-removal';
import { type ReceivedFile, scanFile } from '../file/file-scan';
import { FileInspector } from '../file/file-type.rules';
import { recordReads } from '../settings/audit-reads';
import { needsEvidence } from '../vendor/offboarding.rules';
import * as offboarding from '../vendor/offboarding.store';
import { Attachment } from './attachment.entity';
import type { AttachFileInput } from './evidence.inputs';
import {
  assertMayEdit,
  assertMayGive,
  assertMayView,
  findOwner,
  type FoundOwner,
  namedOwner,
  type NamedOwner,
  type OwnerInput,
  ownerOf,
  relationOf,
  UPLOADERS,
} from './evidence.owner';
import * as store from './evidence.store';
import type { FindingsAccess, PortalAccess } from './portal-access';

/** Who accesses a file: a caller with permissions, or a vendor through a link. */
export interface FileAccess {
  ctx: RequestContext;
  portal?: PortalAccess;
  /** The same through a link to findings. */
  findings?: FindingsAccess;
}

/** The details of a file besides its content. */
export type FileDetails = OwnerInput & { displayName?: string | null };

const detailsRule = z.object({ displayName: optional(line().transform(plainLine)) });

const answersClosed = () => invalidTransition('The answers have been submitted and can no longer be changed');

/** Checked before the content is accepted: nobody may fill the store who couldn't keep a file. */
export function assertMayUpload({ ctx, portal, findings }: FileAccess): void {
  if (findings) return; // which finding it is for isn't known yet
  if (!portal) assertAdmits(UPLOADERS, ctx.caller);
  else if (!portal.isEditable) throw answersClosed();
}

/** Stores content while measuring and inspecting it, and has it scanned; rejected content isn't kept. */
export async function storeFile(
  ctx: RequestContext,
  { name, content }: { name: string; content: AsyncIterable<Buffer> },
): Promise<ReceivedFile> {
  const { storage, config } = ctx.services;
  const fileName = safeFileName(name);
  const inspector = new FileInspector(fileName);
  let mimeType = '';
  async function* inspected() {
    let size = 0;
    for await (const chunk of content) {
      if ((size += chunk.length) > config.maxFileBytes) throw fileTooLarge(config.maxFileBytes);
      inspector.push(chunk);
      yield chunk;
    }
    if (size === 0) throw badInput({ file: 'is empty' });
    mimeType = inspector.finish();
  }
  const key = newKey();
  const stored = await storage.write(key, inspected());
  const file = { ...stored, key, fileName, mimeType };
  await scanFile(ctx, file).catch(async (error: unknown) => {
    await removeStored(ctx.services, [key]);
    throw error;
  });
  return file;
}

export function fileTooLarge(maxBytes: number): Problem {
  const most = maxBytes < 1_048_576 ? `${maxBytes} bytes` : `${Math.floor((maxBytes / 1_048_576) * 10) / 10} MiB`;
  return new Problem('PAYLOAD_TOO_LARGE', `The file is larger than ${most}`);
}

export function fileUrl({ publicUrl }: Services, id: string): string {
  return `${publicUrl}/files/${id}`;
}

/** Creates the row of a stored file. If that fails, the file is removed. */
export async function keepFile(access: FileAccess, file: ReceivedFile, given: FileDetails): Promise<string> {
  const { ctx } = access;
  try {
    const { displayName } = check(detailsRule, given);
    const owner = permittedOwner(access, given);
    return await change(ctx, async (tx) => {
      const found = await holdOwner(tx, access, owner, file.size);
      const { key, fileName, mimeType, size, sha256 } = file;
      const row: Attachment = tx.em.create(Attachment, {
        fileName,
        displayName,
        mimeType,
        sizeBytes: size,
        sha256,
        storageKey: key,
        ...(found && { [found.relation]: found.id, assessment: found.assessmentId }),
        isFromVendor: access.findings || access.portal ? true : null,
        uploadedBy: ctx.caller.userId ?? null,
        uploadedByKeyId: ctx.caller.apiKey?.id ?? null,
      } as never);
      if (found?.relation === 'response') await tx.query(responses.evidenceChanged(found.id));
      tx.record({ action: 'UPLOAD_FILE', entity: entityOf(row), meta: { mimeType, size, sha256, ...metaOf(found) } });
      return row.id;
    });
  } catch (error) {
    // If the connection broke during the commit, nobody knows whether it succeeded: the sweep will find out.
    if (!isDatabaseOutOfReach(error)) await removeStored(ctx.services, [file.key]);
    throw error;
  }
}

function permittedOwner({ ctx, portal, findings }: FileAccess, given: OwnerInput): NamedOwner | undefined {
  if (findings) {
    const owner = namedOwner(given);
    if (owner?.field !== 'findingId') throw badInput({ findingId: 'is required, and nothing else is' });
    return owner;
  }
  if (!portal) {
    const owner = namedOwner(given);
    assertMayGive(ctx.caller, owner);
    return owner;
  }
  // A link is for one assessment, so the question is enough.
  const assessmentId = given.assessmentId ?? (given.questionId ? portal.assessmentId : undefined);
  const owner = namedOwner({ ...given, assessmentId });
  if (owner?.field !== 'questionId' && owner?.field !== 'responseId') throw badInput({ questionId: 'is required' });
  return owner;
}

async function holdOwner(tx: Change, access: FileAccess, owner: NamedOwner | undefined, size: number): Promise<FoundOwner | undefined> {
  const { portal, findings } = access;
  if (findings) {
    await findings.hold(tx, (owner as { id: string }).id);
    const found = await findOwner(tx, owner!);
    await assertRoom(tx, { linkId: findings.linkId }, size);
    return found;
  }
  if (!portal) {
    const found = owner && (await findOwner(tx, owner));
    if (found) await holdQuestion(tx, found);
    return found;
  }
  await holdAnswers(tx, portal.assessmentId, isEditable);
  const found = await findOwner(tx, owner!);
  if (found.assessmentId !== portal.assessmentId) throw forbidden();
  if (!(await isOpen(tx, portal, found.id))) throw badInput({ questionId: 'does not match a question of this assessment' });
  await assertShown(tx, found);
  await assertRoom(tx, { assessmentId: portal.assessmentId }, size);
  await portal.beforeSave?.(tx, found.questionId!);
  return found;
}

/** What a vendor may store for one assessment, or through one link to findings: more than any questionnaire needs, too little to fill the disk. */
const VENDOR_FILES = 1_000;
const VENDOR_GIB = 5;

/** What they are of must be locked, so that two files can't both take the last place. */
async function assertRoom(tx: Change, of: store.Holder, size: number): Promise<void> {
  const held = await tx.one(store.heldBy(of));
  const { files, bytes } = held!;
  const limit = files >= VENDOR_FILES ? `${VENDOR_FILES.toLocaleString('en')} files` : `${VENDOR_GIB} GiB of files`;
  if (files >= VENDOR_FILES || bytes + size > VENDOR_GIB * 2 ** 30) {
    throw conflict(
      'linkId' in of
        ? `The findings behind a link can have at most ${limit}`
        : `A questionnaire can have at most ${limit}; remove some that are not needed`,
    );
  }
}

/** If the owner is an answer, locks it until the commit and checks that it takes files. */
async function holdQuestion(tx: Change, found: FoundOwner): Promise<void> {
  if (!found.assessmentId) return;
  await holdAnswers(tx, found.assessmentId, isUnsubmitted);
  await assertShown(tx, found);
}

/** The assessment must be locked. */
async function assertShown(tx: Change, { assessmentId, questionId }: FoundOwner): Promise<void> {
  const shown = visibleOf(await readState(tx, assessmentId!));
  if (!shown.has(questionId!)) throw badInput({ questionId: "is a hidden question, which can't have files" });
}

/** Locks the assessment until the commit, so that it isn't submitted while its answers change. */
async function holdAnswers(tx: Change, assessmentId: string, isOpen: (status: Status) => boolean): Promise<void> {
  const assessment = await tx.one(store.holdAssessment(assessmentId));
  if (!assessment || !isOpen(assessment.status)) throw answersClosed();
}

/** After submission, evidence is read-only for the team too: the score is based on it. */
const isUnsubmitted = (status: Status) => status === 'DRAFT' || isEditable(status);

/** Attaches a file that has no owner yet. Only its uploader can do this. */
export async function attachFile(ctx: RequestContext, { id, ...given }: AttachFileInput): Promise<void> {
  const owner = namedOwner(given);
  if (!owner) throw badInput({ vendorId: 'is required, unless another owner is given' });
  assertMayGive(ctx.caller, owner);
  await change(ctx, async (tx) => {
    const file = await lockFile(tx, id);
    if (ownerOf(file)) throw conflict('This file already belongs to another record');
    assertMayEdit(ctx.caller, file);
    const found = await findOwner(tx, owner);
    await holdQuestion(tx, found);
    await tx.query(store.give(file.id, found));
    if (found.relation === 'response') await tx.query(responses.evidenceChanged(found.id));
    tx.record({ action: 'ATTACH_FILE', entity: entityOf(file), meta: metaOf(found) });
  });
}

/** A vendor can only remove evidence of its own answers, while they can be changed. */
export async function deleteFile({ ctx, portal }: FileAccess, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    await portal?.beforeRemoval?.(tx);
    if (portal) await holdAnswers(tx, portal.assessmentId, isEditable);
    const file = await lockFile(tx, id);
    if (!portal && file.assessmentId) await holdAnswers(tx, file.assessmentId, isUnsubmitted);
    if (!portal) assertMayEdit(ctx.caller, file);
    else if (file.assessmentId !== portal.assessmentId || !(await isOpen(tx, portal, file.responseId))) throw notFound('File');
    await assertProven(tx, file);
    await tx.query(store.remove(file.id));
    if (file.responseId) await tx.query(responses.evidenceChanged(file.responseId));
    tx.record({ action: 'DELETE_FILE', entity: entityOf(file), meta: ownerMeta(file) });
    tx.afterCommit(() => void removeStored(ctx.services, [file.storageKey]));
  });
}

/** A step of an offboarding that was done with evidence keeps some. */
async function assertProven(tx: Change, { offboardingStepId }: Held<Attachment>): Promise<void> {
  const step = offboardingStepId ? await tx.one(offboarding.lockStep(offboardingStepId)) : undefined;
  if (step?.isDone && needsEvidence(step.kind) && (await tx.one(offboarding.countEvidence(step.id)))!.files === 1) {
    throw conflict('This is the only evidence of a step that is done; mark the step as not done first');
  }
}

/** The file to download, if the caller may see it. */
export async function findFile({ ctx, portal, findings }: FileAccess, id: string): Promise<Held<Attachment>> {
  const file = isId(id) ? await ctx.database.one(store.file(id)) : undefined;
  if (!file) throw notFound('File');
  if (findings) {
    if (!file.findingId || !file.isFromVendor || !(await findings.shows(file.findingId))) throw notFound('File');
  } else if (!portal) assertMayView(ctx.caller, file);
  else if (file.assessmentId !== portal.assessmentId || !(await isOpen(ctx.database, portal, file.responseId))) throw notFound('File');
  return file;
}

/** Whether an answer is in a section that the link opens. */
async function isOpen(db: Queryable, { sections }: PortalAccess, responseId: string | null): Promise<boolean> {
  if (!sections) return true;
  const found = responseId ? await db.one(store.sectionOf(responseId)) : undefined;
  return found !== undefined && sections.includes(found.section);
}

/** Called before the content is sent. */
export function recordDownload({ ctx }: FileAccess, file: Held<Attachment>): Promise<void> {
  const meta = { sha256: file.sha256, ...ownerMeta(file) };
  return recordReads(ctx, [{ action: 'DOWNLOAD_EVIDENCE', entity: entityOf(file), meta }]);
}

async function lockFile(tx: Change, id: string): Promise<Held<Attachment>> {
  const file = isId(id) ? await tx.one(store.lock(id)) : undefined;
  if (!file) throw notFound('File');
  return file;
}

function ownerMeta(file: Held<Attachment>) {
  const owner = ownerOf(file);
  return owner ? { owner: relationOf(owner), ownerId: owner.id } : {};
}

const metaOf = (owner: FoundOwner | undefined) => (owner ? { owner: owner.relation, ownerId: owner.id } : {});

const entityOf = ({ id, fileName }: { id: string; fileName: string }) => ({ type: 'Attachment', id, name: fileName });
