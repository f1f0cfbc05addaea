import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Row } from '../../database/rows';
import type { RequestContext } from '../../kernel/context';
import { badInput, conflict, type FieldMessages, invalidTransition, notFound, onTaken, staleRevision } from '../../kernel/errors';
import { check, withoutNulls } from '../../kernel/validate';
import { assertNotText } from '../../graphql/document-input';
import { isId } from '../../platform/id';
import { readImport } from '../../imports/read';
import { inTurn } from '../../imports/one-at-a-time';
import { type Change, changeShared } from '../audit/audit.service';
import type { LibraryOrigin } from '../framework/framework.service';
import { readSections, writeSections } from './template.document';
import { Template, TemplateKind, TemplateStatus } from './template.entity';
import type { CreateTemplateInput, ImportTemplateInput, UpdateTemplateInput } from './template.inputs';
import { type ReadTemplate, templateInput, templateReader } from './template.reader';
import { copiedSections, type SectionDocument, type StoredSection, templateDocument, withIds } from './template.rules';
import { readSettings } from '../settings/settings.service';
import type { VendorField } from '../settings/vendor-fields';
import * as store from './template.store';

export interface SavedTemplate {
  id: string;
  /** The given codes that no framework has. */
  unmappedControlCodes: string[];
}

export async function importTemplate(ctx: RequestContext, { template }: ImportTemplateInput): Promise<SavedTemplate> {
  assertNotText('template', template, 'a JSON object, as Template.export returns it');
  const json = JSON.stringify(template);
  return inTurn(ctx, json.length, async () => insertTemplate(ctx, await readImport(templateReader, json, json.length)));
}

/** A library template, in the caller's transaction. */
export async function installTemplate(ctx: RequestContext, input: ImportTemplateInput, origin: LibraryOrigin): Promise<SavedTemplate> {
  return insertTemplate(ctx, check(templateInput, input).template, origin);
}

function insertTemplate(ctx: RequestContext, template: ReadTemplate, origin?: LibraryOrigin): Promise<SavedTemplate> {
  return changeShared(ctx, (tx) => insertDraft(tx, { ...template, origin }, withIds(template.sections, randomUUID))).catch(editionTaken);
}

const editionTaken = onTaken(['template_library_edition_taken'], () => conflict('This item of the library is already installed'));

/** Creates the next version of a library template from another edition of its file. */
export async function importTemplateEdition(
  ctx: RequestContext,
  input: ImportTemplateInput,
  origin: LibraryOrigin,
): Promise<SavedTemplate> {
  const { template } = check(templateInput, input);
  return changeShared(ctx, async (tx) => {
    const installed = await tx.one(store.latestOfLibrary(origin.libraryKey));
    if (!installed) throw notFound('Template');
    const { next } = await nextVersion(tx, installed.id);
    return insertDraft(tx, { ...template, next, origin }, withIds(template.sections, randomUUID));
  }).catch(editionTaken);
}

export async function createTemplate(ctx: RequestContext, input: CreateTemplateInput): Promise<SavedTemplate> {
  const template = check(templateDocument, { ...input, sections: input.sections ?? [] });
  assertOwnIds(template.sections, []);
  return changeShared(ctx, (tx) => insertDraft(tx, template, withIds(template.sections, randomUUID)));
}

/** Copies the newest version of the template with this id, so that the copy can be edited. */
export async function newTemplateVersion(ctx: RequestContext, id: string): Promise<SavedTemplate> {
  return changeShared(ctx, async (tx) => {
    const { latest, next } = await nextVersion(tx, id);
    const [sections] = await readSections(tx, [latest.id]);
    const copy = withIds(copiedSections(sections!), randomUUID);
    const { name, description, introduction, kind } = latest;
    // The own fields that answers set may have changed since: that is for whoever edits the draft to mend.
    return insertFitting(tx, { name, description, introduction, kind, next }, copy);
  });
}

