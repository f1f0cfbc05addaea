import type { RequestContext } from '../../kernel/context';
import { currentSettings, withChanges } from '../settings/settings.service';
import type { PreviewScoringInput, ScoringPreview } from './scoring-preview.inputs';
import * as store from './scoring-preview.store';

/** Vendors that are named; the count is of all. */
const NAMED = 50;

/** What the portfolio would look like if every completed assessment were scored by other settings. Writes nothing. */
export async function previewScoring(ctx: RequestContext, input: PreviewScoringInput): Promise<ScoringPreview> {
  const before = await ctx.load(currentSettings, 'settings');
  const preview = await ctx.database.one(store.compare(before, withChanges(before, input), NAMED));
  return preview!;
}
