import { z } from 'zod';
import type { Row } from '../../database/rows';
import { byId, loader } from '../../graphql/engine/loaders';
import type { RequestContext } from '../../kernel/context';
import { badInput, conflict, notFound, onTaken } from '../../kernel/errors';
import { findLocked, revise } from '../../kernel/revise';
import { check, line, verbatim, withoutNulls } from '../../kernel/validate';
import { isId } from '../../platform/id';
import { seal, unseal } from '../../platform/seal';
import { type Change, change } from '../audit/audit.service';
import { assertWayIn } from '../settings/settings.service';
import { findPlace } from '../user/role-place.service';
import * as roleStore from '../user/role.store';
import { IdentityProvider, type StoredMapping } from './identity-provider.entity';
import type { CreateIdentityProviderInput, RoleMappingInput, UpdateIdentityProviderInput } from './identity-provider.inputs';
import * as store from './identity-provider.store';
import { issuerFault, withoutDocument } from './issuer.rules';
import * as signOnStore from './sign-on.store';

const SECRET_SEAL = 'vetgraph client secret';

const MOST_MAPPINGS = 200;

const providerRule = z.object({
  name: line(100),
  issuer: line(500)
    .transform(withoutDocument)
    .superRefine((text, issue) => {
      const fault = issuerFault(text);
      if (fault) issue.addIssue({ code: 'custom', message: fault });
    }),
  clientId: line(500),
  // Pasted, often with a space or a line break at the end.
  clientSecret: verbatim(2_000).trim().min(1, 'is required'),
  isEnabled: z.boolean(),
  isJitEnabled: z.boolean(),
  isEmailTrusted: z.boolean(),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/, 'must be words without spaces'))
    .max(50, 'has more than 50 entries'),
  roleClaim: line(200).nullable(),
  roleMappings: z
    .array(z.object({ value: verbatim(500).min(1, 'is required'), roleId: z.string(), portfolioIds: z.array(z.string()).nullish() }))
    .max(MOST_MAPPINGS, `has more than ${MOST_MAPPINGS} entries`),
  defaultRoleId: z.string().nullable(),
});

const required = providerRule.pick({ name: true, issuer: true, clientId: true, clientSecret: true });

export const providerById = byId(IdentityProvider);

export function listProviders({ database }: RequestContext): Promise<Row<IdentityProvider>[]> {
  return database.query(store.list());
}

/** In the order in which they are tried. */
export const mappingsOf = loader<string, StoredMapping[]>(async (ids, { database }) => {
  const rows = new Map((await database.query(store.mappingsOf(ids))).map((row) => [row.id, row.roleMappings]));
  return ids.map((id) => rows.get(id) ?? []);
});

const isTaken = () =>
  conflict('A provider with this issuer and client ID already exists', { clientId: 'is already used with this issuer' });
const taken = onTaken(['identity_provider_taken'], isTaken);

/** Also not with a slash at the end of one of them. */
async function assertOnly(tx: Change, { id, issuer, clientId }: IdentityProvider): Promise<void> {
  if (await tx.one(store.twin(id, issuer, clientId))) throw isTaken();
}

export async function createProvider(ctx: RequestContext, input: CreateIdentityProviderInput): Promise<string> {
  const { clientSecret, defaultRoleId, ...given } = check(
    required.extend(providerRule.partial().omit({ name: true, issuer: true, clientId: true, clientSecret: true }).shape),
    { ...withoutNulls(input) },
  );
  return change(ctx, async (tx) => {
    given.roleMappings = await checkMappings(tx, given.roleMappings, defaultRoleId);
    const secretBox = seal(clientSecret, ctx.services.sessionSecret, SECRET_SEAL);
    const provider = tx.em.create(IdentityProvider, { ...given, secretBox, defaultRole: defaultRoleId ?? null });
    await tx.em.flush();
    await assertOnly(tx, provider);
    const { name, issuer, clientId } = provider;
    tx.record({ action: 'CREATE_IDENTITY_PROVIDER', entity: entityOf(provider), meta: { name, issuer, clientId } });
    return provider.id;
  }).catch(taken);
}

