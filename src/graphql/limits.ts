import { Problem } from '../kernel/errors';

/** What one operation may request. Anything beyond is rejected before it runs. */
export const LIMITS = {
  /** Tokens in the query text. */
  tokens: 5_000,
  /** Lines of the query text: each error counts them anew, to tell where it is. */
  lines: 10_000,
  /** Length of a name: unknown ones are compared with all known names. */
  'name length': 200,
  depth: 16,
  /** Nested selections, including fragments. */
  levels: 64,
  /** Fields, with every fragment counted wherever it is used. */
  fields: 1_000,
  aliases: 50,
  directives: 50,
  variables: 200,
  /** The same field, by its name in the response, in one selection: validation compares them pairwise. */
  repetitions: 50,
  /** Approximately the number of values in the response, by the requested page sizes. */
  complexity: 300_000,
  /** Nested lists and objects, in the variables and in the query text. */
  nesting: 100,
  /** Values in the variables, counting each entry of a list or object. */
  values: 100_000,
  /** The same for anonymous callers: more than the answers of the longest questionnaire. */
  strangersValues: 25_000,
} as const;

export const tooMuch = (what: keyof typeof LIMITS, found: number | string, limit: number = LIMITS[what]) =>
  new Problem('BAD_USER_INPUT', `The query exceeds the ${what} limit of ${limit} (found ${found})`, {
    fields: { query: `exceeds the ${what} limit of ${limit}` },
  });
