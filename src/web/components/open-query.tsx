import { asOf } from '../api/as-of';
import { useMoment } from '../api/moment';
import type { Operation } from '../api/operation';
import { IconBraces } from '../theme/icons';
import { DropDown } from './drop-down';

interface OpenQueryProps<Variables> {
  operation: Operation<unknown, Variables>;
  variables: Variables;
}

/** Opens this page's query in a GraphQL explorer, about the same moment. */
export function OpenQuery<Variables>({ operation, variables }: OpenQueryProps<Variables>) {
  const moment = useMoment();
  const sent = moment === undefined ? { query: operation.text, variables } : asOf(operation.text, variables, moment);
  const hash = new URLSearchParams({ query: sent.query, variables: JSON.stringify(sent.variables, null, 2) });
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
