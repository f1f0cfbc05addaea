import {
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isLeafType,
  isObjectType,
  OperationTypeNode,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';
import type { Caller } from '../../kernel/caller';
import {
  admits,
  ALLOW,
  ALSO_NEEDS,
  type Audience,
  BEFORE_SETUP,
  BY_ID,
  EVERYWHERE,
  MAKES,
  NEEDS_EVERYWHERE,
  type Permission,
  refusalTo,
  SHOWN,
} from '../../auth/permissions';
import { type Problem, unauthenticated } from '../../kernel/errors';
import { isOpen, type NormalField, type NormalForm } from './normal-form';

/** A rule that an operation must satisfy, and the root field it applies below. */
export interface Requirement {
  audiences: readonly Audience[];
  path: string;
  /** What is said to someone who doesn't meet it, if not just that. */
  why?: string;
}

/** What applies to everything below a field. */
interface Branch {
  /** Below a field open to anyone (signing in, `me`), which decides itself who gets a user. */
  guardsItself: boolean;
  /** Below a vendor's link, which shows what a vendor may see, whoever opens it. */
  byLink: boolean;
  /** Below a mutation that creates what it returns. */
  makes: boolean;
  /** On an object found by its id, of whatever type. */
  foundById: boolean;
  /** On what the caller sees anyway. */
  isShown: boolean;
  /** The depth below the root: 0 on the root itself. */
  level: number;
}

/** The depth of the object that a mutation created or changed: root, payload, object. */
const RESULT_LEVEL = 2;
/**
 * What may be read of a changed object by anyone who may change it (its revision would reveal whether a guess was right), of an
 * object found by its id by anyone who may find it, and of one that was chosen for the caller.
 */
export const HANDLE = 'id';

/** What reading the schema itself requires: signing in, unless the settings allow everyone. */
const INTROSPECTION: readonly Audience[] = ['signed-in'];

/** What every operation requires: see `settled`. */
const SETTLED: readonly Audience[] = ['settled'];

export interface Refusal {
  problem: Problem;
  /** The root field whose requirement isn't met. */
  path: string;
  isIntrospection: boolean;
}

/** The rule of a field: its own, or its type's. */
export function audiencesOf(parent: GraphQLObjectType, field: GraphQLField<unknown, unknown>): readonly Audience[] | undefined {
  return (field.extensions[ALLOW] ?? parent.extensions[ALLOW]) as readonly Audience[] | undefined;
}

/** What a field needs besides its rule. */
export function alsoNeededBy({ extensions }: GraphQLField<unknown, unknown>): readonly Permission[] {
  return (extensions[ALSO_NEEDS] ?? []) as readonly Permission[];
}

/** Who may find an object of the type by its id: nobody without a rule. */
export function findersOf(type: GraphQLObjectType): readonly Audience[] {
  return (type.extensions[BY_ID] ?? []) as readonly Audience[];
}

/** Deny by default: a schema with a reachable field without a rule doesn't start. */
export function assertEveryFieldHasRule(schema: GraphQLSchema): void {
  const missing = Object.values(schema.getTypeMap())
    .filter((type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'))
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter((f) => !audiencesOf(type, f))
        .map((f) => `${type.name}.${f.name}`),
    );
  if (missing.length > 0) throw new Error(`No @Allow rule for ${missing.join(', ')}`);
}

/** Whether an operation asks for nothing but what vendors' links lead to. */
export function isByLink({ fields }: NormalForm): boolean {
  const asked = fields.filter(({ field }) => field !== TypeNameMetaFieldDef);
  return asked.length > 0 && asked.every(({ field, parent }) => audiencesOf(parent, field)?.includes('link'));
}

/** What an operation requires, from the rules in the schema: the same for every caller. */
export function requirementsOf({ kind, fields }: NormalForm): readonly Requirement[] {
  const found = new Map<string, Requirement>();
  const add = (requirement: Requirement) => found.set(JSON.stringify(requirement), requirement);
  const visit = ({ field, parent, fields: inner }: NormalField, path: string, from: Branch): void => {
    if (field === TypeNameMetaFieldDef) return;
    if (field === SchemaMetaFieldDef || field === TypeMetaFieldDef) return void add({ audiences: INTROSPECTION, path });
    if (from.foundById) {
      // Callers who may not find it get null, as for an unknown id.
      if (field.name === HANDLE) return;
      add({ audiences: findersOf(parent), path });
    }
    if (from.isShown && field.name === HANDLE) return;
    const audiences = audiencesOf(parent, field) ?? [];
    const isResult = kind === OperationTypeNode.MUTATION && from.level === RESULT_LEVEL && isLeafType(getNamedType(field.type));
    const isCovered =
      audiences.includes('as-parent') ||
      audiences.includes('link') ||
      (from.guardsItself && audiences.includes('signed-in')) ||
      (isResult && (from.makes || field.name === HANDLE));
    if (!isCovered) add({ audiences: from.byLink ? [] : audiences, path });
    for (const permission of alsoNeededBy(field)) add({ audiences: [permission], path });
    if (field.extensions[EVERYWHERE] === true) add({ audiences: ['everywhere'], path, why: NEEDS_EVERYWHERE });
    const below: Branch = {
      guardsItself: from.guardsItself || audiences.includes('anyone'),
      byLink: from.byLink || audiences.includes('link'),
      makes: from.makes || field.extensions[MAKES] === true,
      foundById: isOpen(field),
      isShown: field.extensions[SHOWN] === true,
      level: from.level + 1,
    };
    for (const one of inner) visit(one, path, below);
  };
  for (const { field, key: path } of fields) {
    if (field !== TypeNameMetaFieldDef && field.extensions[BEFORE_SETUP] !== true) add({ audiences: SETTLED, path });
  }
  for (const one of fields)
    visit(one, one.key, { guardsItself: false, byLink: false, makes: false, foundById: false, isShown: false, level: 0 });
  return [...found.values()];
}

/** Why a caller is refused, or undefined. Deny by default: a requirement is met only by an audience that includes the caller. */
export function refusalOf(requirements: readonly Requirement[], caller: Caller): Refusal | undefined {
  const unmet = requirements.filter(({ audiences }) => !admits(audiences, caller));
  // Other requirements come first: the settings may still allow introspection.
  const failed = unmet.find(({ audiences }) => audiences !== INTROSPECTION) ?? unmet[0];
  if (!failed) return undefined;
  const { audiences, path, why } = failed;
  const isIntrospection = audiences === INTROSPECTION;
  if (isIntrospection) return { problem: unauthenticated('Introspection requires signing in'), path, isIntrospection };
  return { problem: refusalTo(caller, why), path, isIntrospection };
}
