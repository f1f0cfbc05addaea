/** A GraphQL operation as text, with the types of what it answers and of what it takes. */
export interface Operation<Result, Variables> {
  readonly name: string;
  readonly text: string;
  /** Never there at run time: carries the types. */
  readonly types?: (variables: Variables) => Result;
}

export function operation<Result, Variables>(text: string): Operation<Result, Variables> {
  return { name: /^(?:query|mutation) (\w+)/m.exec(text)![1]!, text };
}
