import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const SOURCES = '/usr/share/gocode';

/** Whether Go and its reference library are here (Debian: golang-go, golang-golang-x-mod-dev). */
export const hasGo = existsSync(`${SOURCES}/src/golang.org/x/mod/sumdb/tlog`) && spawnSync('go', ['version']).status === 0;

/** What Go's reference library for transparency logs is asked, with hashes in base64. */
export interface GoQuestion {
  vkey: string;
  checkpoint: string;
  index: number;
  leaf: string;
  hashes: string[];
  older?: string;
  consistency?: string[];
}

/** "ok", or what is wrong, for each. */
export function askGo(questions: readonly GoQuestion[]): string[] {
  const input = questions.map((one) => `${JSON.stringify(one)}\n`).join('');
  const { stdout, stderr } = spawnSync('go', ['run', path.join(__dirname, 'tlog/main.go')], {
    input,
    encoding: 'utf8',
    env: { ...process.env, GO111MODULE: 'off', GOPATH: SOURCES, GOFLAGS: '' },
  });
  if (!stdout) throw new Error(stderr);
  return stdout.trimEnd().split('\n');
}
