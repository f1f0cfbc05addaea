import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  type InlineFragmentNode,
  isAbstractType,
  isObjectType,
  Kind,
  type Location,
  type NamedTypeNode,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type VariableDefinitionNode,
  type VariableNode,
  visit,
} from 'graphql';
import { inNfc } from '../../platform/nfc';

export type Variables = Readonly<Record<string, unknown>>;

/** A valid document, and the selected operation in it. */
export interface ParsedOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

/** A field that runs, once for each object of its parent. */
export interface NormalField {
  /** Its name in the response; unique among its siblings of the same parent. */
  readonly key: string;
  readonly parent: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
  /** Its first occurrence in the document: with the arguments as written, without its selections. */
  readonly written: FieldNode;
  /** The variable for each argument in the normal document. */
  readonly carriers: readonly { argument: string; variable: string }[];
  /** What runs below it. If it returns an interface, the fields are listed for each possible type, as their parent. */
  readonly fields: readonly NormalField[];
}

/**
 * An operation as it runs: conditions resolved, fragments inlined, interfaces expanded type by type, fields merged as in the
 * specification, and every argument in its own variable. Permissions, weight and compilation all use this and nothing else, so
 * that it can't mean different things to them.
 */
export interface NormalForm {
  readonly kind: OperationDefinitionNode['operation'];
  readonly fields: readonly NormalField[];
  /** The same as a document with one operation, without directives, literals and fragments, except one for each possible type. */
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly fieldCount: number;
  /** The number of nodes in the fields as written, including their argument values. */
  readonly nodeCount: number;
}

/** Whether a field's result can have one of several types, known only at run time. */
export function isOpen({ type }: GraphQLField<unknown, unknown>): boolean {
  return isAbstractType(getNamedType(type));
}

