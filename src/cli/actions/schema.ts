import { readFile, writeFile } from 'node:fs/promises';
import { emitSdl } from '../../graphql/build-schema';
import { buildGraphQLSchema } from '../../schema';
import { print } from './run';

export async function emit({ check, file }: { check?: boolean; file: string }): Promise<void> {
  const sdl = emitSdl(buildGraphQLSchema());
  if (!check) await writeFile(file, sdl);
  else if ((await readFile(file, 'utf8').catch(() => '')) !== sdl) {
    throw new Error(`${file} is out of date: run "schema emit" and commit the file`);
  }
  print(`${file} is up to date`);
}
