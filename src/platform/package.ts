import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder of package.json: the sources run from src/, the build from dist/src/. */
export function packageRoot(folder = __dirname): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : packageRoot(path.dirname(folder));
}

export function packageVersion(): string {
  return (JSON.parse(readFileSync(path.join(packageRoot(), 'package.json'), 'utf8')) as { version: string }).version;
}
