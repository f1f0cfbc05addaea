// Writes the types of the tests' REST client from schema/openapi.yaml. Run after a build.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, URL } from 'node:url';
import { transformSync } from '@swc/core';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
const { facadePart, readDefinition } = require('../dist/rest-facade/definition.js');

const source = path.join(ROOT, 'test/kit/typed-client.ts');
const { code } = transformSync(readFileSync(source, 'utf8'), {
  filename: source,
  configFile: path.join(ROOT, '.swcrc'),
  sourceMaps: false,
});
const kit = { exports: {} };
new Function('exports', 'require', code)(kit.exports, require);
writeFileSync(path.join(ROOT, 'test/rest/client.generated.ts'), kit.exports.clientTypes(facadePart(readDefinition())));
