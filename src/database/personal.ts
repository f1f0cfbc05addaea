import type { EntityClass } from '@mikro-orm/core';

/** What stands in the place of a text that was erased. */
export const ERASED = 'Erased';
/** The same for an e-mail address: no mail ever gets there (RFC 2606). */
export const ERASED_ADDRESS = 'erased@erased.invalid';

/** The same for the details of an audit entry. */
export const ERASED_DETAILS = { erased: true };

/**
 * What a property tells of a person: it is a name, an e-mail address, a list of these or the id that another system gave, or it is
 * a text of ours in which names and addresses may occur.
 */
export type Told = 'name' | 'address' | 'addresses' | 'id' | 'text' | 'html' | 'json';

/** Where the rows of an entity name persons, and whom. */
export interface PersonalTexts {
  readonly texts: Readonly<Record<string, Told>>;
  /** The property with the user's id: what is told is that user's. */
  readonly of?: string;
  /** The property with an e-mail address: what is told is its owner's. With neither, all rows are searched. */
  readonly at?: string;
  /** Rows that name the person are deleted: they are of no use without. */
  readonly isRemoved?: boolean;
  /** What erases it instead, where rows can't simply be written. */
  readonly erasedBy?: string;
}

const PERSONAL = new Map<EntityClass<object>, PersonalTexts>();

/** Says which texts of an entity name persons: erasing a user replaces them, in the past too. */
export function Personal(texts: PersonalTexts): ClassDecorator {
  return (entity) => void PERSONAL.set(entity as unknown as EntityClass<object>, texts);
}

export function personalTextsOf(entity: EntityClass<object>): PersonalTexts | undefined {
  return PERSONAL.get(entity);
}
