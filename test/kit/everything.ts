import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  buildSchema,
  getNamedType,
  type GraphQLField,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { packageRoot } from '../../src/platform/package';

const schema = buildSchema(readFileSync(path.join(packageRoot(), 'schema/schema.graphql'), 'utf8'));

/** What has no past. */
const NO_PAST = new Set([
  // Always that of now: an entry stays where it is, and the tree grows.
  'AuditEntry.proof',
  'Query.events',
  'Query.boardReportUrl',
  'Query.eventTypes',
  'Query.myWork',
  'Query.notifications',
  'Query.savedViews',
  'Query.search',
  'Query.notificationSettings',
  'Query.mail',
  'Query.mails',
  'Assessment.mails',
  'Query.portal',
  'Query.portalRemediation',
  'Query.setup',
  'Query.auditVerification',
  'Query.changesBetween',
  'Settings.logo',
  'Settings.mailServer',
  'Query.signInOptions',
  'IdentityProvider.lastUsedAt',
  'ApiKey.lastUsedAt',
  'IdentityProvider.lastUsedAt',
  'ApiKey.lastUsedAddress',
  'ScimGroup.memberCount',
  'ScimToken.lastUsedAt',
  'Webhook.deliveries',
  'Webhook.failingSince',
  'Webhook.lastFailureAt',
  'Webhook.lastSuccessAt',
  'User.lastSignedInAt',
  'User.sessions',
  'User.factors',
  'User.identities',
  'User.hasPassword',
  'User.isFactorSetupRequired',
]);

/** Reading it is recorded, which is a change of the audit log. */
const RECORDED = new Set(['Template.export']);

/** Asked for only where people and keys are listed: with each mention of somebody it would be more than one may ask for. A plan is asked for with requests. */
const LISTED = new Set(['Vendor.plan', 'User.portfolios', 'User.role', 'ApiKey.portfolios']);

/** Likewise, asked for only with what hangs on this. */
const UNDER: Readonly<Record<string, string>> = { 'Attachment.uploadedBy': 'Certification' };

const DEPTH = 5;

/** For each list and thing that can be asked for without arguments: a query of all that hangs on it. */
export function everyQuery(): { field: string; selection: string }[] {
  return Object.values(schema.getQueryType()!.getFields()).flatMap((field) => {
    if (NO_PAST.has(`Query.${field.name}`) || needsArguments(field)) return [];
    return { field: field.name, selection: written(field, DEPTH, []) };
  });
}

function needsArguments({ args }: GraphQLField<unknown, unknown>): boolean {
  return args.some(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined);
}

function written(field: GraphQLField<unknown, unknown>, depth: number, above: readonly string[]): string {
  const type = getNamedType(field.type);
  const args = field.args.some(({ name }) => name === 'first') ? '(first: 7)' : '';
  if (!isObjectType(type)) return field.name + args;
  const isEdgeless = 'nodes' in type.getFields();
  const below = Object.values(type.getFields()).flatMap((one) => {
    const target = getNamedType(one.type);
    if (
      NO_PAST.has(`${type.name}.${one.name}`) ||
      RECORDED.has(`${type.name}.${one.name}`) ||
      needsArguments(one) ||
      isInterfaceType(target)
    )
      return [];
    if (isEdgeless && one.name === 'edges') return [];
    if (above.length > 0 && LISTED.has(`${type.name}.${one.name}`)) return [];
    const place = UNDER[`${type.name}.${one.name}`];
    if (place && above.findLast((name) => name !== 'list') !== place) return [];
    if (isLeafType(target)) return one.name;
    // A list in a list in a list is more than one may ask for.
    const lists = above.filter((name) => name === 'list').length;
    const isMany = isManyOf(one);
    if (depth === 0 || above.includes(target.name) || (isMany && lists >= 2)) return [];
    // Of another one of the same kind its own fields are enough.
    return written(one, target === type ? 0 : depth - 1, [...above, type.name, ...(isMany ? ['list'] : [])]);
  });
  return `${field.name}${args} { ${below.length > 0 ? below.join(' ') : '__typename'} }`;
}

function isManyOf({ type, args }: GraphQLField<unknown, unknown>): boolean {
  return args.some(({ name }) => name === 'first') || isListType(isNonNullType(type) ? type.ofType : type);
}
