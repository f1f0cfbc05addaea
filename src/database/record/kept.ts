import type { EntityClass } from '@mikro-orm/core';

/** How the past of an entity is kept. */
export interface Keeping {
  /** The property with the id of the thing that a row is a part of: the audit entry of that thing tells of it. */
  readonly partOf: string;
  /** The same for rows that are a part of another kind of thing: theirs is set where the first isn't. */
  readonly orPartOf?: string;
  /** Properties that no past shows: only that they changed, under the name that is given here. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Properties that change without being recorded. They have no past. */
  readonly volatile: readonly string[];
  /** Properties that follow from others, or that only we know of: their changes are not told. */
  readonly untold: readonly string[];
  /** Names that properties have in GraphQL where these differ; references among them are told by their ids. */
  readonly renamed: Readonly<Record<string, string>>;
  /** Properties whose values hold ids of other things, and their values as GraphQL gives them. */
  readonly named: Readonly<Record<string, Naming>>;
  /** The property by which other things name it, where that isn't its name. */
  readonly title?: string;
  /** Where its changes stand among those of the thing that it is a part of, or of another thing that they came with. */
  readonly path?: Path;
}

/** What a value is told as. */
export type Naming = (value: never, refer: Refer) => unknown;

/** A reference by the name of its entity, and its id; or by a family, to the version that stands for it. */
export type Refer = (entity: string, id: string, by?: 'family') => Reference;

export interface Reference {
  id: string;
  /** Null if it isn't known. */
  name: string | null;
}

/** The ids of portfolios, where something holds for some only. */
export const portfoliosNamed: Naming = (ids: readonly string[], refer) => ids.map((id) => refer('Portfolio', id));

/** A place in a path such as questions.<id>.response.value. */
interface Path {
  /** Empty: its properties are those of what it hangs on. */
  readonly name: string;
  /** The property with the id of another part, whose path comes first. */
  readonly below?: string;
  /** The property that tells it from others of the name; null: there is only one. */
  readonly by?: string | null;
  /** It is all said by this property, which gets no name of its own. */
  readonly value?: string;
  /** The property with what the value refers to, where it is the id of another thing. */
  readonly reference?: string;
  /** Properties that refer to two things: its path is their titles, with an arrow between, and nothing else. */
  readonly pair?: readonly [string, string];
}

const KEPT = new Map<EntityClass<object>, Keeping>();
const NOT_KEPT = new Map<EntityClass<object>, string>();

/** The past of these rows is kept: what they were, from when to when, and which audit entry changed them. */
export function Kept(options: Partial<Keeping> = {}): ClassDecorator {
  const keeping = { partOf: 'id', secrets: {}, volatile: [], untold: [], renamed: {}, named: {}, ...options };
  return (entity) => void KEPT.set(entity as unknown as EntityClass<object>, keeping);
}

/** These rows have no past, for a reason. */
export function NotKept(reason: string): ClassDecorator {
  return (entity) => void NOT_KEPT.set(entity as unknown as EntityClass<object>, reason);
}

export function keepingOf(entity: EntityClass<object>): Keeping | undefined {
  return KEPT.get(entity);
}

export function reasonAgainstKeeping(entity: EntityClass<object>): string | undefined {
  return NOT_KEPT.get(entity);
}
