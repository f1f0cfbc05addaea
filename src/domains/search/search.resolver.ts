import { Arg, Ctx, Extensions, Int, Query, Resolver } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { NoPast } from '../../graphql/as-of';
import { ROWS_READ } from '../../graphql/engine/weigh';
import type { RequestContext } from '../../kernel/context';
import { search } from './search.service';
import { SearchResult, SearchType } from './search.types';

/** Several statements look through vendors, assessments and findings, also for a single result. */
const USUALLY_READ = 1_000;

@Resolver()
export class SearchResolver {
  @Allow('signed-in')
  @NoPast()
  @Extensions({ [ROWS_READ]: USUALLY_READ })
  @Query(() => [SearchResult], {
    description:
      'What the caller may see in which every word of the text, or a synonym of it, begins a word, in any order; case and accents ' +
      "don't count. Titles that equal the text come first, then those that begin with it, then the rest",
  })
  search(
    @Ctx() ctx: RequestContext,
    @Arg('text', () => String, { description: 'Up to 200 characters; without a letter or digit, nothing is found' }) text: string,
    @Arg('types', () => [SearchType], { nullable: true, description: 'Only these; all if not given' }) types?: SearchType[] | null,
    @Arg('first', () => Int, { nullable: true, description: 'How many: 1 to 50, 20 if not given' }) first?: number | null,
  ) {
    return search(ctx, text, types, first);
  }
}
