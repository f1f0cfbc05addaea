import type { Caller } from '../../kernel/caller';
import { admits, assertAdmits, type Permission } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { badInput, conflict, forbidden } from '../../kernel/errors';
import { isId } from '../../platform/id';
import type { Change } from '../audit/audit.service';
import type { Attachment } from './attachment.entity';
import * as store from './evidence.store';

interface OwnerKind {
  relation: string;
  table: string;
  view: readonly Permission[];
  edit: readonly Permission[];
}

const OF_VENDOR = { view: ['vendors:view'], edit: ['vendors:edit'] } as const;

/** What a file can belong to: where that is stored, and who may see and change its files. */
const OWNERS = {
  vendorId: { relation: 'vendor', table: 'vendor', ...OF_VENDOR },
  certificationId: { relation: 'certification', table: 'certification', ...OF_VENDOR },
  actionId: { relation: 'action', table: 'responsibility_action', ...OF_VENDOR },
  offboardingStepId: { relation: 'offboardingStep', table: 'offboarding_step', ...OF_VENDOR },
  responseId: {
    relation: 'response',
    table: 'response',
    view: ['assessments:view'],
    edit: ['assessments:edit', 'assessments:review'],
  },
  findingId: { relation: 'finding', table: 'finding', view: ['assessments:view'], edit: ['assessments:review'] },
} as const satisfies Record<string, OwnerKind>;

type OwnerField = keyof typeof OWNERS;
export type OwnerTable = (typeof OWNERS)[OwnerField]['table'];
const OWNER_FIELDS = Object.keys(OWNERS) as OwnerField[];

/** Anyone who may attach files to something may also upload one that isn't attached yet. */
export const UPLOADERS = ['vendors:edit', 'assessments:edit', 'assessments:review'] as const;

/** The most files per owner: a vendor's link must not fill the disk. */
const MAX_FILES = 100;

/** The fields of an input that name an owner. A response can also be named by its assessment and question. */
export type OwnerInput = { [K in OwnerField | 'assessmentId' | 'questionId']?: string | null };

/** The named owner. The question may have no response yet. */
export type NamedOwner = { field: OwnerField; id: string } | { field: 'questionId'; assessmentId: string; questionId: string };

/** The one owner that the input names; undefined without any. */
export function namedOwner(given: OwnerInput): NamedOwner | undefined {
  const { assessmentId, questionId } = given;
  const named: NamedOwner[] = OWNER_FIELDS.flatMap((field) => (given[field] ? [{ field, id: given[field] }] : []));
  if (assessmentId && questionId) named.push({ field: 'questionId', assessmentId, questionId });
  else if (assessmentId) throw badInput({ questionId: 'is required with assessmentId' });
  else if (questionId) throw badInput({ assessmentId: 'is required with questionId' });
  if (named.length > 1) throw badInput({ [named[1]!.field]: 'is a second owner; a file can have only one' });
  return named[0];
}

/** Whether the caller may attach a file to this owner, or upload one that isn't attached yet. */
export function assertMayGive(caller: Caller, owner: { field: OwnerField | 'questionId' } | undefined): void {
  assertAdmits(owner ? OWNERS[owner.field === 'questionId' ? 'responseId' : owner.field].edit : UPLOADERS, caller);
}

export function assertMayView(caller: Caller, file: Row<Attachment>): void {
  if (!mayView(caller, file)) throw forbidden();
}

export function assertMayEdit(caller: Caller, file: Row<Attachment>): void {
  if (!may(caller, file, 'edit')) throw forbidden();
}

export function mayView(caller: Caller, file: Row<Attachment>): boolean {
  return may(caller, file, 'view');
}

/** Until it is attached, only its uploader may see a file, and only while they may upload. */
function may(caller: Caller, file: Row<Attachment>, act: 'view' | 'edit'): boolean {
  const owner = ownerOf(file);
  return owner ? admits(OWNERS[owner.field][act], caller) : admits(UPLOADERS, caller) && isUploader(caller, file);
}

function isUploader({ userId, apiKey }: Caller, { uploadedById, uploadedByKeyId }: Row<Attachment>): boolean {
  return apiKey ? apiKey.id === uploadedByKeyId : userId !== undefined && userId === uploadedById;
}

/** The owner of a file; undefined without one. */
export function ownerOf(file: Row<Attachment>): { field: OwnerField; id: string } | undefined {
  const field = OWNER_FIELDS.find((name) => file[name] !== null);
  return field && { field, id: file[field]! };
}

/** The audit log's name for this kind of owner. */
export const relationOf = ({ field }: { field: OwnerField }): string => OWNERS[field].relation;

/** An existing owner, locked until the commit. */
export interface FoundOwner {
  /** The attachment's property that refers to it. */
  relation: (typeof OWNERS)[OwnerField]['relation'];
  id: string;
  /** Only for a response. */
  assessmentId: string | null;
  questionId: string | null;
}

/** Finds the owner and checks that it has room for another file. */
export async function findOwner(tx: Change, owner: NamedOwner): Promise<FoundOwner> {
  const field = owner.field === 'questionId' ? 'responseId' : owner.field;
  const id = owner.field === 'questionId' ? await responseTo(tx, owner) : owner.id;
  const { relation, table } = OWNERS[field];
  const found = isId(id) ? await tx.one(store.holdOwner(table, id)) : undefined;
  if (!found) throw badInput({ [field]: `does not match any ${wordsOf(relation)}` });
  const files = await tx.one(store.countOf(relation, found.id));
  if (files!.count >= MAX_FILES) throw conflict(`This ${wordsOf(relation)} has ${MAX_FILES} files, which is the limit`);
  return { relation, ...found };
}

const wordsOf = (relation: string) => relation.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The response to a question, created if there is none yet, since a file alone can be the answer. */
async function responseTo(tx: Change, { assessmentId, questionId }: { assessmentId: string; questionId: string }): Promise<string> {
  const unknown = badInput({ questionId: 'does not match a question of this assessment' });
  if (!isId(assessmentId) || !isId(questionId)) throw unknown;
  await tx.query(store.addResponse(assessmentId, questionId));
  const response = await tx.one(store.responseTo(assessmentId, questionId));
  if (!response) throw unknown;
  return response.id;
}
