/** The variable with the moment in queries about the past; no operation may have its own by this name. */
export const MOMENT = 'asOfMoment';

/** Set to true in queries about the past that have it: they skip the fields that have none. */
export const IN_PAST = 'inPast';

/** A query's text with `@asOf`. The head of a generated query is on one line. This file imports nothing: the build loads it, too. */
export function asOfText(text: string): string {
  return text.replace(/^query (\w+)(?:\((.*)\))? \{$/m, (_head, name: string, variables?: string) => {
    const all = [...(variables ? [variables] : []), `$${MOMENT}: DateTime!`].join(', ');
    return `query ${name}(${all}) @asOf(at: $${MOMENT}) {`;
  });
}

/** What to send for a query about a moment. */
export function asOf<Variables>(text: string, variables: Variables, moment: string) {
  return {
    query: asOfText(text),
    variables: { ...variables, [MOMENT]: moment, ...(text.includes(`$${IN_PAST}: Boolean`) && { [IN_PAST]: true }) },
  };
}
