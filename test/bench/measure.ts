import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks per second, as counted in /proc. */
const TICKS = 100;

interface Stat {
  parent: number;
  /** Seconds of processor time, user and system. */
  cpu: number;
}

async function stat(pid: number | string): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name, in parentheses, may contain anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return text ? { parent: Number(fields[1]), cpu: (Number(fields[11]) + Number(fields[12])) / TICKS } : undefined;
}

/** Processor time of a process and its descendants, in seconds. */
export async function cpuOf(root: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = new Map(await Promise.all(pids.map(async (pid) => [Number(pid), await stat(pid)] as const)));
  const isBelow = (pid: number): boolean => pid === root || (pid > 1 && isBelow(all.get(pid)?.parent ?? 0));
  return [...all].reduce((sum, [pid, found]) => sum + (found && isBelow(pid) ? found.cpu : 0), 0);
}

/** Resident memory of a process in MB. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
