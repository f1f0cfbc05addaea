import {
  defaultFieldResolver,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
  isObjectType,
} from 'graphql';
import { Extensions } from 'type-graphql';
import { isConnection } from './connection';
import { MAX_PAGE } from '../kernel/context';
import { badInput, type FieldMessages } from '../kernel/errors';
import { isLongerThan } from '../platform/characters';

/** The longest text to search or filter a list by: no name, tag or external id is longer. */
const MAX_SEARCH = 200;
/** A cursor contains the sort values of its list, in an encoding that makes them longer. */
const MAX_CURSOR = 16_000;

type Check = (value: unknown, place: string, fields: FieldMessages) => void;

/** The extension key of a field whose own rules say how long its texts may be. */
const OWN_LIMITS = 'ownLimits';

export const OwnLimits = () => Extensions({ [OWN_LIMITS]: true }) as MethodDecorator;

/**
 * Limits every text and list of values in filter arguments, wherever they occur in the schema: the database compares them with
 * every row.
 */
export function boundListArguments(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__') || type === schema.getMutationType()) continue;
    for (const field of Object.values(type.getFields())) {
      if ((isList(field) || hasFilter(field)) && !limitsItself(field)) boundArguments(field);
    }
  }
}

function isList({ type }: GraphQLField<unknown, unknown>): boolean {
  return isListType(getNullableType(type)) || isConnection(getNamedType(type));
}

const limitsItself = ({ extensions }: GraphQLField<unknown, unknown>) => extensions[OWN_LIMITS] === true;

const hasFilter = ({ args }: GraphQLField<unknown, unknown>) => args.some(({ name }) => name === 'filter');

function boundArguments(field: GraphQLField<unknown, unknown>): void {
  const checks = field.args.flatMap(({ name, type }) => {
    const check = name === 'after' || name === 'before' ? noLongerThan(MAX_CURSOR) : checkOf(type);
    return check ? [[name, check] as const] : [];
  });
  if (checks.length === 0) return;
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (root, args: Record<string, unknown>, ctx, info) => {
    const fields: FieldMessages = {};
    for (const [name, check] of checks) check(args[name], name, fields);
    if (Object.keys(fields).length > 0) throw badInput(fields);
    return resolve(root, args, ctx, info);
  };
}

/** How values of the type are checked; undefined if there is nothing to check. An invalid id just matches nothing. */
function checkOf(type: GraphQLInputType): Check | undefined {
  const inner = getNullableType(type);
  if (isListType(inner)) return checkList(checkOf(inner.ofType as GraphQLInputType));
  if (isInputObjectType(inner)) return checkFields(Object.values(inner.getFields()).map((one) => [one.name, checkOf(one.type)]));
  return inner.name === 'String' ? noLongerThan(MAX_SEARCH) : undefined;
}

const noLongerThan =
  (max: number): Check =>
  (value, place, fields) => {
    if (typeof value === 'string' && isLongerThan(value, max)) fields[place] = `is longer than ${max.toLocaleString('en')} characters`;
  };

const checkList =
  (check: Check | undefined): Check =>
  (values, place, fields) => {
    if (!Array.isArray(values)) return;
    if (values.length > MAX_PAGE) fields[place] = `has more than ${MAX_PAGE} entries`;
    else if (check) values.forEach((value, i) => check(value, `${place}.${i}`, fields));
  };

const checkFields =
  (checks: [string, Check | undefined][]): Check =>
  (value, place, fields) => {
    for (const [name, check] of checks) check?.((value as Record<string, unknown> | null)?.[name], `${place}.${name}`, fields);
  };
