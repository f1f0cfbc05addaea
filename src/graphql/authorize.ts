import {
  type DocumentNode,
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isLeafType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionNode,
} from 'graphql';
import { type Caller, isSignedIn } from '../auth/caller';
import { ALLOW, type Audience, isPermission } from '../auth/permissions';
import { forbidden, type Problem, unauthenticated } from './errors';

/** A rule that an operation must satisfy, where it stands, and the @skip/@include variables that can switch it off. */
interface Requirement {
  audiences: readonly Audience[];
  path: string;
  conditions: readonly { variable: string; runsWhen: boolean }[];
}

/** What holds for everything below a selection. */
interface Branch {
  conditions: Requirement['conditions'];
  /** Below a field open to anyone (signing in, `me`), which itself decides to whom it gives a user. */
  guardsItself: boolean;
  /** Below a vendor's link, which shows what a vendor may see whoever opens it. */
  byLink: boolean;
  /** How far below the root: 0 on the root itself. */
  level: number;
}

/** Where the thing that a mutation changed stands: root, payload, thing. Who may change it may read back its values. */
const RESULT_LEVEL = 2;

export interface OperationFacts {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Readonly<Record<string, unknown>>;
  caller: Caller;
}

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

/** Deny by default: a schema with a reachable field that nobody thought about does not start. */
export function assertEveryFieldHasRule(schema: GraphQLSchema): void {
  const missing = Object.values(schema.getTypeMap())
    .filter((type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'))
    .flatMap((type) => Object.values(type.getFields()).filter((f) => !audiencesOf(type, f)).map((f) => `${type.name}.${f.name}`));
  if (missing.length > 0) throw new Error(`No @Allow rule for ${missing.join(', ')}`);
}

/**
 * Checks an operation against the caller's permissions before it runs. The rules are part of the schema, so what an
 * operation needs is known from its text; it is worked out once and kept with the document.
 */
export class Authorizer {
  private readonly known = new WeakMap<OperationDefinitionNode, Requirement[]>();

  constructor(private readonly schema: GraphQLSchema) {}

  /** What stands against it, or undefined. */
  refusal(facts: OperationFacts): Refusal | undefined {
    let requirements = this.known.get(facts.operation);
    if (!requirements) this.known.set(facts.operation, (requirements = this.collect(facts.document, facts.operation)));
    const failed = requirements.find(
      ({ audiences, conditions }) =>
        !conditions.some(({ variable, runsWhen }) => valueOf(variable, facts) === !runsWhen) &&
        !audiences.some((audience) => admits(audience, facts.caller)),
    );
    if (!failed) return undefined;
    const { audiences, path } = failed;
    const isIntrospection = audiences === INTROSPECTION;
    if (isIntrospection) return { problem: unauthenticated('Introspection is limited to callers who are signed in'), path, isIntrospection };
    return { problem: isSignedIn(facts.caller) ? forbidden() : unauthenticated(), path, isIntrospection };
  }

  private collect(document: DocumentNode, operation: OperationDefinitionNode): Requirement[] {
    const fragments = new Map(
      document.definitions.flatMap((d) => (d.kind === Kind.FRAGMENT_DEFINITION ? [[d.name.value, d] as const] : [])),
    );
    const found = new Map<string, Requirement>();
    const visit = (parent: GraphQLObjectType, nodes: readonly SelectionNode[], path: string, from: Branch) => {
      for (const node of nodes) {
        const conditions = [...from.conditions, ...conditionsOf(node)];
        if (node.kind === Kind.FIELD) {
          const name = node.name.value;
          if (name === '__typename') continue;
          const root = path || name;
          if (name === '__schema' || name === '__type') {
            add({ audiences: INTROSPECTION, path: root, conditions });
            continue;
          }
          const field = parent.getFields()[name];
          if (!field) continue; // validation reports it
          const audiences = audiencesOf(parent, field) ?? [];
          const type = getNamedType(field.type);
          const isCovered =
            audiences.includes('as-parent') ||
            audiences.includes('link') ||
            (from.guardsItself && audiences.includes('signed-in')) ||
            (operation.operation === OperationTypeNode.MUTATION && from.level === RESULT_LEVEL && isLeafType(type));
          if (!isCovered) add({ audiences: from.byLink ? [] : audiences, path: root, conditions });
          const byLink = from.byLink || audiences.includes('link');
          const guardsItself = from.guardsItself || audiences.includes('anyone');
          if (node.selectionSet && isObjectType(type)) {
            visit(type, node.selectionSet.selections, root, { conditions, guardsItself, byLink, level: from.level + 1 });
          }
        } else {
          const set = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value);
          if (set) visit(parent, set.selectionSet.selections, path, { ...from, conditions });
        }
      }
    };
    const add = (requirement: Requirement) => {
      found.set(JSON.stringify([requirement.audiences, requirement.conditions, requirement.path]), requirement);
    };
    const root = this.schema.getRootType(operation.operation);
    if (root) visit(root, operation.selectionSet.selections, '', { conditions: [], guardsItself: false, byLink: false, level: 0 });
    return [...found.values()];
  }
}

/** What a variable will be when the operation runs: as given, else its default. Only a plain yes or no lets a rule go. */
function valueOf(variable: string, { operation, variables }: OperationFacts): unknown {
  if (variables[variable] !== undefined) return variables[variable];
  const definition = operation.variableDefinitions?.find((one) => one.variable.name.value === variable);
  const value = definition?.defaultValue;
  return value?.kind === Kind.BOOLEAN ? value.value : undefined;
}

function admits(audience: Audience, caller: Caller): boolean {
  if (audience === 'anyone') return true;
  if (audience === 'signed-in') return isSignedIn(caller);
  return isPermission(audience) && caller.permissions.has(audience);
}

function conditionsOf(node: SelectionNode): Requirement['conditions'] {
  return (node.directives ?? []).flatMap((directive) => {
    const name = directive.name.value;
    const value = directive.arguments?.[0]?.value;
    if ((name !== 'skip' && name !== 'include') || value?.kind !== Kind.VARIABLE) return [];
    return [{ variable: value.name.value, runsWhen: name === 'include' }];
  });
}
