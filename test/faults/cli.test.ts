import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { access, chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { Client } from 'pg';
import { passwordMatches } from '../../src/auth/passwords';
import { openServices } from '../../src/bootstrap';
import { systemContext } from '../../src/kernel/context';
import { createProgram } from '../../src/cli';
import { readConfig } from '../../src/kernel/config';
import { change } from '../../src/domains/audit/audit.service';
import { createLogger } from '../../src/platform/logging';
import { CLI, cli, cliProcess, startCli } from '../kit/cli';
import { createTestDatabase } from '../kit/database';
import { ServerProcess } from '../kit/process';

const KEY = /vet_[0-9a-f]{8}\.[0-9a-f]{48}/;
const folder = mkdtempSync(path.join(tmpdir(), 'vetgraph-cli-'));
const drops: (() => Promise<void>)[] = [];

/** Its own database and data folder, with a way to run commands on them and to inspect the database. */
async function setUp(name: string, template?: string) {
  const database = await createTestDatabase(template);
  drops.push(database.drop);
  const env = { DATABASE_URL: database.url, DATA_DIR: path.join(folder, name) };
  await mkdir(env.DATA_DIR);
  const query = async (statement: string): Promise<Record<string, unknown>[]> => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    return (await client.query<Record<string, unknown>>(statement).finally(() => client.end())).rows;
  };
  return {
    env,
    query,
    run: (args: string, input?: string) => cli(env, words(args), input),
    runProcess: (args: string, input?: string) => cliProcess(env, words(args), input),
  };
}

/** As a shell would split it: words, or text in quotes. */
const words = (line: string) => [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);

/** A command that failed with this message and nothing else. */
const failed = (message: string | RegExp, code = 1) => ({ code, stdout: '', stderr: saying(message) });
const saying = (text: string | RegExp): string => expect.stringMatching(text) as string;

beforeAll(() => chmod(folder, 0o755));
afterAll(async () => {
  for (const drop of drops) await drop();
  await rm(folder, { recursive: true, force: true });
});