export async function updateProvider(ctx: RequestContext, input: UpdateIdentityProviderInput): Promise<void> {
  const { id, expectedRevision, roleClaim, defaultRoleId, ...rest } = input;
  const {
    clientSecret,
    defaultRoleId: defaultRole,
    ...changes
  } = check(providerRule.partial(), {
    ...withoutNulls(rest),
    roleClaim,
    defaultRoleId,
  });
  await change(ctx, async (tx) => {
    const provider = await existingProvider(tx, id);
    // Otherwise whoever may change the address could send the secret to a server of their own.
    if (changes.issuer !== undefined && changes.issuer !== provider.issuer && clientSecret === undefined)
      throw badInput({ clientSecret: 'must be entered again for a new issuer' });
    changes.roleMappings = await checkMappings(tx, changes.roleMappings, defaultRole);
    const secretBox = clientSecret === undefined ? undefined : seal(clientSecret, ctx.services.sessionSecret, SECRET_SEAL);
    const { changed } = (await revise(tx, IdentityProvider, { id }, { ...changes, defaultRole, secretBox }, expectedRevision))!;
    if (Object.keys(changed).length === 0) return;
    await tx.em.flush();
    if ('issuer' in changed || 'clientId' in changed) await assertOnly(tx, provider);
    // Another issuer is another provider.
    const isGone = changed.isEnabled === false || 'issuer' in changed;
    const ended = isGone ? await endSessionsBy(tx, id) : {};
    if (isGone) await assertWayIn(tx);
    const { secretBox: _, ...told } = changed;
    const meta = { changed: secretBox === undefined ? told : { ...told, clientSecret: 'replaced' }, ...ended };
    tx.record({ action: 'UPDATE_IDENTITY_PROVIDER', entity: entityOf(provider), meta });
  }).catch(taken);
}

/** Its sessions end with it; users stay. */
export async function deleteProvider(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const provider = await existingProvider(tx, id);
    const ended = await endSessionsBy(tx, provider.id);
    tx.em.remove(provider);
    await tx.em.flush();
    await assertWayIn(tx);
    tx.record({ action: 'DELETE_IDENTITY_PROVIDER', entity: entityOf(provider), meta: { issuer: provider.issuer, ...ended } });
  });
}

/** Says for the audit log how many were active. */
async function endSessionsBy(tx: Change, id: string): Promise<{ endedSessions?: number }> {
  const ended = await tx.query(signOnStore.endAllOpenedBy(id));
  const endedSessions = ended.filter(({ isActive }) => isActive).length;
  return endedSessions > 0 ? { endedSessions } : {};
}

/** A provider with its secret; undefined if there is none with this id. */
export async function usableProvider(
  { database, services }: RequestContext,
  id: string,
): Promise<(store.UsableProvider & { clientSecret: string | undefined }) | undefined> {
  const provider = isId(id) ? await database.one(store.usable(id)) : undefined;
  return provider && { ...provider, clientSecret: unseal(provider.secretBox, services.sessionSecret, SECRET_SEAL) };
}

async function existingProvider(tx: Change, id: string): Promise<IdentityProvider> {
  const provider = await findLocked(tx, IdentityProvider, id);
  if (!provider) throw notFound('Identity provider');
  return provider;
}

/** The mappings as they are stored. Their roles and portfolios are kept until the transaction ends. */
async function checkMappings(
  tx: Change,
  mappings: readonly RoleMappingInput[] | undefined,
  defaultRoleId?: string | null,
): Promise<StoredMapping[] | undefined> {
  const roles = await findRoles(tx, mappings, defaultRoleId);
  if (!mappings) return undefined;
  const stored: StoredMapping[] = [];
  for (const [i, { value, roleId, portfolioIds }] of mappings.entries()) {
    const { ids } = await findPlace(tx, roles.get(roleId.toLowerCase())!.permissions, portfolioIds, `roleMappings.${i}.portfolioIds`);
    stored.push({ value, roleId, ...(ids && { portfolioIds: ids }) });
  }
  return stored;
}

async function findRoles(tx: Change, mappings: readonly RoleMappingInput[] = [], defaultRoleId?: string | null) {
  const places: [string, string][] = mappings.map(({ roleId }, i) => [`roleMappings.${i}.roleId`, roleId]);
  if (defaultRoleId) places.push(['defaultRoleId', defaultRoleId]);
  const ids = places.map(([, id]) => id).filter(isId);
  const known = new Map((await tx.query(roleStore.keep(ids))).map((role) => [role.id, role]));
  const unknown = places.filter(([, id]) => !known.has(id.toLowerCase()));
  if (unknown.length > 0) throw badInput(Object.fromEntries(unknown.map(([path]) => [path, 'does not match a role'])));
  return known;
}

const entityOf = ({ id, name }: IdentityProvider) => ({ type: 'IdentityProvider', id, name });
