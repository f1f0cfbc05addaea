// Writes the types of the tests' REST client from schema/openapi.yaml. Run after a build.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { load, ROOT } from './load.mjs';

const require = createRequire(import.meta.url);
const { facadePart, readDefinition } = require('../dist/rest-facade/definition.js');

const { clientTypes } = load('test/kit/typed-client.ts');
writeFileSync(path.join(ROOT, 'test/rest/client.generated.ts'), clientTypes(facadePart(readDefinition())));
