import {
  type ArgumentNode,
  DirectiveLocation,
  GraphQLDirective,
  GraphQLNonNull,
  Kind,
  type OperationDefinitionNode,
  type ValueNode,
} from 'graphql';
import { Extensions } from 'type-graphql';
import { badInput } from '../kernel/errors';
import type { NormalField } from './engine/normal-form';
import { parseDate } from '../platform/dates';
import { DateTimeScalar } from './scalars';

/** Asks the whole query of a moment in the past. */
export const AsOf = new GraphQLDirective({
  name: 'asOf',
  description: 'The whole query as the data stood at this moment. Needs audit:view besides what each field needs',
  locations: [DirectiveLocation.QUERY],
  args: { at: { type: new GraphQLNonNull(DateTimeScalar), description: 'The moment: a date and time with its offset' } },
});

/** The extension key of a field that can't be asked of the past. */
const NO_PAST = 'noPast';

/** On a field that only tells of now, or on a type all of whose fields do. */
export function NoPast(): PropertyDecorator & MethodDecorator & ClassDecorator {
  return Extensions({ [NO_PAST]: true });
}

/** What a type has by its interfaces is asked of all types that have it: nothing is found then. */
function isWithoutPast({ field, parent }: NormalField): boolean {
  if (field.extensions[NO_PAST]) return true;
  const isShared = field.name === '__typename' || parent.getInterfaces().some((one) => field.name in one.getFields());
  return parent.extensions[NO_PAST] === true && !isShared;
}

/** The extension key of the arguments of a field that are moments in the past. */
const MOMENTS = 'moments';

/** Names the arguments of a field that are read as that of @asOf is: a day without a time is refused. */
export function Moments(...names: [string, ...string[]]): MethodDecorator {
  return Extensions({ [MOMENTS]: names }) as MethodDecorator;
}

/** The moment that an operation asks of, in UTC with milliseconds; undefined: now. The variables are as they were sent. */
export function momentOf(operation: OperationDefinitionNode, sent: Readonly<Record<string, unknown>>): string | undefined {
  const directive = operation.directives?.find(({ name }) => name.value === AsOf.name);
  const at = directive?.arguments?.find(({ name }) => name.value === 'at');
  return at && parseMoment(textOf(at, operation, sent));
}

/** A day without a time is refused: it could mean its beginning or its end. The name is that of the argument. */
export function parseMoment(text: unknown, name = 'asOf'): string {
  const refuse = (why: string) => badInput({ [name]: why });
  if (typeof text !== 'string') throw refuse('must be a date and time with an offset, such as 2026-11-15T09:30:00Z');
  if (parseDate(text)) throw refuse('must have a time: a day could mean its beginning or its end');
  try {
    return DateTimeScalar.parseValue(text);
  } catch {
    throw refuse('must be a date and time with an offset, such as 2026-11-15T09:30:00Z');
  }
}

/** The arguments that are moments, as written. */
export function momentArguments(fields: readonly NormalField[]): ArgumentNode[] {
  return fields.flatMap(({ field, written, fields: below }) => {
    const names = (field.extensions[MOMENTS] ?? []) as readonly string[];
    const own = (written.arguments ?? []).filter(({ name }) => names.includes(name.value));
    return [...own, ...momentArguments(below)];
  });
}

/** Refuses a day without a time. The scalar takes one, and what it gives no longer shows it. */
export function assertMoments(
  given: readonly ArgumentNode[],
  operation: OperationDefinitionNode,
  sent: Readonly<Record<string, unknown>>,
): void {
  for (const argument of given) parseMoment(textOf(argument, operation, sent), argument.name.value);
}

/** Names of the fields that can't be asked of the past. */
export function fieldsWithoutPast(fields: readonly NormalField[]): string[] {
  const found = fields.flatMap((one) => {
    const { field, parent, fields: below } = one;
    if (!isWithoutPast(one)) return fieldsWithoutPast(below);
    return [parent.name === 'Query' ? field.name : `${parent.name}.${field.name}`];
  });
  return [...new Set(found)];
}

function textOf(
  { value }: ArgumentNode,
  { variableDefinitions }: OperationDefinitionNode,
  sent: Readonly<Record<string, unknown>>,
): unknown {
  const literal = (node: ValueNode | undefined) => (node?.kind === Kind.STRING ? node.value : undefined);
  if (value.kind !== Kind.VARIABLE) return literal(value);
  const name = value.name.value;
  if (Object.hasOwn(sent, name)) return sent[name];
  return literal(variableDefinitions?.find(({ variable }) => variable.name.value === name)?.defaultValue);
}
