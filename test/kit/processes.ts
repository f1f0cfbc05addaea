import { readdirSync, readFileSync } from 'node:fs';

export interface FoundProcess {
  pid: number;
  parent: number;
  /** A letter; Z for a zombie. */
  state: string;
  command: string;
}

/** The processes of this machine (Linux). */
export function processes(): FoundProcess[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [state = '', parent] = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return [{ pid: Number(name), parent: Number(parent), state, command }];
    } catch {
      return []; // it has ended in the meantime
    }
  });
}

/** The main processes of the browsers started by a process. */
export function browsersOf(pid: number): number[] {
  const isBrowser = ({ parent, state, command }: FoundProcess) =>
    parent === pid && state !== 'Z' && command.includes('chromium') && command.includes('--headless');
  return processes()
    .filter(isBrowser)
    .map((one) => one.pid);
}

/** Waits until a condition is true. */
export async function until(isSo: () => boolean | Promise<boolean>, ms = 60_000): Promise<void> {
  const giveUp = Date.now() + ms;
  while (!(await isSo())) {
    if (Date.now() > giveUp) throw new Error(`still false after ${ms} ms: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
