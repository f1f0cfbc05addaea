import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MetadataStorage } from '@mikro-orm/core';
import ts from 'typescript';
import { entities } from '../../src/entities';

const SRC = join(__dirname, '../../src');

/** What each class lists under [HiddenProps], which the row types leave out. */
function namedHidden(): Map<string, string[]> {
  const named = new Map<string, string[]>();
  const literals = (type: ts.TypeNode | undefined): string[] => {
    if (type && ts.isUnionTypeNode(type)) return type.types.flatMap(literals);
    return type && ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? [type.literal.text] : [];
  };
  for (const path of readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.entity.ts'))) {
    const file = ts.createSourceFile(path, readFileSync(join(SRC, path), 'utf8'), ts.ScriptTarget.Latest, true);
    for (const one of file.statements.filter(ts.isClassDeclaration)) {
      const property = one.members.filter(ts.isPropertyDeclaration).find(({ name }) => name.getText() === '[HiddenProps]');
      named.set(one.name!.text, literals(property?.type).sort());
    }
  }
  return named;
}

test('row types leave out exactly what rows do not contain', () => {
  const named = namedHidden();
  const hidden = entities.map((entity): [string, string[]] => {
    const { properties } = MetadataStorage.getMetadataFromDecorator<object>(entity);
    const names = Object.values<{ name: string; hidden?: boolean }>(properties).flatMap((one) => (one.hidden ? [one.name] : []));
    return [entity.name, names.sort()];
  });
  expect(hidden.map(([name]) => [name, named.get(name)])).toEqual(hidden);
  expect(hidden.flatMap(([, names]) => names)).toContain('sha256');
});
