import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { relationRows } from '../domains/framework/crosswalk.rules';
import { frameworkFile } from '../domains/framework/framework.rules';
import { templateFile } from '../domains/template/template.rules';
import { fieldMessages } from '../kernel/validate';
import { record, text } from '../platform/documents';
import { packageRoot } from '../platform/package';
import { readYaml } from '../platform/yaml';

/**
 * The library's files: frameworks, crosswalks between them, questionnaires. docs/LIBRARY.md describes them. They are read from
 * the source folder because the build only contains compiled TypeScript.
 */

const key = text(64).regex(/^[a-z0-9][a-z0-9.-]*$/, 'must be lower-case letters, digits, dots and hyphens');
const edition = z.int({ error: 'must be a whole number from 1' }).min(1, 'must be a whole number from 1');

/** A file in the importer's format, with two more fields. */
const withHead = <S extends z.ZodType>(document: S) =>
  z.unknown().transform((file, found) => {
    const results = [record({ key, edition }).safeParse(file), document.safeParse(file)] as const;
    for (const { error } of results) error?.issues.forEach((issue) => found.addIssue({ ...issue, code: 'custom' }));
    const [head, body] = results;
    return head.success && body.success ? { ...head.data, document: body.data } : z.NEVER;
  });

/** All items, by file name; read once per process. */
export const frameworkItems = once(() => readFolder('frameworks', withHead(frameworkFile), ({ key }) => key));
export const questionnaireItems = once(() => readFolder('questionnaires', withHead(templateFile), ({ key }) => key));
export const crosswalkFiles = once(() =>
  readFolder('crosswalks', record({ from: key, to: key, relations: relationRows }), ({ from, to }) => `${from}--${to}`),
);

const ROOT = 'src/library';

/** Files are found by name, so the name must match the content. */
function readFolder<S extends z.ZodType>(folder: string, rule: S, nameOf: (content: z.output<S>) => string) {
  const names = readdirSync(path.join(packageRoot(), ROOT), { recursive: true, encoding: 'utf8' }).sort();
  return names
    .filter((name) => path.dirname(name) === folder && name.endsWith('.yaml'))
    .map((name) => {
      const file = path.join(ROOT, name);
      const content = readItem(rule, readFileSync(path.join(packageRoot(), file), 'utf8'), file);
      if (path.basename(name, '.yaml') !== nameOf(content)) throw new Error(`${file}: must be named ${nameOf(content)}.yaml`);
      return content;
    });
}

/** The content of a file; errors name the file and the place. */
export function readItem<S extends z.ZodType>(rule: S, yaml: string, file: string): z.output<S> {
  let value: unknown;
  try {
    value = readYaml(yaml);
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
  const { success, data, error } = rule.safeParse(value);
  if (success) return data;
  const faults = Object.entries(fieldMessages(error)).map(([place, message]) => `${file}: ${place} ${message}`);
  throw new Error(faults.join('\n'));
}

function once<T>(read: () => T): () => T {
  let known: { value: T } | undefined;
  return () => (known ??= { value: read() }).value;
}
