import {
  type DocumentNode, type FragmentDefinitionNode, getNamedType, getNullableType, GraphQLError, type GraphQLField,
  type GraphQLNamedType, type GraphQLOutputType, type GraphQLSchema, isCompositeType, isListType, isObjectType, Kind,
  SchemaMetaFieldDef, type SelectionSetNode, TypeMetaFieldDef, visit,
} from 'graphql';
import { type ComplexityEstimator, getComplexity } from 'graphql-query-complexity';
import { DEFAULT_PAGE } from './connection';
import { badInput, type FieldMessages, Problem } from './errors';

/** What one operation may ask for. Beyond it, it is refused before it runs. */
export const LIMITS = {
  /** Words and signs in the query text. */
  tokens: 5_000,
  depth: 16,
  /** Selections within each other, fragments included. */
  levels: 64,
  /** Fields, with every fragment counted wherever it is used. */
  fields: 1_000,
  aliases: 50,
  directives: 50,
  variables: 200,
  /** The same field, by the name it has in the answer, in one selection: validation compares each with each. */
  repetitions: 50,
  /** Roughly the number of values in the answer, by the page sizes asked for. */
  complexity: 300_000,
  /** Levels of lists and objects within each other, in the variables and in the query text. */
  nesting: 100,
} as const;

const tooMuch = (what: keyof typeof LIMITS, found: number | string) =>
  new Problem('BAD_USER_INPUT', `The query is beyond the ${what} limit of ${LIMITS[what]} (found ${found})`, {
    fields: { query: `is beyond the ${what} limit of ${LIMITS[what]}` },
  });

/** A text whose brackets stand so deep that it can't be parsed. */
export const tooDeepToParse = () => tooMuch('nesting', 'far more');

interface Size {
  depth: number;
  levels: number;
  fields: number;
  aliases: number;
  directives: number;
  repetitions: number;
  /** How often each field stands in the selection itself, by the name it has in the answer. */
  uses: Map<string, number>;
}

/**
 * Depth, fields, aliases and directives, with every fragment counted wherever it is used but measured only once: a document
 * that doubles fragments is refused after one look at each, and before validation, which would not survive it. Fragments
 * that nothing uses are measured, too: validation enters them all the same.
 */