describe('the command line', () => {
  test('explains every command, with examples', () => {
    let help = '';
    const visit = (command: Command): void => {
      if (command.commands.length > 0) return command.commands.forEach(visit);
      help = '';
      command.outputHelp();
      expect(help.replace(/\s+/g, ' ')).toContain(command.description());
      expect(help).toMatch(/Examples:\n {2}npm run cli -- /);
    };
    visit(createProgram({ writeOut: (text) => void (help += text) }));
  });

  test('is in docs/OPERATIONS.md, every command and no other', async () => {
    const namesOf = (command: Command): string[] =>
      command.commands.flatMap((one) => (one.commands.length > 0 ? namesOf(one).map((name) => `${one.name()} ${name}`) : one.name()));
    const [, section = ''] = (await readFile(path.join(__dirname, '../../docs/OPERATIONS.md'), 'utf8')).split('## Command line\n');
    const [table = ''] = section.split('\n## ');
    // The first column: `admin create`, `library list\|load\|upgrade`, `migrate [--check]`.
    const documented = [...table.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell]) =>
      [...cell!.matchAll(/`([\w-]+)((?: [\w\\|-]+)?)/g)].flatMap(([, first, rest]) =>
        (rest || ' ').split('\\|').map((last) => `${first} ${last.trim()}`.trim()),
      ),
    );
    expect(documented.sort()).toEqual(namesOf(createProgram()).sort());
  });

  test('exits with 2 and an explanation on wrong usage, and with 0 for help', async () => {
    const cases: [string, number, RegExp][] = [
      ['', 2, /Usage:/],
      ['nonsense', 2, /^error: unknown command 'nonsense'\n$/],
      ['admin', 2, /Usage:/],
      ['admin create --name Jane', 2, /^error: required option '--email <address>' not specified\n$/],
      ['admin create --name J --email j@example.org --password x --password-stdin', 2, /^error: .*cannot be used with/],
      ['api-keys create --name x --expires tomorrow', 2, /^error: .*Expected a date such as 2027-01-01/],
      ['backup', 2, /^error: missing required argument 'folder'\n$/],
      ['migrate --help', 0, /^$/],
    ];
    for (const [line, code, message] of cases) {
      const outcome = await cli({}, words(line));
      expect([line, outcome]).toEqual([line, { code, stdout: saying(code === 0 ? /^Usage:/ : /^$/), stderr: saying(message) }]);
    }
  });

  test('says nothing of an output that is closed before its end', async () => {
    const command = startCli({}, ['--help']);
    command.stdout!.destroy();
    const [code, said] = await Promise.all([once(command, 'close').then(([status]) => status as number), text(command.stderr!)]);
    expect([code, said]).toEqual([0, '']);
  });

  test('loads nothing for help that only commands need', async () => {
    const program = `require(${JSON.stringify(CLI)}).createProgram().helpInformation(); console.log(Object.keys(require.cache).join())`;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', program]);
    const packages = [...stdout.matchAll(/node_modules\/([^/]+)/g)].map(([, name]) => name);
    expect([...new Set(packages)].sort()).toEqual(['commander', 'reflect-metadata']);
  });

  test('says in one line that the database is unreachable or that a variable is invalid', async () => {
    const env = { DATABASE_URL: 'postgresql://nobody:secret@127.0.0.1:9/none' };
    const away = await cli(env, ['audit', 'verify']);
    expect(away).toEqual(failed(/^The database is unreachable \(.+\n$/));
    expect(away.stderr).not.toContain('secret');
    expect((await cliProcess({ ...env, LOG_LEVEL: 'debug' }, ['audit', 'verify'])).stderr).toMatch(/\n {4}at /);
    expect(await cli({ DATABASE_POOL: 'many' }, ['audit', 'verify'])).toEqual(failed(/^DATABASE_POOL: "many" .+\n$/));
  });

  test('writes the schema without a database, and finds drift', async () => {
    const file = path.join(folder, 'schema.graphql');
    const emit = (...options: string[]) => cli({}, ['schema', 'emit', '--file', file, ...options]);
    expect((await emit()).code).toBe(0);
    expect(await readFile(file, 'utf8')).toContain('type Vendor implements Node {');
    expect((await emit('--check')).code).toBe(0);
    await writeFile(file, '# other', { flag: 'a' });
    expect(await emit('--check')).toEqual(failed('run "schema emit"'));
  });
});

test('migrate runs pending migrations and lists them; other commands require them', async () => {
  const { run, runProcess } = await setUp('migrate', '');
  expect(await runProcess('migrate --check')).toEqual(failed(/Migration\w+_initial/));
  expect(await run('api-keys list')).toEqual(failed('run the "migrate" command first'));
  expect(await runProcess('migrate')).toEqual({ code: 0, stdout: saying(/^Ran Migration\w+_initial\n/), stderr: '' });
  const upToDate = { code: 0, stdout: 'The schema is up to date\n', stderr: '' };
  expect(await Promise.all([run('migrate'), run('migrate --check')])).toEqual([upToDate, upToDate]);
});

test('admin creates administrators and resets passwords, recorded as System', async () => {
  const { run, runProcess, query } = await setUp('admin');
  await run('migrate');
  const opens = async (email: string, password: string) => {
    const [user] = await query(`select password_hash from app_user where email = '${email}'`);
    return passwordMatches(password, user!.password_hash as string);
  };

  const made = await run('admin create --email jane@example.org --name "Jane Doe"');
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(await opens('jane@example.org', /Password +(\S+)/.exec(made.stdout)![1]!)).toBe(true);
  const given = await runProcess('admin create --email joe@example.org --name Joe --password-stdin', 'from standard input\n');
  expect(given.stdout).not.toContain('Password');
  expect(await opens('joe@example.org', 'from standard input')).toBe(true);

  const again = await run('admin create --email JANE@example.org --name Jane');
  expect(again).toEqual(failed(/^A user with this e-mail address already exists\n$/));
  const wrong = await runProcess('admin create --email jane --name Jane --password short');
  expect(wrong).toEqual(failed(/^email must be.*\n$/, 2));
  const weak = await run('admin create --email june@example.org --name June --password short');
  expect(weak).toEqual(failed(/^password must have.*\n$/, 2));

  await query(`insert into session (token_hash, user_id, expires_at)
    select 'x', id, now() + interval '1 day' from app_user where name = 'Jane Doe'`);
  expect((await run('admin reset-password --email Jane@example.org --password "a new long password"')).code).toBe(0);
  expect(await opens('jane@example.org', 'a new long password')).toBe(true);
  expect(await query('select 1 from session')).toEqual([]);
  // A generated one is as long as the settings ask for.
  await query('update settings set min_password_length = 64');
  const generated = /Password +(\S+)/.exec((await run('admin reset-password --email Jane@example.org')).stdout)![1]!;
  expect([generated.length, await opens('jane@example.org', generated)]).toEqual([64, true]);
  const unknown = await run('admin reset-password --email nobody@example.org');
  expect(unknown).toEqual(failed(/^No user has the e-mail address nobody@example.org\n$/));

  const log = await query('select action, entity_name as name, user_name as by from audit_entry order by created_at');
  expect(log).toEqual([
    { action: 'BEGIN_RECORD', name: null, by: 'System' },
    { action: 'CREATE_USER', name: 'Jane Doe', by: 'System' },
    { action: 'CREATE_USER', name: 'Joe', by: 'System' },
    { action: 'RESET_PASSWORD', name: 'Jane Doe', by: 'System' },
    { action: 'RESET_PASSWORD', name: 'Jane Doe', by: 'System' },
  ]);
});

test('api-keys turns keys on and off, and creates, lists and revokes them', async () => {
  const { run, query } = await setUp('keys');
  const isOn = async () => (await query('select api_keys_enabled as "on" from settings'))[0]!.on;

  const quiet = await run('api-keys create --name CI --quiet');
  expect(quiet).toEqual({ code: 0, stdout: saying(new RegExp(`^${KEY.source}\n$`)), stderr: saying('API keys are off') });
  expect((await run('api-keys enable')).code).toBe(0);
  expect(await isOn()).toBe(true);

  const options = '--permission vendors:view audit:view --ip 203.0.113.0/24 --ip ::1 --expires 2099-01-01';
  const scoped = await run(`api-keys create --name Export ${options}`);
  expect(scoped).toEqual({ code: 0, stdout: saying(KEY), stderr: '' });
  const wrong = await run('api-keys create --name x --permission everything --ip here');
  expect(wrong).toEqual(failed(/must be an address or a CIDR range/, 2));

  const [, prefix] = /vet_(\w+)/.exec(scoped.stdout)!;
  expect(await run(`api-keys revoke vet_${prefix}`)).toMatchObject({ code: 0, stdout: saying('is revoked') });
  const [key] = await query(`select id from api_key where name = 'CI'`);
  expect((await run(`api-keys revoke ${String(key!.id)}`)).code).toBe(0);
  expect(await run('api-keys revoke 00000000')).toEqual(failed('No API key'));
  const list = (await run('api-keys list')).stdout.split('\n').map((line) => line.split(/ {2,}/));
  expect(list[2]).toEqual([
    `vet_${prefix}`,
    'revoked',
    'Export',
    'vendors:view,audit:view',
    '203.0.113.0/24,::1',
    '2099-01-01T00:00:00.000Z',
    'never',
  ]);
  expect((await run('api-keys disable')).code).toBe(0);
  expect(await isOn()).toBe(false);
});

test('demo load fills an empty database and refuses any other', async () => {
  const { run, query } = await setUp('demo', '');
  const loaded = await run('demo load --vendors 3 --seed tiny');
  expect(loaded).toMatchObject({ code: 0, stderr: saying(/^3 of 3 vendors, .*\n$/) });
  // Someone must be able to sign in.
  expect(loaded.stdout).toMatch(/E-mail +admin@vetgraph.local\n {2}Password +\S+/);
  expect(loaded.stdout).toMatch(
    /3 vendors, 11 assessments and 6 users were loaded\n[\d,]+ rows in .* vendors per second, using at most \d+ MB\n$/,
  );
  const [portfolio] = await query(`select count(*)::int as vendors, (select count(*)::int from app_user) as users from vendor`);
  expect(portfolio).toEqual({ vendors: 3, users: 7 });
  expect(await run('audit verify')).toMatchObject({ code: 0 });
  expect(await run('demo load')).toEqual(failed('this one has 3 vendors'));
  expect(await run('demo load --vendors many')).toMatchObject({ code: 2, stderr: saying('from 1 to 100,000') });
});

describe('audit verify', () => {
  /** The log that the tests damage: one chain of ten entries and its checkpoint. */
  let template: string;
  let checkpoint: string;
  const rewind = `update audit_lane l set seq = e.seq, hash = e.hash
    from audit_entry e where e.lane = l.lane and e.seq = 9`;

  async function damaged(name: string, statements: string[]) {
    const copy = await setUp(name, template);
    await copyFile(checkpoint, path.join(copy.env.DATA_DIR, 'audit-checkpoint.json'));
    for (const statement of statements) await copy.query(statement);
    return copy;
  }

  beforeAll(async () => {
    const { env, query, run } = await setUp('audit');
    const { services, close } = await openServices(readConfig(env), createLogger('silent'), () => undefined);
    await change(systemContext(services), async (tx) => {
      for (let i = 1; i <= 10; i++) tx.record({ action: 'UPDATE_SETTINGS', meta: { i } });
    });
    await close();
    expect((await run('audit checkpoint')).stdout).toMatch(/audit-checkpoint.json: 10 entries\n$/);
    template = String((await query('select current_database() as name'))[0]!.name);
    checkpoint = path.join(env.DATA_DIR, 'audit-checkpoint.json');
  });

  test('counts the entries and chains, and names the checkpoint', async () => {
    const { env, run, runProcess } = await setUp('whole', template);
    const verified = 'Verified 10 entries in 1 chains: none is missing or altered\n';
    const bare = await runProcess('audit verify');
    expect(bare).toEqual({ code: 0, stdout: saying(`^${verified}There is no checkpoint`), stderr: '' });
    const line = path.join(env.DATA_DIR, 'line.json');
    const auditCheckpoint = JSON.parse(await readFile(checkpoint, 'utf8')) as object;
    await writeFile(line, JSON.stringify({ level: 'info', auditCheckpoint, msg: 'audit checkpoint' }));
    const compared = await run(`audit verify --checkpoint ${line}`);
    expect(compared).toMatchObject({ code: 0, stdout: saying(`^${verified}They match the checkpoint of 20`) });
    expect(await run('audit verify --checkpoint nowhere.json')).toEqual(failed(/^There is no file nowhere.json\n$/));
    const other = await run(`audit verify --checkpoint ${__filename}`);
    expect(other).toEqual(failed(/cli.test.ts contains no audit checkpoint\n$/));
  });

  const damages: [string, string[], RegExp][] = [
    [
      'an altered entry',
      [`update audit_entry set meta = '{"i":99}' where seq = 4`],
      /entry 4 of chain \d+ \(UPDATE_SETTINGS at 20\S+Z, id \S+\) was altered/,
    ],
    ['a removed entry', ['delete from audit_entry where seq = 5'], /entry 6 of chain \d+ \(.*\) .*: entries before it are missing/],
    ['a removed newest entry', ['delete from audit_entry where seq = 10'], /entry 10 of chain \d+ is missing: the newest entries/],
    [
      'a removed newest entry with the head of its chain set back',
      ['delete from audit_entry where seq = 10', rewind],
      /entry 10 of chain \d+ is missing or was rewritten: the checkpoint of 20/,
    ],
    ['only a head set back', ["update audit_lane set seq = 0, hash = ''"], /entry 1 of chain \d+ \(.*\) comes after the head of its chain/],
    ['removed heads', ['delete from audit_lane'], /entry 1 of chain \d+ \(.*\) comes after the head of its chain/],
    ['a truncated log', ['truncate audit_entry'], /entry 10 of chain \d+ is missing/],
    [
      'a newly written log',
      ['truncate audit_entry', `update audit_lane set seq = 0, hash = ''`],
      /entry 10 of chain \d+ is missing or was rewritten: the checkpoint of 20/,
    ],
  ];
  test.each(damages)('finds %s', async (what, statements, message) => {
    const { run } = await damaged(what.replaceAll(' ', '-'), statements);
    expect(await run('audit verify')).toEqual(failed(new RegExp(`^The audit log is broken: ${message.source}.*\n$`)));
  });

  test('if a chain head is missing, changes fail and no shorter checkpoint is written', async () => {
    const { env, run, query } = await damaged('headless', ['delete from audit_lane']);
    expect(await run('api-keys enable')).toEqual(failed(/^the head of an audit log chain is missing/));
    expect(await query('select api_keys_enabled as "on" from settings')).toEqual([{ on: false }]);
    expect(await run('audit checkpoint')).toEqual(failed('run "audit verify"'));
    const kept = await readFile(path.join(env.DATA_DIR, 'audit-checkpoint.json'), 'utf8');
    expect(kept).toBe(await readFile(checkpoint, 'utf8'));
  });

  test('still finds the cut after later changes and checkpoints', async () => {
    const { env, run } = await damaged('later', ['delete from audit_entry where seq = 10', rewind]);
    await run('api-keys enable');
    expect(await run('audit checkpoint')).toEqual(failed('run "audit verify"'));
    const kept = await readFile(path.join(env.DATA_DIR, 'audit-checkpoint.json'), 'utf8');
    expect(kept).toBe(await readFile(checkpoint, 'utf8'));
    expect((await run('audit verify')).code).toBe(1);
  });
});

test('works on the embedded database with or without a running server; the demo is ready to try', async () => {
  const env = { DATA_DIR: path.join(folder, 'embedded') };
  const start = () => new ServerProcess({ ...env, DEMO: 'true' }).ready();
  const pidFile = path.join(env.DATA_DIR, 'postgres', 'postmaster.pid');
  const isDatabaseRunning = () =>
    access(pidFile).then(
      () => true,
      () => false,
    );

  const first = await start();
  const [, url, token, body] = /curl -s (\S+) -H 'Authorization: (.*?)' -H .* -d '(.*)'/.exec(first.output)!;
  const ask = async () => {
    const headers = { authorization: token!, 'content-type': 'application/json' };
    return (await (await fetch(url!, { method: 'POST', headers, body: body! })).json()) as { data?: unknown };
  };
  const nodes = [{ name: 'Aldershaw Academy' }, { name: 'Ashhithe Mail' }, { name: 'Birchlea Notaries' }];
  expect(await ask()).toMatchObject({ data: { vendors: { nodes } } });
  const disabled = await cliProcess(env, ['api-keys', 'disable']);
  expect(disabled).toEqual({ code: 0, stdout: 'API keys are off\n', stderr: '' });
  expect((await ask()).data).toBeUndefined();
  expect(await first.kill('SIGINT')).toBe(0);

  const second = await start();
  expect(second.output).toContain('Demo: the portfolio is loaded');
  expect(second.output).not.toMatch(KEY);
  expect(await second.kill('SIGINT')).toBe(0);

  expect(await isDatabaseRunning()).toBe(false);
  expect(await cliProcess(env, ['audit', 'verify'])).toMatchObject({ code: 0, stderr: '' });
  expect(await isDatabaseRunning()).toBe(false);
});
