import {
  getNamedType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { readDefinition } from '../../rest-facade/definition';
import { admits } from '../../src/auth/permissions';
import { alsoNeededBy, audiencesOf } from '../../src/graphql/engine/authorize';
import type { Caller } from '../../src/kernel/caller';
import { sharedGraphQLSchema } from '../../src/schema';
import type { GraphQLClient } from './client';
import { NOWHERE } from './rest';

/**
 * Goes over everything that a caller can ask, as the schema and openapi.yaml have it: what is new there is asked too, or fails the
 * test because nobody said what to ask it about.
 */

const schema = sharedGraphQLSchema();
const DEPTH = 5;

/** Values that differ from one time to the next whatever is asked of. */
const RESTLESS = new Set([
  'Session.lastSeenAt',
  'Session.endSessionUrl',
  'User.lastSignedInAt',
  'ApiKey.lastUsedAt',
  'ApiKey.lastUsedAddress',
  // Reading it is recorded, which is a change of the audit log.
  'Template.export',
  // Sealed anew each time.
  'Event.cursor',
]);

export type Asking = Pick<Caller, 'permissions'>;

/** What is asked about: ids by the kind of thing, a text that is searched for, and two moments. */
export interface Subject {
  ids: Record<string, string>;
  text: string;
  from: string;
  to: string;
}

function mayRead({ permissions }: Asking, parent: GraphQLObjectType, field: GraphQLField<unknown, unknown>): boolean {
  const audiences = audiencesOf(parent, field) ?? [];
  const caller: Caller = { kind: 'user', name: '', permissions };
  return (audiences.includes('as-parent') || admits(audiences, caller)) && alsoNeededBy(field).every((one) => permissions.has(one));
}

const needsArguments = ({ args }: GraphQLField<unknown, unknown>) =>
  args.some(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined);

const isMany = ({ type, args }: GraphQLField<unknown, unknown>) =>
  args.some(({ name }) => name === 'first') || isListType(isNonNullType(type) ? type.ofType : type);

/** All that a caller may read below a field, part by part. */
function selection(asking: Asking, type: GraphQLObjectType, depth: number, above: readonly string[], isPast: boolean): string[] {
  const isConnection = 'nodes' in type.getFields();
  return Object.values(type.getFields()).flatMap((field) => {
    const target = getNamedType(field.type);
    const name = `${type.name}.${field.name}`;
    if (RESTLESS.has(name) || needsArguments(field) || isInterfaceType(target) || !mayRead(asking, type, field)) return [];
    if (isPast && (field.extensions.noPast === true || name === 'AuditEntry.proof')) return [];
    if (isConnection && field.name === 'edges') return [];
    // The organisation's, not the vendor's: with each mention of a vendor it would be more than one may ask for.
    if (name === 'Vendor.plan' && above.length > 0) return [];
    const args = field.args.some((arg) => arg.name === 'first') ? '(first: 20)' : '';
    if (isLeafType(target)) return field.name + args;
    // A list in a list in a list is more than one may ask for.
    const lists = above.filter((one) => one === 'list').length;
    if (depth === 0 || above.includes(target.name) || (isMany(field) && lists >= 2) || !isObjectType(target)) return [];
    // Of another one of the same kind its own fields are enough.
    const inner = selection(
      asking,
      target,
      target === type ? 0 : depth - 1,
      [...above, type.name, ...(isMany(field) ? ['list'] : [])],
      isPast,
    );
    return inner.length > 0 ? [`${field.name}${args} { ${inner.join(' ')} }`] : [];
  });
}

/** What fits into one query: texts and numbers together, everything else by itself. */
function pieces(parts: readonly string[]): string[] {
  const plain = parts.filter((part) => !part.includes('{'));
  return [...(plain.length > 0 ? [plain.join(' ')] : []), ...parts.filter((part) => part.includes('{'))];
}

/** What the arguments of fields of Query name. */
function argumentFor(field: string, name: string, { ids, text, from, to }: Subject): unknown {
  if (field === 'events' && name === 'after') return 'start';
  if (name === 'by') return field === 'findingStats' ? 'VENDOR' : 'TAG';
  const known: Record<string, unknown> = { from, to, text, search: text };
  if (name in known) return known[name];
  if (field === 'previewFinalization') return ids.reviewed;
  if (name === 'assessmentId' || name === 'beforeId' || name === 'afterId') return ids.assessment;
  if (name === 'vendorId') return ids.vendor;
  if (name === 'frameworkId' || name === 'fromFrameworkId' || name === 'toFrameworkId') return ids.framework;
  if (name === 'id' && field === 'node') return ids.vendor;
  if (name === 'id' && field in ids) return ids[field];
  if (name === 'ids' && field === 'nodes') return Object.values(ids);
  if (name === 'externalId' || (field === 'similarVendors' && name === 'name')) return text;
  return undefined;
}

/** Fields of Query that are no way to data of vendors, or that guard themselves. */
const NOT_ASKED = new Set(['boardReportUrl', 'portal', 'portalRemediation']);

interface Query {
  name: string;
  text: string;
  variables: Record<string, unknown>;
}

/** Every field of Query that the caller may ask, about a subject. */
function queriesAbout(asking: Asking, subject: Subject, isPast = false): Query[] {
  const query = schema.getQueryType()!;
  return Object.values(query.getFields()).flatMap((field): Query[] => {
    if (NOT_ASKED.has(field.name) || !mayRead(asking, query, field) || (isPast && field.extensions.noPast === true)) return [];
    const given = field.args.flatMap(({ name, type }) => {
      const input = isInputObjectType(getNamedType(type)) && isNonNullType(type) ? filled(getNamedType(type).name, subject.ids) : undefined;
      const value = input ?? argumentFor(field.name, name, subject);
      if (value === undefined && isNonNullType(type)) throw new Error(`Nobody said what to ask Query.${field.name} about: ${name}`);
      return value === undefined || (name === 'search' && !isNonNullType(type)) ? [] : [{ name, type, value }];
    });
    const first = field.args.some(({ name }) => name === 'first') ? ['first: 50'] : [];
    const args = [...given.map(({ name }) => `${name}: $${name}`), ...first];
    const type = getNamedType(field.type);
    // Which object has an id is asked of all kinds, and what it is of each kind.
    const below = isObjectType(type)
      ? pieces(selection(asking, type, field.name === 'compareAssessments' ? DEPTH - 2 : DEPTH, isMany(field) ? ['list'] : [], isPast))
      : ['id'];
    const declared = given.map(({ name, type: of }) => `$${name}: ${String(of)}`);
    const moment = isPast ? ['$at: DateTime!'] : [];
    const variables = [...declared, ...moment];
    const head = `query Walk${variables.length > 0 ? `(${variables.join(', ')})` : ''}${isPast ? ' @asOf(at: $at)' : ''}`;
    const call = `${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''}`;
    const values = Object.fromEntries(given.map(({ name, value }) => [name, value]));
    if (isLeafType(type)) return [{ name: field.name, text: `${head} { ${call} }`, variables: values }];
    return below.map((part) => {
      const [part1 = ''] = /^\w+(?=[^{]*\{)/.exec(part) ?? [];
      const name = below.length > 1 && part1 ? `${field.name}.${part1}` : field.name;
      return { name, text: `${head} { ${call} { __typename ${part} } }`, variables: values };
    });
  });
}

export type Answers = Record<string, unknown>;

const settled = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer)
      .replace(/[?&]asOf=[^"&]*/g, '')
      .replace(/"requestId":"[^"]*"/g, '')
      // Those of the feed are sealed anew each time.
      .replace(/"(start|end)Cursor":"[\w-]{80,}"/g, '"$1Cursor":""'),
  );

/** What GraphQL answers to each of it, one after the other. */
export async function* askEach(client: GraphQLClient, asking: Asking, subject: Subject, at?: string): AsyncGenerator<[string, unknown]> {
  for (const { name, text, variables } of queriesAbout(asking, subject, at !== undefined)) {
    yield [name, settled(await client.ask(text, { ...variables, ...(at !== undefined && { at }) }))];
  }
}

/** What GraphQL answers to all of it. */
export async function askAll(...args: Parameters<typeof askEach>): Promise<Answers> {
  const answers: Answers = {};
  for await (const [name, answer] of askEach(...args)) answers[name] = answer;
  return answers;
}

/** What counts without listing. */
const FIGURES: Record<string, [more: string, below: string]> = {
  dashboardOf: ['', 'vendorCount openFindings overdueAssessments'],
  findingStats: [', by: VENDOR', 'key count'],
  vendorStats: [', by: TAG', 'key count openFindings'],
};

/** The same through filters: each of them that takes an id or a text, with that value if there is one. */
export async function askFilters(client: GraphQLClient, asking: Asking, values: { id?: string; text?: string }): Promise<Answers> {
  const query = schema.getQueryType()!;
  const answers: Answers = {};
  for (const field of Object.values(query.getFields())) {
    const filter = field.args.find(({ name }) => name === 'filter');
    if (!filter) continue;
    const type = getNamedType(filter.type);
    if (NOT_ASKED.has(field.name) || !isInputObjectType(type) || !mayRead(asking, query, field)) continue;
    for (const input of Object.values(type.getFields())) {
      const named = getNamedType(input.type);
      const value = named.name === 'ID' ? values.id : named.name === 'String' ? values.text : undefined;
      if (value === undefined) continue;
      const isList = isListType(isNonNullType(input.type) ? input.type.ofType : input.type);
      const filters = { filter: { [input.name]: isList ? [value] : value } };
      const [more, below] = FIGURES[field.name] ?? [', first: 50', 'totalCount nodes { id }'];
      const ask = `query ($filter: ${String(filter.type)}) { ${field.name}(filter: $filter${more}) { ${below} } }`;
      answers[`${field.name} by ${input.name}`] = settled(await client.ask(ask, filters));
    }
  }
  return answers;
}

/** Something that REST and exports offer: GET on a path, with what its parameters name. */
export interface Route {
  name: string;
  path(ids: Record<string, string>): string;
}

/** Every GET of openapi.yaml. */
export function routes(): Route[] {
  const { paths = {} } = readDefinition();
  return Object.entries(paths).flatMap(([template, item]): Route[] => {
    const get = (item as { get?: { operationId?: string } }).get;
    if (!get) return [];
    const base = (item as { servers?: unknown[] }).servers ? '' : '/api';
    const path = (ids: Record<string, string>) =>
      base +
      template.replace(/\{(\w+)\}/g, (_, parameter: string) => {
        const value = ids[parameter.replace(/Id$/, '')] ?? (parameter === 'id' ? ids[kindIn(template)] : undefined);
        if (value === undefined) throw new Error(`Nobody said what to ask ${template} about: ${parameter}`);
        return value;
      });
    return [{ name: get.operationId ?? template, path }];
  });
}

/** /assessments/{id}/pdf is about an assessment. */
const kindIn = (template: string) => /(\w+?)s?\/\{id\}/.exec(template)?.[1] ?? '';

/** An input of a mutation, but for one thing that it names. */
export interface Attempt {
  mutation: string;
  field: string;
  input(id: string): object;
  text: string;
}

/** For every mutation and every id that its input takes: an attempt to name something by it. Other ids are those of a subject. */
export function attempts(asking: Asking, ids: Record<string, string>): Attempt[] {
  const mutation = schema.getMutationType()!;
  return Object.values(mutation.getFields()).flatMap((field): Attempt[] => {
    const [argument] = field.args;
    const type = argument && getNamedType(argument.type);
    if (!isInputObjectType(type) || !mayRead(asking, mutation, field) || /^portal|^revokeSession$|Factor|Passkey|Totp/.test(field.name))
      return [];
    const text = `mutation ($input: ${String(argument!.type)}) { ${field.name}(input: $input) { __typename } }`;
    const named = Object.values(type.getFields()).filter((one) => getNamedType(one.type).name === 'ID');
    return named.map(({ name, type: of }) => ({
      mutation: field.name,
      field: name,
      text,
      input: (id: string) => ({ ...filled(type.name, ids), [name]: isListIn(of) ? [id] : id }),
    }));
  });
}

const isListIn = (type: GraphQLInputType) => isListType(isNonNullType(type) ? type.ofType : type);

/** The fields that an input needs, with values that would do. */
function filled(name: string, ids: Record<string, string>): object {
  const type = schema.getType(name);
  if (!isInputObjectType(type)) return {};
  const needed = Object.values(type.getFields()).filter((field) => isNonNullType(field.type) && field.defaultValue === undefined);
  return Object.fromEntries(needed.map((field) => [field.name, valueFor(field.name, field.type, ids)]));
}

const TEXTS: Record<string, string> = { EmailAddress: 'a@b.example', DateTime: '2027-01-31T12:00:00Z', Date: '2027-01-31', String: 'Text' };

function valueFor(name: string, type: GraphQLInputType, ids: Record<string, string>): unknown {
  if (isNonNullType(type)) return valueFor(name, type.ofType, ids);
  if (isListType(type)) return [valueFor(name, type.ofType, ids)];
  if (isEnumType(type)) return type.getValues().at(-1)!.name;
  if (isInputObjectType(type)) return filled(type.name, ids);
  if (type.name === 'ID') return ids[name.replace(/Ids?$/, '')] ?? NOWHERE;
  if (type.name === 'Boolean') return true;
  if (type.name === 'Int' || type.name === 'Float') return 1;
  return TEXTS[type.name] ?? {};
}