export function assertWithinLimits(document: DocumentNode): void {
  assertPlainWriting(document);
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const measured = new Map<string, Size>();
  const measure = (set: SelectionSetNode | undefined, within: readonly string[]): Size => {
    const uses = new Map<string, number>();
    const size: Size = { depth: 0, levels: 0, fields: 0, aliases: 0, directives: 0, repetitions: 0, uses };
    for (const node of set?.selections ?? []) {
      let inner: Size;
      if (node.kind === Kind.FRAGMENT_SPREAD) {
        const name = node.name.value;
        if (within.includes(name)) throw badInput({ query: `has a fragment "${name}" that contains itself` });
        inner = measured.get(name) ?? measure(fragments.get(name)?.selectionSet, [...within, name]);
        measured.set(name, inner);
      } else {
        inner = measure(node.selectionSet, within);
      }
      const added = node.kind === Kind.FIELD ? [[(node.alias ?? node.name).value, 1] as const] : inner.uses;
      for (const [name, count] of added) uses.set(name, (uses.get(name) ?? 0) + count);
      size.depth = Math.max(size.depth, inner.depth + (node.kind === Kind.FIELD ? 1 : 0));
      size.levels = Math.max(size.levels, inner.levels + 1);
      size.fields += inner.fields + (node.kind === Kind.FIELD ? 1 : 0);
      size.aliases += inner.aliases + (node.kind === Kind.FIELD && node.alias ? 1 : 0);
      size.directives += inner.directives + (node.directives?.length ?? 0);
      size.repetitions = Math.max(size.repetitions, inner.repetitions);
    }
    size.repetitions = Math.max(size.repetitions, ...uses.values());
    return size;
  };
  for (const definition of document.definitions) {
    const isFragment = definition.kind === Kind.FRAGMENT_DEFINITION;
    if (!isFragment && definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const size = measure(definition.selectionSet, isFragment ? [definition.name.value] : []);
    for (const what of ['depth', 'levels', 'aliases', 'directives', 'fields', 'repetitions'] as const) {
      if (size[what] > LIMITS[what]) throw tooMuch(what, size[what]);
    }
  }
}

/** What is written only once, wherever it is used: variables, directives of definitions, lists and objects. */
function assertPlainWriting(document: DocumentNode): void {
  const found = { variables: 0, directives: 0, nesting: 0 };
  let level = 0;
  const deeper = { enter: () => void (found.nesting = Math.max(found.nesting, ++level)), leave: () => void level-- };
  visit(document, {
    VariableDefinition: () => void found.variables++,
    Directive: () => void found.directives++,
    ListValue: deeper,
    ObjectValue: deeper,
  });
  for (const what of ['variables', 'directives', 'nesting'] as const) {
    if (found[what] > LIMITS[what]) throw tooMuch(what, found[what]);
  }
}

/** The extension by which a field says how long its list usually is. */
export const LIST_SIZE = 'listSize';
const USUAL_LIST = 10;

/** What is below a list counts once for each row that may come: as many as `first`, or a page, or its usual size. */
const estimator: ComplexityEstimator = ({ field, args, childComplexity }) => {
  if (field.args.some((arg) => arg.name === 'first')) return 1 + Math.max(1, Number(args.first ?? DEFAULT_PAGE)) * childComplexity;
  const isPage = field.name === 'nodes' || field.name === 'edges';
  return 1 + (isList(field.type) && !isPage ? Number(field.extensions?.[LIST_SIZE] ?? USUAL_LIST) : 1) * childComplexity;
};

function isList(type: GraphQLOutputType): boolean {
  return isListType(getNullableType(type)) && isCompositeType(getNamedType(type));
}

/** A tree, in which every comment stands once, however deep. */
const TREES = new Set(['Comment.replies']);

/**
 * Refuses a list inside itself (controls of the framework of the controls of …): no page size bounds it, and each level
 * multiplies the answer by the whole list. Fragments are entered as often as they are used, which the limits on depth,
 * aliases and recursion have bounded before.
 */
export function assertNoListInItself(schema: GraphQLSchema, document: DocumentNode): void {
  if (bounded.has(document)) return;
  const fragments = new Map(
    document.definitions.flatMap((d) => (d.kind === Kind.FRAGMENT_DEFINITION ? [[d.name.value, d] as const] : [])),
  );
  const seen = new Set<string>();
  const look = (parent: GraphQLNamedType, set: SelectionSetNode, within: readonly string[]): void => {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        const field = isObjectType(parent) ? (parent.getFields()[node.name.value] ?? META_FIELDS[node.name.value]) : undefined;
        if (!field || !node.selectionSet) continue;
        const name = `${parent.name}.${field.name}`;
        const isOpen = isList(field.type) && !field.args.some((arg) => arg.name === 'first') && !TREES.has(name);
        if (isOpen && within.includes(name)) throw badInput({ query: `asks for ${name} inside ${name}, which has no bound` });
        look(getNamedType(field.type), node.selectionSet, isOpen ? [...within, name] : within);
      } else {
        const name = node.kind === Kind.FRAGMENT_SPREAD ? node.name.value : '';
        const inner = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(name);
        const visit = `${name} ${within.join(' ')}`;
        if (!inner || (name && seen.has(visit))) continue;
        if (name) seen.add(visit);
        look(parent, inner.selectionSet, within);
      }
    }
  };
  for (const definition of document.definitions) {
    const root = definition.kind === Kind.OPERATION_DEFINITION && schema.getRootType(definition.operation);
    if (root) look(root, definition.selectionSet, []);
  }
  bounded.add(document);
}
const bounded = new WeakSet<DocumentNode>();

