import { type DocumentNode, type OperationDefinitionNode, visit } from 'graphql';
import { textFault } from '../../platform/document-limits';
import { badInput, type FieldMessages } from '../../kernel/errors';
import { LIMITS, tooMuch } from '../limits';
import type { Variables } from './normal-form';
import { isLongerThan } from '../../platform/characters';

/** The most errors reported: a longer list doesn't help someone who sends thousands. */
const MOST_FAULTS = 5;

/** The longest key of an object, or path to a value: nobody needs longer ones. */
const LONGEST_KEY = 256;
const LONGEST_PATH = 1_024;
/** The most entries of one object: errors about it would list them all. */
const MOST_KEYS = 1_000;

/** Walks through values once, and stops where there is more than anybody would mean to send. */
class Inspection {
  readonly fields: FieldMessages = {};
  /** Length of the longest text. */
  longest = 0;
  private readonly place: (string | number)[] = [];
  private faults = 0;
  private values = 0;

  constructor(private readonly mostValues: number = LIMITS.values) {}

  /** The place is the path to the value, from the top. */
  look(value: unknown, ...place: (string | number)[]): void {
    this.place.push(...place);
    this.enter(value, 0);
    this.place.length = 0;
  }

  private enter(value: unknown, depth: number): void {
    if (++this.values > this.mostValues) throw tooMuch('values', 'more', this.mostValues);
    if (depth > LIMITS.nesting) throw tooMuch('nesting', `${depth} or more`);
    if (typeof value === 'string') {
      if (value.length > this.longest) this.longest = value.length;
      this.tell(textFault(value));
    } else if (Array.isArray(value)) {
      for (let i = 0; i < value.length && !this.isEnough; i++) this.below(i, value[i], depth);
    } else if (value && typeof value === 'object') {
      const keys = Object.keys(value);
      if (keys.length > MOST_KEYS) throw badInput({ [this.path]: `has more than ${MOST_KEYS.toLocaleString('en')} entries` });
      for (let i = 0; i < keys.length && !this.isEnough; i++) {
        const key = keys[i]!;
        if (isLongerThan(key, LONGEST_KEY)) throw badInput({ [this.path]: `has a name longer than ${LONGEST_KEY} characters` });
        this.tell(textFault(key));
        this.below(key, (value as Record<string, unknown>)[key], depth);
      }
    }
  }

  private below(step: string | number, value: unknown, depth: number): void {
    this.place.push(step);
    this.enter(value, depth + 1);
    this.place.pop();
  }

  get isEnough(): boolean {
    return this.faults >= MOST_FAULTS;
  }

  private get path(): string {
    return this.place.join('.').slice(0, LONGEST_PATH);
  }

  private tell(fault: string | undefined): void {
    if (!fault) return;
    this.faults++;
    this.fields[this.path] = fault;
  }
}

/** Those of the given variables that the operation declares; the others are ignored. */
export function declaredVariables({ variableDefinitions = [] }: OperationDefinitionNode, given: Variables): Variables {
  const names = variableDefinitions.map(({ variable }) => variable.name.value);
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(given, name) ? [[name, given[name]]] : [])));
}

/** Rejects variables that can't be stored, naming the place inside the argument. Returns the length of their longest text. */
export function assertStorableVariables(variables: Variables, mostValues: number): { longest: number } {
  const inspection = new Inspection(mostValues);
  for (const name in variables) inspection.look(variables[name], name);
  refuseIn(inspection.fields);
  return inspection;
}

/** The same for the literals of a query. */
export function assertStorableLiterals(document: DocumentNode): void {
  const inspection = new Inspection();
  const place: string[] = [];
  const named = {
    enter: (node: { name: { value: string } }) => void place.push(node.name.value),
    leave: () => void place.pop(),
  };
  visit(document, {
    Argument: named,
    ObjectField: named,
    StringValue: ({ value }) => void (inspection.isEnough || inspection.look(value, ...place)),
  });
  refuseIn(inspection.fields);
}

function refuseIn(fields: FieldMessages): void {
  const inArgument = Object.entries(fields).map(([path, fault]) => [path.replace(/^\w+\.(?=.)/, ''), fault]);
  if (inArgument.length > 0) throw badInput(Object.fromEntries(inArgument) as FieldMessages);
}