/** The number of the next version, after the latest. All versions are locked; only one draft is allowed. */
async function nextVersion(tx: Change, id: string) {
  const { family } = (await lockVersions(tx, id)).template;
  // Read again: a version created while waiting for the lock isn't among those locked.
  const versions = await tx.query(store.versionsOf([family]));
  const draft = versions.find(({ status }) => status === TemplateStatus.DRAFT);
  if (draft) throw conflict(`Version ${draft.version} of this template is still a draft; edit or publish that`);
  const [latest] = versions as [Row<Template>];
  return { latest, next: { family, version: latest.version + 1 } };
}

interface Draft {
  name: string;
  description?: string | null;
  kind?: string | null;
  introduction?: string | null;
  /** Omitted for a new template's first version. */
  next?: { family: string; version: number };
  origin?: LibraryOrigin;
}

async function insertDraft(tx: Change, draft: Draft, sections: StoredSection[]): Promise<SavedTemplate> {
  await assertFit(tx, kindOf(draft), sections);
  return insertFitting(tx, draft, sections);
}

const kindOf = ({ kind }: Draft) => (kind ?? TemplateKind.QUESTIONNAIRE) as TemplateKind;

async function insertFitting(tx: Change, draft: Draft, sections: StoredSection[]): Promise<SavedTemplate> {
  const { name, description, introduction, next, origin } = draft;
  const kind = kindOf(draft);
  const questionCount = countQuestions(sections);
  const template = tx.em.create(Template, { name, description, introduction, kind, ...next, ...origin, questionCount });
  await tx.em.flush();
  const unmappedControlCodes = await writeSections(tx, template.id, sections);
  const meta = { version: template.version, questions: questionCount, ...origin };
  tx.record({ action: 'CREATE_TEMPLATE', entity: entityOf(template), meta });
  return { id: template.id, unmappedControlCodes };
}

const EDITABLE = ['name', 'description', 'introduction', 'sections'] as const;

/** Edits a draft as a whole document. A question that keeps its id stays the same, also for rules that refer to it. */
export async function updateTemplate(ctx: RequestContext, input: UpdateTemplateInput): Promise<SavedTemplate> {
  const { id, expectedRevision, name, description, introduction, sections } = input;
  const changes = check(templateDocument.partial(), { ...withoutNulls({ name, sections }), description, introduction });
  return changeShared(ctx, async (tx) => {
    const { template } = await lockVersions(tx, id);
    if (expectedRevision != null && template.revision !== expectedRevision) throw staleRevision('template');
    if (template.status !== TemplateStatus.DRAFT) {
      const status = template.status.toLowerCase();
      throw invalidTransition(`This template is ${status} and can't be edited; create a new version instead`);
    }
    const [stored] = await readSections(tx, [template.id]);
    assertOwnIds(changes.sections ?? [], stored!);
    const before = { name: template.name, description: template.description, introduction: template.introduction, sections: stored! };
    const after = {
      name: changes.name ?? before.name,
      description: changes.description === undefined ? before.description : changes.description,
      introduction: changes.introduction === undefined ? before.introduction : changes.introduction,
      sections: changes.sections ? withIds(changes.sections, randomUUID) : before.sections,
    };
    await assertFit(tx, template.kind as TemplateKind, after.sections);
    const fields = EDITABLE.filter((field) => !isDeepStrictEqual(before[field], after[field]));
    if (fields.length === 0) return { id: template.id, unmappedControlCodes: [] };

    const isRewritten = fields.includes('sections');
    const unmappedControlCodes = isRewritten ? await writeSections(tx, template.id, after.sections) : [];
    const questionCount = countQuestions(after.sections);
    await tx.query(
      store.edit(template.id, { name: after.name, description: after.description, introduction: after.introduction, questionCount }),
    );
    tx.record({ action: 'UPDATE_TEMPLATE', entity: entityOf({ ...template, name: after.name }), meta: { fields } });
    return { id: template.id, unmappedControlCodes };
  });
}

