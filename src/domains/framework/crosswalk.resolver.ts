import { Arg, Ctx, Extensions, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { RequestContext } from '../../kernel/context';
import { LIST_SIZE } from '../../graphql/engine/weigh';
import { isId } from '../../platform/id';
import { Control } from './control.entity';
import {
  ControlPayload,
  CrosswalkRelation,
  ImportCrosswalkInput,
  ImportCrosswalkPayload,
  RelatedControl,
  SetControlRelationInput,
} from './crosswalk.inputs';
import { controlById, crosswalkOf, relatedControls } from './crosswalk.loaders';
import * as crosswalk from './crosswalk.service';
import type { RelationOf } from './crosswalk.store';
import { Framework } from './framework.entity';
import { frameworkById } from './framework.service';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';

@Resolver(() => Control)
export class RelatedControlsResolver {
  @Reads(Control)
  @FieldResolver(() => [RelatedControl], {
    description: 'Related controls of other frameworks, in either direction, in framework order',
  })
  related(
    @Root() { id }: Reading<Control>,
    @Ctx() ctx: RequestContext,
    @Arg('frameworkId', () => ID, { nullable: true, description: 'Only those of this framework' })
    frameworkId?: string | null,
  ) {
    return frameworkId == null || isId(frameworkId) ? ctx.load(relatedControls, { controlId: id, frameworkId }) : [];
  }
}

@Resolver(() => CrosswalkRelation)
export class CrosswalkRelationResolver {
  @FieldResolver(() => Control, { description: 'The control' })
  control(@Root() { controlId }: RelationOf, @Ctx() ctx: RequestContext) {
    return ctx.load(controlById, controlId);
  }

  @FieldResolver(() => Control, { description: 'The related control, of the other framework' })
  related(@Root() { relatedId }: RelationOf, @Ctx() ctx: RequestContext) {
    return ctx.load(controlById, relatedId);
  }
}

@Resolver(() => Framework)
export class CrosswalkResolver {
  @Reads(Framework)
  @Extensions({ [LIST_SIZE]: 200 })
  @FieldResolver(() => [CrosswalkRelation], {
    description: 'How its controls relate to those of another framework, in either direction, in framework order',
  })
  crosswalk(
    @Root() { id }: Reading<Framework>,
    @Ctx() ctx: RequestContext,
    @Arg('toFrameworkId', () => ID, { description: 'The other framework' }) toFrameworkId: string,
  ) {
    return isId(toFrameworkId) ? ctx.load(crosswalkOf, { fromId: id, toId: toFrameworkId }) : [];
  }

  @Allow('frameworks:edit')
  @Mutation(() => ImportCrosswalkPayload, {
    description: 'Sets how controls of two frameworks relate, by code; earlier relations of a pair are replaced',
  })
  async importCrosswalk(@Ctx() ctx: RequestContext, @Arg('input', () => ImportCrosswalkInput) input: ImportCrosswalkInput) {
    const relationCount = await crosswalk.importCrosswalk(ctx, input);
    return { framework: await ctx.load(frameworkById, input.fromFrameworkId), relationCount };
  }

  @Allow('frameworks:edit')
  @Mutation(() => ControlPayload, { description: 'Sets or removes the relation of two controls' })
  async setControlRelation(@Ctx() ctx: RequestContext, @Arg('input', () => SetControlRelationInput) input: SetControlRelationInput) {
    await crosswalk.setControlRelation(ctx, input);
    return { control: await ctx.load(controlById, input.fromControlId) };
  }
}
