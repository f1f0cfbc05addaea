import type { Measured } from './bench';
import { median } from './measure';
import type { Result } from './rounds';

const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
const head = (names: string[]) => `${row(names)}\n|${'---|'.repeat(names.length)}`;

export const HEAD = head(['job', 'contestant', 'ratio', 'spread', 'per second', 'p50 ms', 'p99 ms', 'CPU server ms', 'CPU database ms']);

/** A contestant's responses per response of the limit, by round. */
export function share(results: Result[], contestant: string): number[] {
  const ratesOf = (name: string) => results.find((result) => result.contestant === name)!.rates;
  const limit = ratesOf('limit');
  return ratesOf(contestant).map((rate, round) => rate / limit[round]!);
}

const digits = (value: number) => value.toFixed(value < 100 ? 1 : 0);

export function rowsOf({ job: { id, title, floor }, results }: Measured): string[] {
  return results.map(({ contestant, rates, p50, p99, serverCpu, databaseCpu }) => {
    const ratios = share(results, contestant);
    const ratio = median(ratios).toFixed(2);
    const isOurs = contestant === 'Vetgraph';
    return row([
      isOurs ? `${id} ${title}` : '',
      isOurs ? `**Vetgraph**${floor === undefined ? '' : ` (floor ${floor})`}` : contestant,
      isOurs ? `**${ratio}**` : ratio,
      `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
      digits(median(rates)),
      p50.toFixed(1),
      p99.toFixed(1),
      serverCpu.toFixed(2),
      databaseCpu.toFixed(2),
    ]);
  });
}

/** The cost of a response grows with the size to this power: 0 is constant, 1 is linear. */
export function growth(once: Measured[], more: Measured[], scale: number): string {
  const cost = (measured: Measured, name: string) => 1_000 / median(measured.results.find(({ contestant }) => contestant === name)!.rates);
  const rows = once.map((small) => {
    const large = more.find(({ job }) => job.id === small.job.id)!;
    const cells = ['Vetgraph', 'limit'].flatMap((name) => {
      const [before, after] = [cost(small, name), cost(large, name)];
      return [`${before.toFixed(2)} → ${after.toFixed(2)}`, (Math.log(after / before) / Math.log(scale)).toFixed(2)];
    });
    return row([small.job.id, ...cells]);
  });
  return [head(['job', 'Vetgraph, ms an answer', 'exponent', 'limit, ms an answer', 'exponent']), ...rows].join('\n');
}