const META_FIELDS: Record<string, GraphQLField<unknown, unknown>> = { __schema: SchemaMetaFieldDef, __type: TypeMetaFieldDef };

export function assertWithinComplexity(
  schema: GraphQLSchema,
  query: DocumentNode,
  operationName: string | undefined,
  variables: Record<string, unknown>,
): void {
  const weighed = weighings.get(query) ?? { sizing: sizingVariables(query), found: new Set<string>() };
  const sized = JSON.stringify([operationName, weighed.sizing.map((name) => variables[name])]);
  if (weighed.found.has(sized)) return;
  let complexity: number;
  try {
    complexity = getComplexity({ schema, query, operationName, variables, estimators: [estimator] });
  } catch (error) {
    if (error instanceof GraphQLError) return; // variables that don't fit: execution says so, with the place
    throw error;
  }
  if (complexity > LIMITS.complexity) throw tooMuch('complexity', complexity);
  if (weighed.found.size < MOST_CASES) weighed.found.add(sized);
  weighings.set(query, weighed);
}

/** A document, the variables that its complexity depends on, and their values with which it was found small enough. */
const weighings = new WeakMap<DocumentNode, { sizing: string[]; found: Set<string> }>();
const MOST_CASES = 100;

/** Page sizes, and what switches a field on or off. */
function sizingVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    VariableDefinition: ({ variable, type }) => {
      const inner = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
      if (inner.kind === Kind.NAMED_TYPE && ['Int', 'Boolean'].includes(inner.name.value)) names.add(variable.name.value);
    },
  });
  return [...names];
}

/** Characters that no text in the database can hold: NUL, and halves of surrogate pairs. */
function textFault(text: string): string | undefined {
  if (text.includes('\u0000')) return 'contains a NUL character';
  if (!text.isWellFormed()) return 'contains half of a surrogate pair, which is not valid Unicode';
  return undefined;
}

/** Finds such text in a value of any depth up to the limit; the place is its path. */
function lookForFaults(value: unknown, path: string, fields: FieldMessages, depth = 0): void {
  if (depth > LIMITS.nesting) throw tooMuch('nesting', `${depth} or more`);
  if (typeof value === 'string') {
    const fault = textFault(value);
    if (fault) fields[path] = fault;
  } else if (value && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      lookForFaults(key, path, fields);
      lookForFaults(inner, path ? `${path}.${key}` : key, fields, depth + 1);
    }
  }
}

/** Refuses such text, and nesting beyond the limit, in what arrived as a file. */
export function assertStorable(value: unknown): void {
  const fields: FieldMessages = {};
  lookForFaults(value, '', fields);
  if (Object.keys(fields).length > 0) throw badInput(fields);
}

/** Refuses it in variables and literals, naming the place inside the argument. */
export function assertStorableText(document: DocumentNode, variables: Record<string, unknown>): void {
  const fields: FieldMessages = {};
  lookForFaults(variables, '', fields);
  if (!checkedDocuments.has(document)) {
    const place: string[] = [];
    const before = Object.keys(fields).length;
    visit(document, {
      Argument: { enter: (node) => void place.push(node.name.value), leave: () => void place.pop() },
      ObjectField: { enter: (node) => void place.push(node.name.value), leave: () => void place.pop() },
      StringValue: (node) => lookForFaults(node.value, place.join('.'), fields),
    });
    if (Object.keys(fields).length === before) checkedDocuments.add(document);
  }
  const inArgument = Object.entries(fields).map(([path, fault]) => [path.replace(/^\w+\.(?=.)/, ''), fault]);
  if (inArgument.length > 0) throw badInput(Object.fromEntries(inArgument) as FieldMessages);
}
const checkedDocuments = new WeakSet<DocumentNode>();
