import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { ALL_PERMISSIONS, Allow, Makes, Sensitive } from '../../auth/permissions';
import { type RequestContext } from '../../kernel/context';
import { DeleteInput, DeletePayload, IdInput } from '../../graphql/inputs';
import { ApiKey } from './api-key.entity';
import { ApiKeyPayload, CreateApiKeyInput, CreateApiKeyPayload, UpdateApiKeyInput } from './api-key.inputs';
import {
  apiKeyById,
  createApiKey,
  deleteApiKey,
  listApiKeys,
  makeApiKeyOrganizational,
  revokeApiKey,
  updateApiKey,
} from './api-key.service';
import { PermissionWord, wordsOf } from './permission.types';
import { User } from './user.entity';
import { userById } from './user.service';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';

@Resolver(() => ApiKey)
export class ApiKeyResolver {
  @Allow('api:manage')
  @Query(() => [ApiKey], { description: 'All API keys, newest first' })
  apiKeys(@Ctx() ctx: RequestContext) {
    return listApiKeys(ctx);
  }

  @Reads(ApiKey, 'permissions')
  @FieldResolver(() => [PermissionWord], { description: 'The permissions of the key, as enum values' })
  grants(@Root() { permissions }: Reading<ApiKey, 'permissions'>) {
    return wordsOf(permissions ?? ALL_PERMISSIONS);
  }

  @Reads(ApiKey, 'createdById')
  @FieldResolver(() => User, { nullable: true, description: 'Who created the key; null once that user is deleted' })
  createdBy(@Root() key: Reading<ApiKey, 'createdById'>, @Ctx() ctx: RequestContext) {
    return key.createdById ? ctx.load(userById, key.createdById) : null;
  }

  @Allow('api:manage')
  @Makes()
  @Sensitive()
  @Mutation(() => CreateApiKeyPayload, { description: 'Creates an API key; the whole key is returned only once' })
  async createApiKey(@Ctx() ctx: RequestContext, @Arg('input', () => CreateApiKeyInput) input: CreateApiKeyInput) {
    const { id, token } = await createApiKey(ctx, input);
    return { apiKey: await ctx.load(apiKeyById, id), token };
  }

  @Allow('api:manage')
  @Sensitive()
  @Mutation(() => ApiKeyPayload, {
    description:
      'Changes an active key with immediate effect. Its creator can widen it while holding every permission it then has. Others need all permissions of the key, and can only narrow it',
  })
  async updateApiKey(@Ctx() ctx: RequestContext, @Arg('input', () => UpdateApiKeyInput) input: UpdateApiKeyInput) {
    await updateApiKey(ctx, input);
    return { apiKey: await ctx.load(apiKeyById, input.id) };
  }

  @Allow('api:manage')
  @Mutation(() => ApiKeyPayload, {
    description: 'Permanently revokes a key; its record is kept. One’s own, or with all permissions of the key',
  })
  async revokeApiKey(@Ctx() ctx: RequestContext, @Arg('input', () => IdInput) { id }: IdInput) {
    await revokeApiKey(ctx, id);
    return { apiKey: await ctx.load(apiKeyById, id) };
  }

  @Allow('api:manage')
  @Sensitive()
  @Mutation(() => ApiKeyPayload, {
    description:
      'Makes a key one of the organisation, which no longer follows its creator; the caller must have all permissions of the key. CONFLICT while Settings.organizationApiKeys is off',
  })
  async makeApiKeyOrganizational(@Ctx() ctx: RequestContext, @Arg('input', () => IdInput) { id }: IdInput) {
    await makeApiKeyOrganizational(ctx, id);
    return { apiKey: await ctx.load(apiKeyById, id) };
  }

  @Allow('api:manage')
  @Mutation(() => DeletePayload, { description: 'Deletes a key and its record. One’s own, or with all permissions of the key' })
  async deleteApiKey(@Ctx() ctx: RequestContext, @Arg('input', () => DeleteInput) { id }: DeleteInput) {
    await deleteApiKey(ctx, id);
    return { deletedId: id };
  }
}
