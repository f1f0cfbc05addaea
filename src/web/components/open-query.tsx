import type { Operation } from '../api/operation';
import { IconBraces } from '../theme/icons';
import { DropDown } from './drop-down';

interface OpenQueryProps<Variables> {
  operation: Operation<unknown, Variables>;
  variables: Variables;
}

/** Opens this page's query in a GraphQL explorer. */
export function OpenQuery<Variables>({ operation, variables }: OpenQueryProps<Variables>) {
  const hash = new URLSearchParams({ query: operation.text, variables: JSON.stringify(variables, null, 2) });
  return (
    <DropDown label="Open this query" button={<IconBraces size={18} aria-hidden />}>
      <a href={`/graphiql#${hash}`} target="_blank" rel="noreferrer">
        Open in GraphiQL
      </a>
      <a href={`/graphql#${hash}`} target="_blank" rel="noreferrer">
        Open in Apollo Sandbox (requires internet access)
      </a>
    </DropDown>
  );
}
