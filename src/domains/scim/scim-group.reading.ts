import { isVisible } from '../../kernel/validate';
import { isId } from '../../platform/id';
import { assertWritable, assignmentsIn, isObject, lowered, type Operation, operationsIn, readBody, textIn } from './scim-body';
import { scimFault } from './scim-fault';
import { MemberSteps } from './scim-member-steps';

/** What is said of a group; undefined: nothing. */
export interface SaidGroup {
  displayName?: string;
  externalId?: string | null;
  members: MemberSteps;
}

const LONGEST_NAME = 500;
const LONGEST_ID = 500;

/** A whole group, as POST and PUT send it. Without members, those that there are stay. */
export function readGroup(sent: unknown): SaidGroup & { displayName: string } {
  const operations = assignmentsIn(readBody(sent)).map((assignment): Operation => ({ op: 'replace', ...assignment }));
  const { displayName, externalId = null, members } = operations.reduce<SaidGroup>(say, { members: new MemberSteps() });
  if (displayName === undefined) throw scimFault('invalidValue', 'displayName is required');
  return { displayName, externalId, members };
}

export function readGroupPatch(sent: unknown): SaidGroup {
  return operationsIn(sent).reduce<SaidGroup>(say, { members: new MemberSteps() });
}

/** Attributes that nobody keeps here are left alone. */
function say(said: SaidGroup, operation: Operation): SaidGroup {
  assertWritable(operation);
  const { op, path, value } = operation;
  switch (path.attribute) {
    case 'displayname':
      return { ...said, displayName: nameIn(op === 'remove' ? undefined : value) };
    case 'externalid':
      return { ...said, externalId: op === 'remove' ? null : textIn('externalId', value, LONGEST_ID) };
    case 'members':
    case 'members.value':
      move(said.members, operation);
      return said;
    default:
      return said;
  }
}

function nameIn(value: unknown): string {
  const name = textIn('displayName', value, LONGEST_NAME);
  if (!name || !isVisible(name)) throw scimFault('invalidValue', 'displayName is required');
  return name;
}

/**
 * Members are removed by a list of values, by a condition in the path, or all of them; never all where some were named. To set
 * them to nothing is to remove all.
 */
function move(members: MemberSteps, { op, path: { filter, sub }, value }: Operation): void {
  if (filter) {
    if (op !== 'remove' || sub !== undefined) throw scimFault('invalidPath', 'Members are only removed by a condition in the path');
    return members.removeWhere(filter);
  }
  const isNothing = value === undefined || value === null;
  if (isNothing && op === 'add') throw scimFault('invalidValue', 'members must be a list');
  if (isNothing) return members.clear();
  // What is no id is nobody's: nobody has to go.
  if (op === 'remove') return members.remove(textsIn(value).filter(isId));
  const ids = idsIn(value);
  if (op === 'replace') members.clear();
  members.add(ids);
}

/** The ids of people who may be users. */
function idsIn(value: unknown): string[] {
  const ids = textsIn(value);
  const unknown = ids.find((id) => !isId(id));
  if (unknown !== undefined) throw unknownMember(unknown);
  return ids;
}

/** [{ "value": "…" }], or one of them, or the values alone. */
function textsIn(value: unknown): string[] {
  const texts = (Array.isArray(value) ? value : [value]).map((one: unknown) => {
    const text = isObject(one) ? lowered(one).value : one;
    if (typeof text !== 'string') throw unknownMember('');
    return text.toLowerCase();
  });
  return [...new Set(texts)];
}

export const unknownMember = (id: string) => scimFault('invalidValue', `There is no user with the id "${id.slice(0, 80)}"`);
