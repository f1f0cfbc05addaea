import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow, Makes } from '../../auth/permissions';
import { type RequestContext } from '../../kernel/context';
import { DeleteInput, DeletePayload, IdInput } from '../../graphql/inputs';
import { JsonScalar } from '../../graphql/scalars';
import { Control } from '../framework/control.entity';
import { TemplateQuestion } from './template-question.entity';
import { TemplateSection } from './template-section.entity';
import { Template, TemplateKind } from './template.entity';
import { CreateTemplateInput, ImportTemplateInput, TemplatePayload, UpdateTemplateInput } from './template.inputs';
import * as loaders from './template.loaders';
import * as templates from './template.service';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';

@Resolver(() => Template)
export class TemplateResolver {
  @Allow('templates:view')
  @Query(() => [Template], { description: 'All versions of all questionnaires: by name, newest version first' })
  templates(@Ctx() ctx: RequestContext) {
    return loaders.listTemplates(ctx, TemplateKind.QUESTIONNAIRE);
  }

  @Allow('templates:view')
  @Query(() => [Template], { description: 'The same for forms that are asked of whoever requests a vendor' })
  intakeTemplates(@Ctx() ctx: RequestContext) {
    return loaders.listTemplates(ctx, TemplateKind.INTAKE);
  }

  @Allow('templates:view')
  @Query(() => Template, { nullable: true, description: 'The template with an id; null if there is none' })
  template(@Ctx() ctx: RequestContext, @Arg('id', () => ID, { description: 'The id of one version of a template' }) id: string) {
    return ctx.load(loaders.templateById, id);
  }

  @Reads(Template)
  @FieldResolver(() => [TemplateSection], { description: 'Its sections, in order' })
  sections(@Root() { id }: Reading<Template>, @Ctx() ctx: RequestContext) {
    return ctx.load(loaders.sectionsOf, id);
  }

  @Reads(Template, 'family')
  @FieldResolver(() => [Template], { description: 'All versions of the template, including this one, newest first' })
  versions(@Root() { family }: Reading<Template, 'family'>, @Ctx() ctx: RequestContext) {
    return ctx.load(loaders.versionsOf, family);
  }

  @Reads(Template, 'name', 'description', 'introduction', 'kind')
  @FieldResolver(() => JsonScalar, { description: 'The template as a file for importTemplate' })
  async export(@Root() template: Reading<Template, 'name' | 'description' | 'introduction' | 'kind'>, @Ctx() ctx: RequestContext) {
    if (!ctx.request.recordsReads) await ctx.load(loaders.recordedExport, template);
    return loaders.exportTemplate(ctx, template);
  }

  @Allow('templates:create')
  @Makes()
  @Mutation(() => TemplatePayload, { description: 'Creates a draft from an exported template in JSON' })
  async importTemplate(@Ctx() ctx: RequestContext, @Arg('input', () => ImportTemplateInput) input: ImportTemplateInput) {
    return this.payload(ctx, await templates.importTemplate(ctx, input));
  }

  @Allow('templates:create')
  @Makes()
  @Mutation(() => TemplatePayload, { description: 'Creates a draft' })
  async createTemplate(@Ctx() ctx: RequestContext, @Arg('input', () => CreateTemplateInput) input: CreateTemplateInput) {
    return this.payload(ctx, await templates.createTemplate(ctx, input));
  }

  @Allow('templates:create')
  @Mutation(() => TemplatePayload, {
    description: 'Copies the newest version of a template into a draft of the next; a template has at most one draft',
  })
  async newTemplateVersion(@Ctx() ctx: RequestContext, @Arg('input', () => IdInput) { id }: IdInput) {
    return this.payload(ctx, await templates.newTemplateVersion(ctx, id));
  }

  @Allow('templates:edit')
  @Mutation(() => TemplatePayload, { description: 'Changes a draft' })
  async updateTemplate(@Ctx() ctx: RequestContext, @Arg('input', () => UpdateTemplateInput) input: UpdateTemplateInput) {
    return this.payload(ctx, await templates.updateTemplate(ctx, input));
  }

  @Allow('templates:edit')
  @Mutation(() => TemplatePayload, {
    description: 'Publishes a draft: it can no longer be edited, and the previously published version is archived',
  })
  async publishTemplate(@Ctx() ctx: RequestContext, @Arg('input', () => IdInput) { id }: IdInput) {
    await templates.publishTemplate(ctx, id);
    return this.payload(ctx, { id });
  }

  @Allow('templates:edit')
  @Mutation(() => TemplatePayload, { description: 'Archives a template; its assessments continue' })
  async archiveTemplate(@Ctx() ctx: RequestContext, @Arg('input', () => IdInput) { id }: IdInput) {
    await templates.archiveTemplate(ctx, id);
    return this.payload(ctx, { id });
  }

  @Allow('templates:delete')
  @Mutation(() => DeletePayload, {
    description: 'Permanently deletes a template; assessments keep their questions',
  })
  async deleteTemplate(@Ctx() ctx: RequestContext, @Arg('input', () => DeleteInput) { id }: DeleteInput) {
    await templates.deleteTemplate(ctx, id);
    return { deletedId: id };
  }

  private async payload(ctx: RequestContext, saved: { id: string; unmappedControlCodes?: string[] }) {
    const template = await ctx.load(loaders.templateById, saved.id);
    return { template, unmappedControlCodes: saved.unmappedControlCodes ?? [] };
  }
}

@Resolver(() => TemplateSection)
export class TemplateSectionResolver {
  @Reads(TemplateSection)
  @FieldResolver(() => [TemplateQuestion], { description: 'Its questions, in order' })
  questions(@Root() { id }: Reading<TemplateSection>, @Ctx() ctx: RequestContext) {
    return ctx.load(loaders.questionsOf, id);
  }
}

@Resolver(() => TemplateQuestion)
export class TemplateQuestionResolver {
  @Reads(TemplateQuestion)
  @FieldResolver(() => [Control], { description: 'The controls it covers, by code' })
  controls(@Root() { id }: Reading<TemplateQuestion>, @Ctx() ctx: RequestContext) {
    return ctx.load(loaders.controlsOf, id);
  }
}
