import { type DocumentNode, type FragmentDefinitionNode, Kind, OperationTypeNode, parse, type SelectionSetNode, visit } from 'graphql';
import { badInput, Problem } from '../kernel/errors';
import { LIMITS, tooMuch } from './limits';
import { assertStorableLiterals } from './engine/storable';

/** The message of graphql-js when it stops counting. */
const TOO_MANY_TOKENS = /^Syntax Error: Document contains more tha[nt] \d+ tokens/;

/**
 * Measures a query before anything else is done with it: validating a document whose fragments double would take minutes. A text
 * that doesn't parse is left to Apollo, which says what is wrong. Returns the number of its fields.
 */
export function assertMeasured(text: string, mostBytes: number): number {
  if (Buffer.byteLength(text) > mostBytes) throw badInput({ query: `is longer than ${mostBytes.toLocaleString('en')} bytes` });
  if (hasMoreLines(text, LIMITS.lines)) throw tooMuch('lines', 'more');
  let document;
  try {
    document = parse(text, { maxTokens: LIMITS.tokens, noLocation: true });
  } catch (error) {
    if (error instanceof RangeError) throw tooMuch('nesting', 'far more');
    if (TOO_MANY_TOKENS.test((error as Error).message)) throw tooMuch('tokens', 'more');
    return 0;
  }
  const fields = assertWithinLimits(document);
  assertOneEvent(document);
  assertStorableLiterals(document);
  return fields;
}

function hasMoreLines(text: string, most: number): boolean {
  const ends = /\r\n|[\n\r]/g;
  for (let n = 0; n < most; n++) if (!ends.test(text)) return false;
  return true;
}

interface Size {
  depth: number;
  levels: number;
  fields: number;
  aliases: number;
  directives: number;
  repetitions: number;
  /** How often each field occurs in the selection itself, by its name in the response. */
  uses: Map<string, number>;
}

/**
 * Limits depth, fields, aliases and directives, with every fragment counted wherever it is used but measured only once: a
 * document that doubles fragments is rejected after one look at each, before validation, which would not survive it. Unused
 * fragments are measured too, because validation visits them.
 */
function assertWithinLimits(document: DocumentNode): number {
  assertPlainWriting(document);
  const fragments = fragmentsOf(document);
  const measured = new Map<string, Size>();
  const measure = (set: SelectionSetNode | undefined, within: readonly string[]): Size => {
    const uses = new Map<string, number>();
    const size: Size = { depth: 0, levels: 0, fields: 0, aliases: 0, directives: 0, repetitions: 0, uses };
    for (const node of set?.selections ?? []) {
      let inner: Size;
      if (node.kind === Kind.FRAGMENT_SPREAD) {
        const name = node.name.value;
        if (within.includes(name)) throw cycle(within.slice(within.indexOf(name)));
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
  let fields = 0;
  for (const definition of document.definitions) {
    const isFragment = definition.kind === Kind.FRAGMENT_DEFINITION;
    if (!isFragment && definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const size = measure(definition.selectionSet, isFragment ? [definition.name.value] : []);
    for (const what of ['depth', 'levels', 'aliases', 'directives', 'fields', 'repetitions'] as const) {
      if (size[what] > LIMITS[what]) throw tooMuch(what, size[what]);
    }
    fields += size.fields;
  }
  return fields;
}

function fragmentsOf({ definitions }: DocumentNode): Map<string, FragmentDefinitionNode> {
  const found = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  return new Map(found.map((fragment) => [fragment.name.value, fragment]));
}

/** A subscription has one field, whatever its variables: GraphQL forbids a choice there, and graphql-js throws at one. */
function assertOneEvent(document: DocumentNode): void {
  const fragments = fragmentsOf(document);
  const seen = new Set<SelectionSetNode>();
  const look = (set: SelectionSetNode | undefined): void => {
    if (!set || seen.has(set)) return;
    seen.add(set);
    for (const node of set.selections) {
      if (node.directives?.some(({ name }) => name.value === 'skip' || name.value === 'include')) throw invalid(NO_CHOICE);
      if (node.kind !== Kind.FIELD)
        look(node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments.get(node.name.value)?.selectionSet);
    }
  };
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION && definition.operation === OperationTypeNode.SUBSCRIPTION) {
      look(definition.selectionSet);
    }
  }
}

const NO_CHOICE = 'The field of a subscription can\'t have the directives "@skip" and "@include".';

const invalid = (message: string) => new Problem('GRAPHQL_VALIDATION_FAILED', message, { fields: { query: message } });

/** In the words of validation, which would come too late. */
function cycle([name, ...via]: string[]): Problem {
  const way = via.length > 0 ? ` via ${via.map((one) => `"${one}"`).join(', ')}` : '';
  return invalid(`Cannot spread fragment "${name}" within itself${way}.`);
}

/** Checks what is written only once, wherever it is used: variables, directives of definitions, lists and objects. */
function assertPlainWriting(document: DocumentNode): void {
  const found = { variables: 0, directives: 0, nesting: 0, 'name length': 0 };
  let level = 0;
  const deeper = { enter: () => void (found.nesting = Math.max(found.nesting, ++level)), leave: () => void level-- };
  visit(document, {
    Name: ({ value }) => void (found['name length'] = Math.max(found['name length'], value.length)),
    VariableDefinition: () => void found.variables++,
    Directive: () => void found.directives++,
    ListValue: deeper,
    ObjectValue: deeper,
  });
  for (const what of ['variables', 'directives', 'nesting', 'name length'] as const) {
    if (found[what] > LIMITS[what]) throw tooMuch(what, found[what]);
  }
}
