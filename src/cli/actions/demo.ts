import { administratorLines, makeFirstAdministrator } from '../../bootstrap';
import type { RequestContext } from '../../kernel/context';
import { loadDemo, loadedWords } from '../../library/demo/load';
import { number, Progress } from '../../library/demo/progress';
import { asSystem, print } from './run';

export function load({ vendors, seed }: { vendors: string; seed: string }): Promise<void> {
  return asSystem((ctx) => fill(ctx, Number(vendors), seed), { makesNew: true });
}

async function fill(ctx: RequestContext, vendors: number, seed: string): Promise<void> {
  // Nobody knows the passwords of the demo's users, so another account is needed to sign in.
  const administrator = await makeFirstAdministrator(ctx.services);
  if (administrator) print(...administratorLines(administrator));
  const progress = new Progress(vendors, 'vendors');
  const startedAt = Date.now();
  const loaded = await loadDemo(ctx, { vendors, seed, onProgress: (done) => progress.tell(done) });
  const seconds = (Date.now() - startedAt) / 1_000;
  print(
    `Demo: ${loadedWords(loaded)}`,
    `${number(loaded.rows)} rows in ${number(seconds)} s: ${number(loaded.rows / seconds)} rows and ` +
      `${number(loaded.vendors / seconds)} vendors per second, using at most ${number(process.resourceUsage().maxRSS / 1_024)} MB`,
  );
}
