import type { RequestContext } from '../../kernel/context';
import { currentSettings, withChanges } from '../settings/settings.service';
import type { PreviewScoringInput, ScoringPreview } from './scoring-preview.inputs';
import * as store from './scoring-preview.store';

/** The most vendors listed; the count includes all. */
const NAMED = 50;

/** The portfolio as if every completed assessment were scored with other settings. Writes nothing. */
export async function previewScoring(ctx: RequestContext, input: PreviewScoringInput): Promise<ScoringPreview> {
  const before = await ctx.load(currentSettings, 'settings');
  const preview = await ctx.database.one(store.compare(before, withChanges(before, input), NAMED));
  return preview!;
}
