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

/** The extension by which a field says how long its list usually is. */
export const LIST_SIZE = 'listSize';
const USUAL_LIST = 10;

/** Questions of an assessment: the longest questionnaires of the library have about as many. */
export const USUAL_QUESTIONS = 100;

/** The extension by which a field says how many rows its answer is made of, where it shows few of them or none. */
export const ROWS_READ = 'rowsRead';

/** Roughly the number of values in the answer and behind it, by the page sizes asked for. Refuses an operation that would answer too much. */
export function weigh({ fields }: NormalForm, { values }: Arguments): number {
  const weightOf = (one: NormalField): number =>
    Number(one.field.extensions?.[ROWS_READ] ?? 1) + rowsOf(one, values.get(one) ?? {}) * sum(one.fields);
  /** Of the types that may come, the one of which most is asked. */
  const sum = (all: readonly NormalField[]): number => {
    const totals = new Map<GraphQLObjectType, number>();
    for (const one of all) totals.set(one.parent, (totals.get(one.parent) ?? 0) + weightOf(one));
    return Math.max(0, ...totals.values());
  };
  const complexity = sum(fields);
  if (!(complexity <= LIMITS.complexity)) throw tooMuch('complexity', complexity);
  return complexity;
}

/** What is below a list counts once for each row that may come: as many as are asked for or named, or a page, or its usual size. */
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

/** A tree, in which every comment stands once, however deep. */
const TREES = new Set(['Comment.replies']);

/**
 * Refuses a list inside itself (controls of the framework of the controls of …): no page size bounds it, and each level
 * multiplies the answer by the whole list.
 */
export function assertNoListInItself({ fields }: NormalForm): void {
  const look = (one: NormalField, within: readonly string[]): void => {
    const name = `${one.parent.name}.${one.field.name}`;
    const isOpen = isList(one.field.type) && !isPaged(one.field) && !TREES.has(name);
    if (isOpen && within.includes(name)) throw badInput({ query: `asks for ${name} inside ${name}, which could nest without end` });
    const inside = isOpen ? [...within, name] : within;
    for (const inner of one.fields) look(inner, inside);
  };
  for (const one of fields) look(one, []);
}

/** What shows entries of the audit log, or what reading all of them has found. */
const AUDIT_TYPES = new Set(['AuditConnection', 'AuditEdge', 'AuditEntry', 'AuditVerification']);

/**
 * How often an operation goes from anything else into the audit log, by whatever way and under whatever name. Its type and
 * its id are asked of whatever is found by its id, and read nothing of the log.
 */
export function auditReadsOf({ fields }: NormalForm): number {
  const isRead = ({ parent, field }: NormalField) =>
    AUDIT_TYPES.has(parent.name) && field !== TypeNameMetaFieldDef && field.name !== HANDLE;
  const isEntry = ({ parent, field, fields: inner }: NormalField) =>
    !AUDIT_TYPES.has(parent.name) && (AUDIT_TYPES.has(getNamedType(field.type).name) || inner.some(isRead));
  const count = (all: readonly NormalField[]): number => all.reduce((total, one) => total + (isEntry(one) ? 1 : 0) + count(one.fields), 0);
  return count(fields);
}

/** Whether that counts a field which gives things of any type; if not, it asks at most which of them are entries. */
export function isCountedRead({ fieldNodes }: GraphQLResolveInfo): boolean {
  const byType = fieldNodes.flatMap(({ selectionSet }) => (selectionSet?.selections ?? []) as readonly InlineFragmentNode[]);
  const fields = byType.filter((one) => AUDIT_TYPES.has(one.typeCondition!.name.value)).flatMap((one) => one.selectionSet.selections);
  return (fields as FieldNode[]).some(({ name: { value } }) => value !== TypeNameMetaFieldDef.name && value !== HANDLE);
}

/** For so many fields of one request a stranger's password may have to be checked: each check is work, on purpose. */
const MOST_DOORS = 2;

/** Refuses a stranger's operation that would have many passwords checked at once: links, signing in. */
export function assertFewDoors({ kind, fields }: NormalForm): void {
  const doors = fields.filter(({ parent, field }) => {
    if (field === TypeNameMetaFieldDef) return false;
    return kind === OperationTypeNode.MUTATION || audiencesOf(parent, field)?.includes('link');
  });
  if (doors.length <= MOST_DOORS) return;
  throw badInput({ query: `has ${doors.length} sign-ins or portal calls; send at most ${MOST_DOORS} in one request` });
}
