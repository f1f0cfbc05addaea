import {
  type FieldNode,
  getNamedType,
  getNullableType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type InlineFragmentNode,
  isCompositeType,
  isListType,
  OperationTypeNode,
  TypeNameMetaFieldDef,
} from 'graphql';
import { audiencesOf, HANDLE } from './authorize';
import { DEFAULT_PAGE, isConnection } from '../connection';
import { badInput } from '../../kernel/errors';
import { LIMITS, tooMuch } from '../limits';
import type { Arguments, NormalField, NormalForm, Variables } from './normal-form';

/** The extension key for a field's usual list length. */
export const LIST_SIZE = 'listSize';
const USUAL_LIST = 10;

/** Questions of an assessment: about as many as the longest questionnaires of the library have. */
export const USUAL_QUESTIONS = 100;

/** The extension key for how many rows a field reads, where it returns few of them or none. */
export const ROWS_READ = 'rowsRead';

/**
 * Approximately the number of values in the response and behind it, by the requested page sizes. Rejects an operation that would
 * return too much.
 */
export function weigh({ fields }: NormalForm, { values }: Arguments): number {
  const weightOf = (one: NormalField): number =>
    Number(one.field.extensions?.[ROWS_READ] ?? 1) + rowsOf(one, values.get(one) ?? {}) * sum(one.fields);
  /** Of the possible types, the one with the most selected. */
  const sum = (all: readonly NormalField[]): number => {
    const totals = new Map<GraphQLObjectType, number>();
    for (const one of all) totals.set(one.parent, (totals.get(one.parent) ?? 0) + weightOf(one));
    return Math.max(0, ...totals.values());
  };
  const complexity = sum(fields);
  if (!(complexity <= LIMITS.complexity)) throw tooMuch('complexity', complexity);
  return complexity;
}

/** What is below a list counts once for each possible row: as many as requested or named, or a page, or its usual size. */
function rowsOf({ parent, field }: NormalField, { first, last, ids }: Variables): number {
  if (isPaged(field)) return Math.max(1, Number(first ?? last ?? DEFAULT_PAGE));
  if (!isList(field.type) || isConnection(parent)) return 1;
  return Array.isArray(ids) ? ids.length : Number(field.extensions?.[LIST_SIZE] ?? USUAL_LIST);
}

function isPaged({ args }: NormalField['field']): boolean {
  return args.some(({ name }) => name === 'first');
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(getNullableType(type)) && isCompositeType(getNamedType(type));
}

/** A tree in which every comment occurs once, however deep. */
const TREES = new Set(['Comment.replies']);

/**
 * Rejects a list inside itself (controls of the framework of the controls of …): no page size bounds it, and each level
 * multiplies the response by the whole list.
 */
export function assertNoListInItself({ fields }: NormalForm): void {
  const look = (one: NormalField, within: readonly string[]): void => {
    const name = `${one.parent.name}.${one.field.name}`;
    const isOpen = isList(one.field.type) && !isPaged(one.field) && !TREES.has(name);
    if (isOpen && within.includes(name)) throw badInput({ query: `requests ${name} inside ${name}, which could nest without end` });
    const inside = isOpen ? [...within, name] : within;
    for (const inner of one.fields) look(inner, inside);
  };
  for (const one of fields) look(one, []);
}

/** Types that show entries of the audit log, or the result of verifying it. */
const AUDIT_TYPES = new Set(['AuditConnection', 'AuditEdge', 'AuditEntry', 'AuditVerification']);

/**
 * How often an operation enters the audit log from anywhere else, by whatever path and alias. The type and id of an object found
 * by its id don't read the log.
 */
export function auditReadsOf({ fields }: NormalForm): number {
  const isRead = ({ parent, field }: NormalField) =>
    AUDIT_TYPES.has(parent.name) && field !== TypeNameMetaFieldDef && field.name !== HANDLE;
  const isEntry = ({ parent, field, fields: inner }: NormalField) =>
    !AUDIT_TYPES.has(parent.name) && (AUDIT_TYPES.has(getNamedType(field.type).name) || inner.some(isRead));
  const count = (all: readonly NormalField[]): number => all.reduce((total, one) => total + (isEntry(one) ? 1 : 0) + count(one.fields), 0);
  return count(fields);
}

/** Whether a field that returns objects of any type counts as a read; if not, it only asks which of them are entries. */
export function isCountedRead({ fieldNodes }: GraphQLResolveInfo): boolean {
  const byType = fieldNodes.flatMap(({ selectionSet }) => (selectionSet?.selections ?? []) as readonly InlineFragmentNode[]);
  const fields = byType.filter((one) => AUDIT_TYPES.has(one.typeCondition!.name.value)).flatMap((one) => one.selectionSet.selections);
  return (fields as FieldNode[]).some(({ name: { value } }) => value !== TypeNameMetaFieldDef.name && value !== HANDLE);
}

/** The most fields per request that may check a password for an anonymous caller: each check is deliberately expensive. */
const MOST_DOORS = 2;

/** Rejects an anonymous operation that would check many passwords at once: links, signing in. */
export function assertFewDoors({ kind, fields }: NormalForm): void {
  const doors = fields.filter(({ parent, field }) => {
    if (field === TypeNameMetaFieldDef) return false;
    return kind === OperationTypeNode.MUTATION || audiencesOf(parent, field)?.includes('link');
  });
  if (doors.length <= MOST_DOORS) return;
  throw badInput({ query: `has ${doors.length} sign-ins or portal calls; send at most ${MOST_DOORS} in one request` });
}