/** From now on, assessments are created from this version: the one published before is archived. */
export async function publishTemplate(ctx: RequestContext, id: string): Promise<void> {
  await changeShared(ctx, async (tx) => {
    const { template, versions } = await lockVersions(tx, id);
    if (template.status !== TemplateStatus.DRAFT) {
      throw invalidTransition(`Only a draft can be published; this template is ${template.status.toLowerCase()}`);
    }
    if (template.questionCount === 0) throw badInput({ id: 'is a template without questions' });
    await tx.query(store.publish(template.id));
    tx.record({ action: 'PUBLISH_TEMPLATE', entity: entityOf(template), meta: { version: template.version } });
    await archive(
      tx,
      versions.filter(({ status }) => status === TemplateStatus.PUBLISHED),
    );
  });
}

export async function archiveTemplate(ctx: RequestContext, id: string): Promise<void> {
  await changeShared(ctx, async (tx) => {
    const { template } = await lockVersions(tx, id);
    if (template.status === TemplateStatus.ARCHIVED) throw invalidTransition('This template is already archived');
    await archive(tx, [template]);
  });
}

async function archive(tx: Change, templates: Row<Template>[]): Promise<void> {
  await tx.query(store.archive(templates.map(({ id }) => id)));
  for (const template of templates) {
    tx.record({ action: 'ARCHIVE_TEMPLATE', entity: entityOf(template), meta: { version: template.version } });
  }
}

/** Assessments created from it keep their questions, which are copies. */
export async function deleteTemplate(ctx: RequestContext, id: string): Promise<void> {
  await changeShared(ctx, async (tx) => {
    const template = isId(id) ? await tx.one(store.remove(id)) : undefined;
    if (!template) throw notFound('Template');
    tx.record({ action: 'DELETE_TEMPLATE', entity: entityOf(template), meta: { version: template.version } });
  });
}

/** Finds a template and locks all its versions until the commit, so that changes to one family are serialised. */
async function lockVersions(tx: Change, id: string): Promise<{ template: Row<Template>; versions: Row<Template>[] }> {
  const versions = isId(id) ? await tx.query(store.lockVersions(id)) : [];
  const template = versions.find((version) => version.id === id.toLowerCase());
  if (!template) throw notFound('Template');
  return { template, versions };
}

/** An edit may only keep ids of this template: any other would take the question away from its own. */
function assertOwnIds(sections: readonly SectionDocument[], stored: readonly StoredSection[]): void {
  const sectionIds = new Set(stored.map(({ id }) => id));
  const questionIds = new Set(stored.flatMap(({ questions }) => questions.map(({ id }) => id)));
  const fields: FieldMessages = {};
  sections.forEach((section, s) => {
    if (section.id && !sectionIds.has(section.id)) fields[`sections.${s}.id`] = 'does not match a section of this template';
    section.questions.forEach(({ id }, q) => {
      if (id && !questionIds.has(id)) fields[`sections.${s}.questions.${q}.id`] = 'does not match a question of this template';
    });
  });
  if (Object.keys(fields).length > 0) throw badInput(fields);
}

/** What the domain of intake, which comes later, has to say about a question: faults by field. */
type QuestionCheck = (kind: TemplateKind, question: StoredSection['questions'][number], ownFields: readonly VendorField[]) => FieldMessages;
let checkQuestion: QuestionCheck = () => ({});

export function checkQuestionsBy(check: QuestionCheck): void {
  checkQuestion = check;
}

async function assertFit(tx: Change, kind: TemplateKind, sections: readonly StoredSection[]): Promise<void> {
  const { vendorFields } = await readSettings(tx);
  const faults = sections.flatMap(({ questions }, s) =>
    questions.flatMap((question, q) =>
      Object.entries(checkQuestion(kind, question, vendorFields)).map(
        ([field, message]) => [`sections.${s}.questions.${q}.${field}`, message] as const,
      ),
    ),
  );
  if (faults.length > 0) throw badInput(Object.fromEntries(faults));
}

const countQuestions = (sections: readonly StoredSection[]) => sections.flatMap(({ questions }) => questions).length;

const entityOf = ({ id, name }: { id: string; name: string }) => ({ type: 'Template', id, name });
