import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '../auth/permissions';
import { Framework } from '../domains/framework/framework.entity';
import { frameworkById } from '../domains/framework/framework.service';
import { Template } from '../domains/template/template.entity';
import { templateById } from '../domains/template/template.loaders';
import { type RequestContext } from '../kernel/context';
import * as library from './library';
import { LibraryItem, LibraryItemInput, LibraryItemPayload } from './library.inputs';

@Resolver(() => LibraryItem)
export class LibraryResolver {
  @Allow('frameworks:view', 'templates:view')
  @Query(() => [LibraryItem], { description: 'The built-in library: frameworks, then questionnaires, by key' })
  library(@Ctx() ctx: RequestContext) {
    return library.listLibrary(ctx);
  }

  @FieldResolver(() => ID, { description: 'Derived from its kind and key' })
  id(@Root() entry: library.LibraryEntry) {
    return library.idOf(entry);
  }

  @FieldResolver(() => Int, { nullable: true, description: 'The installed edition; null if not installed' })
  installedEdition(@Root() { installed }: library.LibraryEntry) {
    return installed?.edition ?? null;
  }

  @FieldResolver(() => Framework, { nullable: true, description: 'The framework, if it is one and installed' })
  framework(@Root() { kind, installed }: library.LibraryEntry, @Ctx() ctx: RequestContext) {
    return installed && kind === library.LibraryKind.FRAMEWORK ? ctx.load(frameworkById, installed.id) : null;
  }

  @FieldResolver(() => Template, {
    nullable: true,
    description: 'The template version of the installed edition, if it is a questionnaire',
  })
  template(@Root() { kind, installed }: library.LibraryEntry, @Ctx() ctx: RequestContext) {
    return installed && kind === library.LibraryKind.QUESTIONNAIRE ? ctx.load(templateById, installed.id) : null;
  }

  @Allow('frameworks:edit', 'templates:create')
  @Mutation(() => LibraryItemPayload, {
    description:
      'Installs an item: a framework (needs frameworks:edit) with its relations to the library ' +
      'frameworks already installed, or a questionnaire (needs templates:create and templates:edit) as a published template',
  })
  async installLibraryItem(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => LibraryItemInput) input: LibraryItemInput,
  ): Promise<LibraryItemPayload> {
    library.assertMayInstall(ctx, input);
    await library.installItem(ctx, input);
    return { item: await library.findEntry(ctx, input) };
  }

  @Allow('frameworks:edit', 'templates:create')
  @Mutation(() => LibraryItemPayload, {
    description:
      'Upgrades an installed item to the edition of this library. A framework is changed in place: controls keep their ' +
      'ids and mappings by code, and a removed one is kept as retired if something refers to it. A ' +
      'questionnaire becomes the next version of its template, published unless you have published your own',
  })
  async upgradeLibraryItem(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => LibraryItemInput) input: LibraryItemInput,
  ): Promise<LibraryItemPayload> {
    library.assertMayInstall(ctx, input);
    await library.upgradeItem(ctx, input);
    return { item: await library.findEntry(ctx, input) };
  }
}
