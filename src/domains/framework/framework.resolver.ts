import { Arg, Ctx, Extensions, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow, Makes } from '../../auth/permissions';
import { type RequestContext } from '../../kernel/context';
import { LIST_SIZE } from '../../graphql/engine/weigh';
import { DeleteInput, DeletePayload } from '../../graphql/inputs';
import { Control } from './control.entity';
import { Framework } from './framework.entity';
import { FrameworkPayload, ImportFrameworkCsvInput, ImportFrameworkInput, UpdateFrameworkInput } from './framework.inputs';
import * as frameworks from './framework.service';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';

@Resolver(() => Framework)
export class FrameworkResolver {
  @Allow('frameworks:view')
  @Query(() => [Framework], { description: 'All frameworks, by name' })
  frameworks(@Ctx() ctx: RequestContext) {
    return frameworks.listFrameworks(ctx);
  }

  @Allow('frameworks:view')
  @Query(() => Framework, { nullable: true, description: 'The framework with an id; null if there is none' })
  framework(@Ctx() ctx: RequestContext, @Arg('id', () => ID, { description: 'The id of the framework' }) id: string) {
    return ctx.load(frameworks.frameworkById, id);
  }

  @Reads(Framework)
  @Extensions({ [LIST_SIZE]: 100 })
  @FieldResolver(() => [Control], { description: 'Its controls, in framework order' })
  controls(
    @Root() { id }: Reading<Framework>,
    @Ctx() ctx: RequestContext,
    @Arg('search', () => String, {
      nullable: true,
      description: 'Only those with this text in code, title, domain or guidance, case-insensitive; at most 200 characters',
    })
    search?: string | null,
  ) {
    return ctx.load(frameworks.controlsOf, { frameworkId: id, search });
  }

  @Allow('frameworks:edit')
  @Makes()
  @Mutation(() => FrameworkPayload, { description: 'Creates a framework from a file: Vetgraph’s own format, or a NIST OSCAL catalog' })
  async importFramework(@Ctx() ctx: RequestContext, @Arg('input', () => ImportFrameworkInput) input: ImportFrameworkInput) {
    return { framework: await ctx.load(frameworks.frameworkById, await frameworks.importFramework(ctx, input)) };
  }

  @Allow('frameworks:edit')
  @Makes()
  @Mutation(() => FrameworkPayload, { description: 'Creates a framework from a CSV table of its controls' })
  async importFrameworkCsv(@Ctx() ctx: RequestContext, @Arg('input', () => ImportFrameworkCsvInput) input: ImportFrameworkCsvInput) {
    return { framework: await ctx.load(frameworks.frameworkById, await frameworks.importFrameworkCsv(ctx, input)) };
  }

  @Allow('frameworks:edit')
  @Mutation(() => FrameworkPayload, { description: 'Changes the name, version or description of a framework' })
  async updateFramework(@Ctx() ctx: RequestContext, @Arg('input', () => UpdateFrameworkInput) input: UpdateFrameworkInput) {
    await frameworks.updateFramework(ctx, input);
    return { framework: await ctx.load(frameworks.frameworkById, input.id) };
  }

  @Allow('frameworks:delete')
  @Mutation(() => DeletePayload, {
    description: 'Permanently deletes a framework with its controls; template questions lose their mapping to them',
  })
  async deleteFramework(@Ctx() ctx: RequestContext, @Arg('input', () => DeleteInput) { id }: DeleteInput) {
    await frameworks.deleteFramework(ctx, id);
    return { deletedId: id };
  }
}

@Resolver(() => Control)
export class ControlResolver {
  @Allow('frameworks:view', 'templates:view')
  @Extensions({ [LIST_SIZE]: frameworks.MOST_FOUND })
  @Query(() => [Control], {
    description: `Controls of all frameworks, by code: those with one of the codes, or those with the text; at most ${frameworks.MOST_FOUND}`,
  })
  controls(
    @Ctx() ctx: RequestContext,
    @Arg('codes', () => [String], { nullable: true, description: 'Only those with one of these codes, retired ones too' })
    codes?: string[] | null,
    @Arg('search', () => String, {
      nullable: true,
      description: 'Only those with this text in code, title, domain or guidance, case-insensitive; at most 200 characters',
    })
    search?: string | null,
  ) {
    return frameworks.findControls(ctx, { codes, search });
  }

  @Reads(Control, 'frameworkId')
  @FieldResolver(() => Framework, { description: 'The framework it belongs to' })
  framework(@Root() control: Reading<Control, 'frameworkId'>, @Ctx() ctx: RequestContext) {
    return ctx.load(frameworks.frameworkById, control.frameworkId);
  }
}
