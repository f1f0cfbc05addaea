import { execute, type GraphQLArgument, type GraphQLField, type GraphQLSchema, OperationTypeNode, parse } from 'graphql';
import { admits, refusalTo, EVERYWHERE, NEEDS_EVERYWHERE } from '../../auth/permissions';
import { alsoNeededBy, audiencesOf } from '../../graphql/engine/authorize';
import type { RequestContext } from '../../kernel/context';
import { badInput, problemOf } from '../../kernel/errors';
import { type ListKind } from './saved-view.entity';

/** The fields of Query that are the lists. */
const LISTS: Record<ListKind, string> = {
  VENDORS: 'vendors',
  ASSESSMENTS: 'assessments',
  FINDINGS: 'findings',
  CERTIFICATIONS: 'expiringCertifications',
  ACTIONS: 'responsibilityActions',
  ACCEPTANCES: 'riskAcceptances',
  VENDOR_REQUESTS: 'vendorRequests',
  ANSWERS: 'answers',
  AUDIT_LOG: 'auditLog',
};

const PAGING = new Set(['first', 'after', 'last', 'before', 'offset']);
const MOST_MESSAGE = 300;

/** What a view says of the list. */
export interface ListArguments {
  filter: Record<string, unknown>;
  orderBy?: unknown;
}

/**
 * Refuses what the list itself would refuse, by asking it for one item: whatever its types and its own checks allow counts here, too.
 * Whoever may not read the list can save no view of it.
 */
export async function assertListTakes(ctx: RequestContext, schema: GraphQLSchema, kind: ListKind, given: ListArguments): Promise<void> {
  const query = schema.getQueryType()!;
  const field = query.getFields()[LISTS[kind]];
  if (!field) throw badInput({ list: 'is not available on this server' });
  const { caller } = ctx;
  if (!admits(audiencesOf(query, field) ?? [], caller) || !alsoNeededBy(field).every((one) => admits([one], caller)))
    throw refusalTo(caller);
  if (field.extensions[EVERYWHERE] === true && !admits(['everywhere'], caller)) throw refusalTo(caller, NEEDS_EVERYWHERE);
  const taken = taking(field, given);
  const declared = taken.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const passed = [...taken.map(({ name }) => `${name}: $${name}`), 'first: 1'].join(', ');
  const { errors } = await execute({
    schema,
    document: parse(`${OperationTypeNode.QUERY} View${declared && `(${declared})`} { ${field.name}(${passed}) { __typename } }`),
    contextValue: ctx,
    variableValues: Object.fromEntries(taken.map(({ name, value }) => [name, value])),
  });
  if (!errors?.[0]) return;
  const [first] = errors;
  const problem = problemOf(first);
  if (problem) throw problem;
  // Not resolved at all: a value isn't of the argument's type.
  if (!first.path) throw badInput({ [placeIn(first.message, taken)]: first.message.slice(0, MOST_MESSAGE) });
  throw first.originalError ?? first;
}

type Taken = GraphQLArgument & { value: unknown };

/** The arguments of the list, with what the view has for them. The filter of a list without one is all its other arguments. */
function taking({ args }: GraphQLField<unknown, unknown>, { filter, orderBy }: ListArguments): Taken[] {
  const named = new Map(args.filter(({ name }) => !PAGING.has(name)).map((one) => [one.name, one]));
  const values: Record<string, unknown> = named.has('filter') ? { filter } : { ...filter };
  if (orderBy != null) values.orderBy = orderBy;
  return Object.entries(values).map(([name, value]) => {
    const argument = named.get(name);
    if (argument) return { ...argument, value };
    throw badInput(
      name === 'orderBy' ? { orderBy: 'is not taken by this list' } : { [`filter.${name}`.slice(0, 100)]: 'is not taken by this list' },
    );
  });
}

/** Messages name the variable, which has the name of the argument. */
function placeIn(message: string, taken: readonly Taken[]): string {
  const name = /^Variable "\$(\w+)"/.exec(message)?.[1];
  const isArgument = taken.some((one) => one.name === name);
  return name === 'orderBy' || name === 'filter' || !isArgument ? (name ?? 'filter') : `filter.${name}`;
}
