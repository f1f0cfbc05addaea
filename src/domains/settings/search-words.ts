import { loader } from '../../graphql/engine/loaders';
import type { RequestContext } from '../../kernel/context';
import { allOf, alternativesOf, conditionsOf, rarestOf, topicOf } from './search-words.rules';
import * as store from './search-words.store';
import { currentSettings } from './settings.service';

const foldedText = loader<string, string>(async (texts, { database }) =>
  (await database.query(store.folded(texts))).map(({ text }) => text),
);

/** A way to read a text: its words, and a condition for each. */
export interface Reading {
  readonly words: readonly string[];
  readonly conditions: readonly string[];
}

/** How a text is read: with all its words or, of a question that nothing has all words of, those of its topic. */
export async function readingsOf(ctx: RequestContext, given: string): Promise<Reading[]> {
  const text = await ctx.load(foldedText, given);
  if (text === '') return [];
  const { searchSynonyms } = await ctx.load(currentSettings, 'settings');
  const words = text.split(' ');
  const topic = topicOf(words);
  const isQuestion = topic.length > 0 && topic.length < words.length;
  return (isQuestion ? [words, topic] : [words]).map((some) => ({ words: some, conditions: conditionsOf(some, searchSynonyms) }));
}

/**
 * How the text of a filter is read besides as it stands: the second way if the first finds nothing; none if that would find no more.
 * The past has no index of words: there a text is looked for as it stands.
 */
export async function wordsSought(ctx: RequestContext, text: string): Promise<store.Words[]> {
  if (ctx.moment !== undefined) return [];
  const readings = (await readingsOf(ctx, text)).map(({ conditions }) => conditions);
  return readings.every(isOneWord) ? [] : readings.map(queriesOf);
}

/** One without synonyms is in whatever has it: looking for the text alone stops as soon as a page is full. */
const isOneWord = (conditions: readonly string[]) => conditions.length === 1 && alternativesOf(conditions[0]!).length === 1;

function queriesOf(conditions: readonly string[]): store.Words {
  const rare = rarestOf(conditions, [...conditions.keys()], new Set());
  return { all: allOf(conditions), rare: allOf(rare.map((place) => conditions[place]!)) };
}
