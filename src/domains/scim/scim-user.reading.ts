import { firstCharacters } from '../../platform/characters';
import { email as emailRule, isVisible } from '../../kernel/validate';
import { type Assignment, assertWritable, assignmentsIn, booleanIn, isObject, lowered, operationsIn, readBody, textIn } from './scim-body';
import { scimFault } from './scim-fault';
import type { Filter } from './scim-filter';

/** What the provider says of a user, as far as it is kept here. */
export interface SaidUser {
  userName: string;
  externalId: string | null;
  displayName: string | null;
  formattedName: string | null;
  givenName: string | null;
  familyName: string | null;
  /** The work address, where it isn't the user name. */
  workEmail: string | null;
  /** Undefined: not said, so it stays as it is. */
  active?: boolean;
}

const NOTHING: SaidUser = {
  userName: '',
  externalId: null,
  displayName: null,
  formattedName: null,
  givenName: null,
  familyName: null,
  workEmail: null,
};

const LONGEST_NAME = 200;
const LONGEST_ID = 500;
const LONGEST_ADDRESS = 254;

/** A whole user, as POST and PUT send it. */
export function readUser(sent: unknown): SaidUser {
  return checked(assignmentsIn(readBody(sent)).reduce(assign, NOTHING));
}

/** The user after the operations of a PATCH. */
export function patchedUser(before: SaidUser, sent: unknown): SaidUser {
  const after = operationsIn(sent).reduce(
    (said, { op, ...assignment }) => assign(said, { ...assignment, value: op === 'remove' ? undefined : assignment.value }),
    before,
  );
  return checked(after);
}

/** What people call the user here. */
export function nameOf({ displayName, formattedName, givenName, familyName, userName }: SaidUser): string {
  const parts = [givenName, familyName].filter(Boolean).join(' ');
  const name = [displayName, formattedName, parts].find((one) => one && isVisible(one)) ?? userName;
  return firstCharacters(name, LONGEST_NAME).trim();
}

/** Attributes that nobody keeps here are left alone: providers send many. */
function assign(said: SaidUser, assignment: Assignment): SaidUser {
  assertWritable(assignment);
  const { path, value } = assignment;
  switch (path.attribute) {
    case 'username':
      return { ...said, userName: textIn('userName', value, LONGEST_ADDRESS) ?? '' };
    case 'externalid':
      return { ...said, externalId: textIn('externalId', value, LONGEST_ID) };
    case 'displayname':
      return { ...said, displayName: textIn('displayName', value, LONGEST_NAME) };
    case 'active':
      return value === undefined || value === null ? said : { ...said, active: booleanIn('active', value) };
    case 'name':
      return named(said, value);
    case 'name.formatted':
      return { ...said, formattedName: textIn('name.formatted', value, 2 * LONGEST_NAME) };
    case 'name.givenname':
      return { ...said, givenName: textIn('name.givenName', value, LONGEST_NAME) };
    case 'name.familyname':
      return { ...said, familyName: textIn('name.familyName', value, LONGEST_NAME) };
    case 'emails':
    case 'emails.value':
      return addressed(said, assignment);
    default:
      return said;
  }
}

function named(said: SaidUser, value: unknown): SaidUser {
  if (value === undefined || value === null) return { ...said, formattedName: null, givenName: null, familyName: null };
  if (!isObject(value)) throw scimFault('invalidValue', 'name must be an object');
  return Object.entries(value).reduce(
    (one, [part, text]) => assign(one, { path: { attribute: `name.${part.toLowerCase()}` }, value: text, isNamed: false }),
    said,
  );
}

/** Of several addresses, only that of work is kept. */
function addressed(said: SaidUser, { path: { filter, sub }, value }: Assignment): SaidUser {
  if ((filter && !isOfWork(filter)) || (sub !== undefined && sub !== 'value')) return said;
  return { ...said, workEmail: textIn('emails.value', workAddressIn(value), LONGEST_ADDRESS) };
}

/** type eq "work", primary eq true, or one that is told by its value. */
function isOfWork(filter: Filter): boolean {
  if (filter.kind === 'and') return filter.parts.every(isOfWork);
  if (filter.kind === 'or') return filter.parts.some(isOfWork);
  if (filter.kind !== 'compare' || filter.op !== 'eq') return false;
  const value = String(filter.value).toLowerCase();
  if (filter.attribute === 'type') return value === 'work';
  return filter.attribute === 'primary' ? value === 'true' : filter.attribute === 'value';
}

function workAddressIn(value: unknown): unknown {
  if (!Array.isArray(value)) return isObject(value) ? lowered(value).value : value;
  const all = value.map((one: unknown) => (isObject(one) ? lowered(one) : { value: one }));
  const isWork = ({ type }: { type?: unknown }) => typeof type === 'string' && type.toLowerCase() === 'work';
  const isPrimary = ({ primary }: { primary?: unknown }) => String(primary).toLowerCase() === 'true';
  return (all.find(isWork) ?? all.find(isPrimary) ?? all[0])?.value;
}

function checked(said: SaidUser): SaidUser {
  const address = emailRule.safeParse(said.userName);
  if (!said.userName) throw scimFault('invalidValue', 'userName is required');
  if (!address.success) throw scimFault('invalidValue', `userName ${address.error.issues[0]!.message}: people sign in with it`);
  const isSame = said.workEmail?.toLowerCase() === address.data.toLowerCase();
  return { ...said, userName: address.data, workEmail: isSame ? null : said.workEmail };
}
