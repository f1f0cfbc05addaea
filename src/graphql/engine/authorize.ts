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
import { admits, ALLOW, type Audience, BY_ID, MAKES, refusalTo } from '../../auth/permissions';
import { type Problem, unauthenticated } from '../../kernel/errors';
import { isOpen, type NormalField, type NormalForm } from './normal-form';

/** A rule that an operation must satisfy, and the root field below which it stands. */
export interface Requirement {
  audiences: readonly Audience[];
  path: string;
}

/** What holds for everything below a field. */
interface Branch {
  /** Below a field open to anyone (signing in, `me`), which itself decides to whom it gives a user. */
  guardsItself: boolean;
  /** Below a vendor's link, which shows what a vendor may see whoever opens it. */
  byLink: boolean;
  /** Below a mutation that makes what it gives back. */
  makes: boolean;
  /** On a thing that was found by its id, of whatever type. */
  foundById: boolean;
  /** How far below the root: 0 on the root itself. */
  level: number;
}

/** Where the thing that a mutation made or changed stands: root, payload, thing. */
const RESULT_LEVEL = 2;
/**
 * What may be read of a thing that was changed, by whoever may change it (its revision would tell whether a guess was
 * right), and of one found by its id, by whoever may find it.
 */
export const HANDLE = 'id';

/** What is needed to read the schema itself: signing in, unless the settings open it to all. */
const INTROSPECTION: readonly Audience[] = ['signed-in'];

export interface Refusal {
  problem: Problem;
  /** The root field that needs what the caller lacks. */
  path: string;
  isIntrospection: boolean;
}

/** The rule of a field: its own, or that of its type. */
export function audiencesOf(parent: GraphQLObjectType, field: GraphQLField<unknown, unknown>): readonly Audience[] | undefined {
  return (field.extensions[ALLOW] ?? parent.extensions[ALLOW]) as readonly Audience[] | undefined;
}

/** Who may find a thing of the type by its id: nobody, where nothing is said. */
export function findersOf(type: GraphQLObjectType): readonly Audience[] {
  return (type.extensions[BY_ID] ?? []) as readonly Audience[];
}

/** Deny by default: a schema with a reachable field that nobody thought about does not start. */
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

/** What an operation needs, from the rules that are part of the schema: the same for every caller. */
export function requirementsOf({ kind, fields }: NormalForm): readonly Requirement[] {
  const found = new Map<string, Requirement>();
  const add = (requirement: Requirement) => found.set(JSON.stringify(requirement), requirement);
  const visit = ({ field, parent, fields: inner }: NormalField, path: string, from: Branch): void => {
    if (field === TypeNameMetaFieldDef) return;
    if (field === SchemaMetaFieldDef || field === TypeMetaFieldDef) return void add({ audiences: INTROSPECTION, path });
    if (from.foundById) {
      // Whoever may not find it gets null, as for an id of nothing.
      if (field.name === HANDLE) return;
      add({ audiences: findersOf(parent), path });
    }
    const audiences = audiencesOf(parent, field) ?? [];
    const isResult = kind === OperationTypeNode.MUTATION && from.level === RESULT_LEVEL && isLeafType(getNamedType(field.type));
    const isCovered =
      audiences.includes('as-parent') ||
      audiences.includes('link') ||
      (from.guardsItself && audiences.includes('signed-in')) ||
      (isResult && (from.makes || field.name === HANDLE));
    if (!isCovered) add({ audiences: from.byLink ? [] : audiences, path });
    const below: Branch = {
      guardsItself: from.guardsItself || audiences.includes('anyone'),
      byLink: from.byLink || audiences.includes('link'),
      makes: from.makes || field.extensions[MAKES] === true,
      foundById: isOpen(field),
      level: from.level + 1,
    };
    for (const one of inner) visit(one, path, below);
  };
  for (const one of fields) visit(one, one.key, { guardsItself: false, byLink: false, makes: false, foundById: false, level: 0 });
  return [...found.values()];
}

/** What stands against a caller, or undefined. Deny by default: a requirement is met by an audience that admits the caller. */
export function refusalOf(requirements: readonly Requirement[], caller: Caller): Refusal | undefined {
  const unmet = requirements.filter(({ audiences }) => !admits(audiences, caller));
  // What nothing can open comes first: the settings may still let reading the schema pass.
  const failed = unmet.find(({ audiences }) => audiences !== INTROSPECTION) ?? unmet[0];
  if (!failed) return undefined;
  const { audiences, path } = failed;
  const isIntrospection = audiences === INTROSPECTION;
  if (isIntrospection) return { problem: unauthenticated('Introspection is limited to callers who are signed in'), path, isIntrospection };
  return { problem: refusalTo(caller), path, isIntrospection };
}
