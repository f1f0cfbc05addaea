/** A GraphQL document with one operation, and the types of its result and variables. */
export interface Document<Name extends string, Data, Variables> {
  readonly name: Name;
  readonly text: string;
  /** Never set at run time: only carries the types. */
  readonly types?: (variables: Variables) => Data;
}

/** A document of which only the text matters. */
export type AnyDocument = Pick<Document<string, unknown, never>, 'name' | 'text'>;

export function document<Name extends string, Data, Variables>(name: Name, text: string): Document<Name, Data, Variables> {
  return { name, text };
}
