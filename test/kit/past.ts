import { everyQuery } from './everything';
import type { GraphQLClient, GraphQLAnswer } from './client';

export type Copy = Record<string, GraphQLAnswer>;

/** The time as whoever asks knows it. */
export const moment = () => new Date().toISOString();

/** What the server answers to every query, now or as of a moment. */
export async function copyOf(client: GraphQLClient, at?: string): Promise<Copy> {
  const copy: Copy = {};
  for (const { field, selection } of everyQuery()) {
    const answer = await (at === undefined
      ? client.ask(`query Everything { ${selection} }`)
      : client.ask(`query Everything($at: DateTime!) @asOf(at: $at) { ${selection} }`, { at }));
    if (answer.errors) throw new Error(JSON.stringify(answer.errors));
    copy[field] = withoutMoments(answer);
  }
  return copy;
}

/** Addresses of reports name the moment that they were asked for, and the server. */
function withoutMoments<T>(answer: T): T {
  return JSON.parse(
    JSON.stringify(answer)
      .replace(/[?&]asOf=[^"&]*/g, '')
      .replace(/http:\/\/127\.0\.0\.1:\d+/g, ''),
  ) as T;
}
