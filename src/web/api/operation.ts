/** A GraphQL operation as text, with the types of its result and variables. */
export interface Operation<Result, Variables> {
  readonly name: string;
  readonly text: string;
  /** Carries the types only; never set at run time. */
  readonly types?: (variables: Variables) => Result;
}

export function operation<Result, Variables>(text: string): Operation<Result, Variables> {
  return { name: /^(?:query|mutation|subscription) (\w+)/m.exec(text)![1]!, text };
}
