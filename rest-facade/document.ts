/** A GraphQL document of one operation, with the types of what it answers and of what it takes. */
export interface Document<Name extends string, Data, Variables> {
  readonly name: Name;
  readonly text: string;
  /** Never there at run time: carries the types. */
  readonly types?: (variables: Variables) => Data;
}

/** One of which only the text matters. */
export type AnyDocument = Pick<Document<string, unknown, never>, 'name' | 'text'>;

export function document<Name extends string, Data, Variables>(name: Name, text: string): Document<Name, Data, Variables> {
  return { name, text };
}