/** The variables that decide an operation's conditions: with the same values it has the same normal form. */
export function conditionVariables({ document, operation }: ParsedOperation): string[] {
  const names = new Set<string>();
  const declared = new Set(operation.variableDefinitions?.map(({ variable }) => variable.name.value));
  visit(document, {
    Directive: ({ arguments: given = [] }) => {
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names].filter((name) => declared.has(name));
}

/** For a valid operation whose variables were coerced by graphql-js. */
export function normalize(schema: GraphQLSchema, { document, operation }: ParsedOperation, variables: Variables): NormalForm {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const definitions: VariableDefinitionNode[] = [];
  let fieldCount = 0;
  let nodeCount = 0;

  const objectsOf = (type: GraphQLNamedType): readonly GraphQLObjectType[] => {
    if (isObjectType(type)) return [type];
    return isAbstractType(type) ? schema.getPossibleTypes(type) : [];
  };

  /** Whether a fragment applies to objects of the type. */
  const speaksOf = (condition: NamedTypeNode | undefined, type: GraphQLObjectType): boolean => {
    if (!condition || condition.name.value === type.name) return true;
    const wider = schema.getType(condition.name.value);
    return isAbstractType(wider) && schema.isSubType(wider, type);
  };

  /** As in graphql-js: by the name in the response, in order of first occurrence. */
  const collect = (parent: GraphQLObjectType, sets: readonly SelectionSetNode[]): Map<string, FieldNode[]> => {
    const found = new Map<string, FieldNode[]>();
    const entered = new Set<string>();
    const enter = (set: SelectionSetNode) => {
      for (const node of set.selections) {
        if (!runs(node, variables)) continue;
        if (node.kind === Kind.FIELD) {
          const key = (node.alias ?? node.name).value;
          const same = found.get(key);
          if (same) same.push(node);
          else found.set(key, [node]);
        } else if (node.kind === Kind.INLINE_FRAGMENT) {
          if (speaksOf(node.typeCondition, parent)) enter(node.selectionSet);
        } else if (!entered.has(node.name.value)) {
          entered.add(node.name.value);
          const fragment = fragments.get(node.name.value)!;
          if (speaksOf(fragment.typeCondition, parent)) enter(fragment.selectionSet);
        }
      }
    };
    sets.forEach(enter);
    return found;
  };

  const fieldsOf = (parent: GraphQLObjectType, sets: readonly SelectionSetNode[]): NormalField[] =>
    [...collect(parent, sets)].map(([key, nodes]) => {
      const written = aside(nodes[0]!, () => nodeCount++);
      const field = fieldOf(schema, parent, written.name.value);
      fieldCount++;
      const carriers = (written.arguments ?? []).map(({ name }) => {
        const variable = `v${definitions.length}`;
        definitions.push(carrier(variable));
        return { argument: name.value, variable };
      });
      const inner = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      const below = objectsOf(getNamedType(field.type)).flatMap((type) => fieldsOf(type, inner));
      return { key, parent, field, written, carriers, fields: below };
    });

  const root = schema.getRootType(operation.operation)!;
  const fields = fieldsOf(root, [operation.selectionSet]);
  const normal: OperationDefinitionNode = {
    kind: Kind.OPERATION_DEFINITION,
    operation: operation.operation,
    name: operation.name && name(operation.name.value),
    variableDefinitions: definitions,
    selectionSet: selectionSet(fields),
    loc: slim(operation.loc),
  };
  const normalDocument: DocumentNode = { kind: Kind.DOCUMENT, definitions: [normal] };
  return { kind: operation.operation, fields, document: normalDocument, operation: normal, fieldCount, nodeCount };
}

/** Whether @skip and @include let it run, read as graphql-js reads them. */
function runs(node: SelectionNode, variables: Variables): boolean {
  if (!node.directives?.length) return true;
  if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false;
}

function fieldOf(schema: GraphQLSchema, parent: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef;
  if (parent === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  }
  const field = parent.getFields()[name];
  if (!field) throw new Error(`${parent.name} has no field ${name}`); // ruled out by validation
  return field;
}

/**
 * The values of the argument variables, read once by graphql-js, with their texts in NFC. Throws a GraphQLError if one is
 * invalid, which is still possible for variables inside literals.
 */
export function argumentsOf({ fields }: NormalForm, variables: Variables): Arguments {
  const carried: Record<string, unknown> = {};
  const values = new Map<NormalField, Variables>();
  const read = (one: NormalField) => {
    if (one.carriers.length > 0) {
      const given = inNfc(getArgumentValues(one.field, one.written, variables));
      values.set(one, given);
      for (const { argument, variable } of one.carriers) {
        if (Object.hasOwn(given, argument)) carried[variable] = given[argument];
      }
    }
    one.fields.forEach(read);
  };
  fields.forEach(read);
  return { carried, values };
}

export interface Arguments {
  /** By the variables of the normal document. */
  readonly carried: Variables;
  /** By field and the argument's own name; fields without arguments have no entry. */
  readonly values: ReadonlyMap<NormalField, Variables>;
}

function selectionSet(fields: readonly NormalField[]): SelectionSetNode {
  const selections = fields.map(({ key, field, written, carriers, fields: inner }): FieldNode => ({
    kind: Kind.FIELD,
    name: name(written.name.value),
    ...(key !== written.name.value && { alias: name(key) }),
    arguments: carriers.map(({ argument, variable }) => ({
      kind: Kind.ARGUMENT,
      name: name(argument),
      value: variableNode(variable),
    })),
    ...(inner.length > 0 && { selectionSet: isOpen(field) ? selectionByType(inner) : selectionSet(inner) }),
    loc: slim(written.loc),
  }));
  return { kind: Kind.SELECTION_SET, selections };
}

function selectionByType(fields: readonly NormalField[]): SelectionSetNode {
  const types = new Set(fields.map(({ parent }) => parent));
  const selections = [...types].map((type): InlineFragmentNode => ({
    kind: Kind.INLINE_FRAGMENT,
    typeCondition: { kind: Kind.NAMED_TYPE, name: name(type.name) },
    selectionSet: selectionSet(fields.filter(({ parent }) => parent === type)),
  }));
  return { kind: Kind.SELECTION_SET, selections };
}

/** A variable of the scalar type that passes on any value: it has been coerced before. */
function carrier(variable: string): VariableDefinitionNode {
  return {
    kind: Kind.VARIABLE_DEFINITION,
    variable: variableNode(variable),
    type: { kind: Kind.NAMED_TYPE, name: name('JSON') },
  };
}

const name = (value: string) => ({ kind: Kind.NAME, value }) as const;
const variableNode = (variable: string): VariableNode => ({ kind: Kind.VARIABLE, name: name(variable) });

/** A copy of the field: the document around it, whose tokens all refer to each other, must not stay in memory. */
function aside(node: FieldNode, count: () => void): FieldNode {
  const itself: FieldNode = { ...node, directives: undefined, selectionSet: undefined };
  return visit(itself, {
    enter: (one) => {
      count();
      return { ...one, loc: slim(one.loc) };
    },
  });
}

/** A location without the tokens of the surrounding text, which would stay in memory with it. */
function slim(loc: Location | undefined): Location | undefined {
  if (!loc) return undefined;
  const { line, column } = loc.startToken;
  return { start: loc.start, end: loc.end, startToken: { line, column }, source: loc.source } as Location;
}
