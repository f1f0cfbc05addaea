import { createHmac, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { type Config, ConfigError } from './kernel/config';
import { Problem } from './kernel/errors';
import { addressesOf } from './database/addresses';
import type { Database } from './database/database';
import { openDatabase } from './open-database';
import { type EmbeddedDatabase, startEmbedded } from './database/embedded';
import { StatementLimit } from './database/limit';
import { isUpToDate, migrate } from './database/migrate';
import { Replicas } from './database/replicas';
import * as secretStore from './operations/secret.store';
import { assertUnicode, foldsCase } from './operations/unicode';
import { checkpointFile, Checkpoints } from './domains/audit/audit.checkpoint';
import { change } from './domains/audit/audit.service';
import { readPosition } from './domains/audit/audit.verify';
import { firstKey } from './domains/log/key';
import { tellOf, together } from './domains/notification/notifier';
import { beginRecord, recordMigrated } from './domains/record/baseline';
import { Past } from './domains/record/past';
import { hasAdministrator, insertFirstAdministrator } from './domains/account/first-administrator.service';
import { assertShown } from './domains/sign-on/ask-again.service';
import { generateNewPassword, hashNewPassword } from './domains/user/password.service';
import { ADMIN_ROLE } from './domains/user/role.rules';
import { createSystemRoles, ensureSystemRoles } from './domains/user/role.service';
import { type Services, systemContext } from './kernel/context';
import { PdfPrinter } from './platform/pdf/printer';
import { Scanner } from './platform/scan/scanner';
import { openStorage } from './platform/storage/open';
import { Tracer } from './platform/tracing';

export interface OpenServices {
  /** The server sets the secret and the address, which the command line doesn't need. */
  services: Services & {
    sessionSecret: string;
    publicUrl: string;
    listensOn: string;
    checkpoints: Checkpoints;
    tree: Services['tree'];
    feed: Services['feed'];
    webhooks: Services['webhooks'];
  };
  /** Undefined if DATABASE_URL names another PostgreSQL. */
  embedded?: EmbeddedDatabase;
  /** For what is opened later: it is closed first. */
  onClose(close: () => Promise<unknown>): void;
  /** Closes everything, in reverse order. */
  close(): Promise<void>;
}

/**
 * What both the server and the command line need: the database in its current state, and the services on top of it. `asOwner` of
 * the embedded database is only for replacing everything: the service's role can't alter the audit log.
 */
export async function openServices(
  config: Config,
  log: Logger,
  say: (line: string) => void,
  { asOwner = false } = {},
): Promise<OpenServices> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir, { log: say });
    closers.push(async () => embedded?.stop());
    const { databasePool: pool, databasePrepare: isPrepared, databaseReplicaUrls: urls } = config;
    const limit = new StatementLimit(config.databaseStatementSeconds * 1_000);
    const url = config.databaseUrl ?? (asOwner ? embedded!.url : embedded!.serviceUrl);
    const database = await openDatabase(url, pool, isPrepared, limit);
    closers.push(() => database.close());
    await assertUnicode(database);
    const tracer = new Tracer(config.tracing, log);
    closers.push(() => tracer.close());
    if (tracer.isOn) database.statements.watch((text, name) => tracer.statement(text, name));
    const replicas = new Replicas({ urls, pool, readPosition });
    closers.push(() => replicas.close());
    const checkpoints = new Checkpoints(database, checkpointFile(config.dataDir), log);
    closers.push(() => checkpoints.flush());
    const storage = openStorage(config);
    const scanner = new Scanner(config.scan);
    const pdf = new PdfPrinter(config.reports);
    closers.push(() => pdf.close());
    const publicUrl = config.publicUrl ?? '';
    const past = new Past(database);
    const tree = { touch: () => undefined };
    const feed = { touch: () => undefined };
    const webhooks = { wake: () => undefined };
    const services = {
      config,
      database,
      replicas,
      past,
      tracer,
      log,
      checkpoints,
      tree,
      feed,
      notifier: { tellOf, together },
      webhooks,
      storage,
      scanner,
      pdf,
      assertShown,
      sessionSecret: '',
      publicUrl,
      listensOn: '',
    };
    return { services, embedded, onClose: (closer) => void closers.push(closer), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Brings the schema and the system roles up to date. A server also makes the key of an audit log that has none; the command line
 * may run on a machine that never signs anything. Returns the migrations that ran.
 */
export async function prepareDatabase({ services, embedded }: OpenServices, { makesKey = false } = {}): Promise<string[]> {
  const { database, log } = services;
  const ran = embedded ? await migrateAsOwner(database, embedded) : await migrate(database);
  const setKey = makesKey ? await firstKey(systemContext(services)) : undefined;
  const beginsNow = await beginRecord(systemContext(services), async (tx) => {
    await createSystemRoles(tx);
    await setKey?.(tx);
  });
  if (!beginsNow) await recordMigrated(systemContext(services));
  await ensureSystemRoles(systemContext(services));
  if (!(await foldsCase(database))) {
    log.warn('this PostgreSQL has no Unicode collation: searches are case-sensitive beyond ASCII');
  }
  return ran;
}

/** The embedded database's tables belong to its owner, who connects only for as long as changing them takes. */
async function migrateAsOwner(database: Database, { url }: EmbeddedDatabase): Promise<string[]> {
  if (await isUpToDate(database)) return [];
  const owner = await openDatabase(url, 2);
  return migrate(owner).finally(() => owner.close());
}

export interface FirstAdministrator {
  email: string;
  /** Only set if it was generated here. */
  generatedPassword?: string;
}

/** The message about the new account; this is the only chance to show it. */
export function administratorLines({ email, generatedPassword }: FirstAdministrator): string[] {
  const password = generatedPassword ? `${generatedPassword}   (shown only once)` : 'as given in ADMIN_PASSWORD';
  return ['First start: created an administrator.', `  E-mail     ${email}`, `  Password   ${password}`];
}

/** The rules of new passwords hold here, too; of an administrator who is there already, the variable is not looked at. */
function unusable(error: Error): never {
  throw error instanceof Problem ? new ConfigError(`${error.message}. It is the password of the first administrator`) : error;
}

/** Creates the administrator from the environment if there is none yet; without one there, the web application asks. */
export async function makeFirstAdministrator(services: Services): Promise<FirstAdministrator | undefined> {
  const { config, database } = services;
  if (!config.adminEmail || (await hasAdministrator(database))) return undefined;
  const email = config.adminEmail;
  const password = config.adminPassword ?? (await generateNewPassword(database));
  const passwordHash = await hashNewPassword(database, { field: 'ADMIN_PASSWORD', password, email }).catch(unusable);
  return change(systemContext(services), async (tx) => {
    const admin = await insertFirstAdministrator(tx, { name: 'Administrator', email, passwordHash });
    if (!admin) return undefined;
    tx.record({ action: 'CREATE_USER', entity: { type: 'User', ...admin }, meta: { role: ADMIN_ROLE } });
    return { email, generatedPassword: config.adminPassword ? undefined : password };
  });
}

/**
 * The key that signs session cookies and seals links: configured, or generated once and shared by all servers through the
 * database. A generated one also depends on the database password, so that a dump alone reveals nothing.
 */
export async function sessionSecret({ services: { database, config, log }, embedded }: OpenServices): Promise<string> {
  if (config.sessionSecret) return config.sessionSecret;
  await database.query(secretStore.propose('session', randomBytes(32).toString('hex')));
  const secret = await database.one(secretStore.valueOf('session'));
  const { password } = new URL(embedded?.url ?? addressesOf(config.databaseUrl!)[0]!);
  if (!password) log.warn('DATABASE_URL has no password: set SESSION_SECRET, or a database dump will expose unsent portal links');
  return createHmac('sha256', secret!.value).update(password).digest('hex');
}
