// If the entities differ from what the migrations create, writes the missing migration and adds it to the list. Uses a temporary,
// empty database. Run after a build; an argument names the migration.
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = path.join(ROOT, 'src/database/migrations');
const require = createRequire(import.meta.url);
require('reflect-metadata');
const { startEmbedded } = require('../dist/src/database/embedded.js');
const { migrate } = require('../dist/src/database/migrate.js');
const { MIGRATIONS } = require('../dist/src/database/migrations/index.js');
const { openDatabase } = require('../dist/src/open-database.js');

const { up, down } = await difference();
if (up.length === 0) process.stdout.write('The migrations match the entities\n');
else {
  const name = `Migration${timeAfter(MIGRATIONS.at(-1))}_${process.argv[2] ?? nameOf(up[0])}`;
  await writeFile(path.join(FOLDER, `${name}.ts`), migration(name));
  const index = path.join(FOLDER, 'index.ts');
  const listed = await readFile(index, 'utf8');
  await writeFile(index, listed.replace(/(MIGRATIONS = \[\n[^\]]*)\]/, `$1  '${name}',\n]`));
  process.stdout.write(`Wrote ${name}: read it before you commit it\n`);
}

/** The statements that bring the schema up to date, and those that revert them. */
async function difference() {
  const folder = await mkdtemp(path.join(tmpdir(), 'vetgraph-migration-'));
  await chmod(folder, 0o755);
  const cluster = await startEmbedded(path.join(folder, 'data'), { settings: { fsync: 'off' } });
  try {
    const database = await openDatabase(cluster.url, 2);
    await migrate(database, { makesViews: false });
    const found = await database.orm.schema.getUpdateSchemaMigrationSQL({ wrap: false });
    await database.close();
    return { up: statementsIn(found.up), down: statementsIn(found.down) };
  } finally {
    await cluster.stop();
    await rm(folder, { recursive: true });
  }
}

function statementsIn(text) {
  return text
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter(Boolean);
}

/** Now, or right after the last migration: they run in the order of their names. */
function timeAfter(last) {
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const next = String(BigInt(/\d{14}/.exec(last)[0]) + 1n);
  return now > next ? now : next;
}

/** A name from the first statement: vendor_cost_centre for alter table "vendor" add column "cost_centre". */
function nameOf(statement) {
  return [...statement.matchAll(/"(\w+)"/g)]
    .slice(0, 2)
    .map(([, name]) => name)
    .join('_');
}

function migration(name) {
  const steps = (statements) =>
    statements.map((statement) => `    this.addSql(\`${statement.replace(/[`\\]|\$\{/g, '\\$&')}\`);\n`).join('');
  return `import { Migration } from '@mikro-orm/migrations';

export class ${name} extends Migration {
  override up(): void {
${steps(up)}  }

  override down(): void {
${steps(down)}  }
}
`;
}
