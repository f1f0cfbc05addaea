import type { Queryable } from '../../database/database';
import { groupBy } from '../../graphql/engine/loaders';
import type { Change } from '../audit/audit.service';
import * as store from './template-document.store';
import type { StoredSection } from './template.rules';

/** Reads and writes the sections and questions of templates as whole documents: in sets, not row by row. */

export async function readSections(database: Queryable, templateIds: readonly string[]): Promise<StoredSection[][]> {
  const sections = await database.query(store.sections(templateIds));
  const questions = await database.query(store.questions(templateIds));
  const questionsBySection = groupBy(questions, ({ sectionId }) => sectionId);
  const sectionsByTemplate = groupBy(sections, ({ templateId }) => templateId);
  return templateIds.map((templateId) =>
    (sectionsByTemplate.get(templateId) ?? []).map(({ id, title }) => ({
      id,
      title,
      questions: (questionsBySection.get(id) ?? []).map(stored),
    })),
  );
}

const stored = (row: store.QuestionRow) =>
  ({
    id: row.id,
    text: row.text,
    helpText: row.helpText,
    findingTitle: row.findingTitle,
    type: row.type,
    riskWeight: row.riskWeight,
    required: row.required,
    options: row.options,
    exclusiveOptions: row.exclusiveOptions,
    expectedAnswer: row.expectedAnswer,
    conditionalLogic: row.conditionalLogic,
    setsField: row.setsField,
    controlCodes: row.controlCodes,
  }) as StoredSection['questions'][number];

/**
 * Replaces the sections and questions of a template, which the caller has locked: those with a known id are updated, the others
 * added, and those not listed deleted. Returns the control codes that no framework has.
 */
export async function writeSections(tx: Change, templateId: string, sections: readonly StoredSection[]): Promise<string[]> {
  const questions = sections.flatMap(({ id: sectionId, questions: own }) => own.map((q) => ({ ...q, sectionId })));
  await tx.query(store.writeSections(templateId, sections));
  await tx.query(store.writeQuestions(templateId, questions));
  await tx.query(store.removeOtherQuestions(templateId, idsOf(questions)));
  await tx.query(store.settleLineage(templateId));
  await tx.query(store.removeOtherSections(templateId, idsOf(sections)));
  return mapControls(tx, templateId, questions);
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** If both library and custom frameworks have a code, it maps to those of the template's own kind. */
async function mapControls(tx: Change, templateId: string, questions: readonly store.PlacedQuestion[]): Promise<string[]> {
  const codes = [...new Set(questions.flatMap(({ controlCodes }) => controlCodes))].sort();
  const controls = await tx.query(store.holdControls(templateId, codes));
  const byCode = groupBy(controls, ({ code }) => code);
  const meant = (code: string) => {
    const found = byCode.get(code) ?? [];
    const ofKind = found.filter(({ isOfKind }) => isOfKind);
    return ofKind.length > 0 ? ofKind : found;
  };
  const pairs = questions.flatMap(({ id, controlCodes }) =>
    controlCodes.flatMap((code) => meant(code).map((control) => ({ question: id, control: control.id }))),
  );
  await tx.query(store.unmapControls(templateId));
  await tx.query(store.mapControls(pairs));
  const unmapped = codes.filter((code) => !byCode.has(code));
  await tx.query(store.setUnmapped(questions, unmapped));
  return unmapped;
}
