import type { Row } from '../../database/rows';
import type { RequestContext } from '../../kernel/context';
import { byId, childrenOf, groupBy, loader } from '../../graphql/engine/loaders';
import type { Control } from '../framework/control.entity';
import { recordReads } from '../settings/audit-reads';
import { TemplateQuestion } from './template-question.entity';
import { TemplateSection } from './template-section.entity';
import { readSections } from './template.document';
import { Template, TemplateKind } from './template.entity';
import { exportedSections, type StoredSection } from './template.rules';
import * as store from './template.store';

export const templateById = byId(Template);
export const sectionsOf = childrenOf(TemplateSection, 'template', store.BY_POSITION);
export const questionsOf = childrenOf(TemplateQuestion, 'section', store.BY_POSITION);

/** By name, newest version first. */
export function listTemplates(ctx: RequestContext, kind: TemplateKind): Promise<Row<Template>[]> {
  return ctx.database.query(store.all(kind));
}

/** All versions of a family, newest first. */
export const versionsOf = loader<string, Row<Template>[]>(async (families, ctx) => {
  const rows = await ctx.database.query(store.versionsOf(families));
  const found = groupBy(rows, ({ family }) => family);
  return families.map((family) => found.get(family) ?? []);
});

/** The controls that questions cover. */
export const controlsOf = loader<string, Row<Control>[]>(async (questionIds, ctx) => {
  const rows = await ctx.database.query(store.controlsOf(questionIds));
  const found = groupBy(rows, ({ questionId }) => questionId);
  return questionIds.map((id) => found.get(id) ?? []);
});

const documentOf = loader<string, StoredSection[]>((templateIds, ctx) => readSections(ctx.database, templateIds));

/** Records all templates exported by an operation in the audit log at once. */
export const recordedExport = loader<Pick<Row<Template>, 'id' | 'name'>, true>(
  async (templates, ctx) => {
    const reads = templates.map(({ id, name }) => ({ action: 'READ_EXPORT' as const, entity: { type: 'Template', id, name } }));
    await recordReads(ctx, reads);
    return templates.map(() => true);
  },
  ({ id }) => id,
);

type Exported = Pick<Row<Template>, 'id' | 'name' | 'description' | 'introduction' | 'kind'>;

export async function exportTemplate(ctx: RequestContext, { id, name, description, introduction, kind }: Exported) {
  // Files from before know neither.
  const later = { ...(introduction != null && { introduction }), ...(kind !== TemplateKind.QUESTIONNAIRE && { kind }) };
  return { name, description, ...later, sections: exportedSections(await ctx.load(documentOf, id)) };
}
