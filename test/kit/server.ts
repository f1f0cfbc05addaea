import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { type Config, readConfig } from '../../src/kernel/config';
import { ADMIN } from './accounts';
import { type RunningServer, startServer } from '../../src/server';
import { GraphQLClient } from './client';
import { createTestDatabase } from './database';
import { verifyLog } from '../../src/domains/audit/audit.verify';
import { verifyTransparencyLog } from '../../src/domains/log/verify-log';
import type { Database } from '../../src/database/database';

export { ADMIN };

export interface TestServer extends RunningServer {
  databaseUrl: string;
  /** Signed in as the first administrator, if there is one. */
  admin: GraphQLClient;
  /** Not signed in. */
  stranger(): GraphQLClient;
  /** A client with an API key; with permissions null, one that may do everything. */
  withKey(permissions?: string[] | null, options?: Record<string, unknown>): Promise<GraphQLClient>;
  /** A signed-in user with a new role that has these permissions. */
  withPermissions(...permissions: string[]): Promise<GraphQLClient>;
  /** A signed-in user with one of the system roles. */
  withRole(name: 'Admin' | 'Reviewer' | 'Viewer'): Promise<GraphQLClient>;
}

/** The real server on a real port, with its own database. Stop it in afterAll. */
export async function startTestServer(overrides: Partial<Config> = {}): Promise<TestServer> {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vetgraph-data-'));
  const server = await startServer({
    ...readConfig({ PORT: '0', LOG_LEVEL: 'silent', DATABASE_POOL: '10', DATABASE_URL: database.url, DATA_DIR: dataDir }),
    adminEmail: ADMIN.email,
    adminPassword: ADMIN.password,
    // Tests run jobs themselves: automatic runs would interfere.
    jobs: false,
    // Tests only find what they created.
    library: false,
    // Tests send more requests than a person.
    graphQLRateLimit: 0,
    anonymousRateLimit: 0,
    ...overrides,
  });
  const isByHand = noticeWrites(server.services.database, database.url);
  const stranger = () => new GraphQLClient(server.url);
  const admin = stranger();
  if (server.hasAdministrator) await signIn(admin);
  let made = 0;

  const signInWith = async (roleId: string) => {
    const account = { email: `user${++made}@example.org`, password: 'a long enough password' };
    await admin.data(`mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`, {
      input: { name: `User ${made}`, roleId, ...account },
    });
    const client = stranger();
    await client.login(account);
    return client;
  };

  return {
    ...server,
    databaseUrl: database.url,
    admin,
    stranger,
    async withKey(permissions = null, options = {}) {
      await admin.data(`mutation { updateSettings(input: { apiKeysEnabled: true }) { settings { apiKeysEnabled } } }`);
      const { createApiKey } = await admin.data<{ createApiKey: { token: string } }>(
        `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { token } }`,
        { input: { name: `key ${++made}`, permissions, ...options } },
      );
      return new GraphQLClient(server.url, { authorization: `Bearer ${createApiKey.token}` });
    },
    async withPermissions(...permissions) {
      const { createRole } = await admin.data<{ createRole: { role: { id: string } } }>(
        `mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }`,
        { input: { name: `Role ${++made}`, permissions } },
      );
      return signInWith(createRole.role.id);
    },
    async withRole(name) {
      const { roles } = await admin.data<{ roles: { id: string; name: string }[] }>(`{ roles { id name } }`);
      return signInWith(roles.find((role) => role.name === name)!.id);
    },
    async stop() {
      const found = isByHand() || overrides.databaseUrl ? NOTHING_WRONG : await verified(server.services.database);
      await server.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      expect(found).toEqual(NOTHING_WRONG);
    },
  };
}

/** On a slow machine, the first connections may take longer than a server waits for them. */
async function signIn(client: GraphQLClient, tries = 10): Promise<void> {
  await client.login(ADMIN).catch((error: unknown) => {
    if (tries === 1 || !String(error).includes('SERVICE_UNAVAILABLE')) throw error;
    return signIn(client, tries - 1);
  });
}

const NOTHING_WRONG = { broken: null, faults: {} };

/** Whatever a test does, the record knows of it, and the audit log holds. */
async function verified(database: Database): Promise<object> {
  const { broken } = await verifyLog(database);
  const { faults } = await verifyTransparencyLog(database);
  return { broken, faults };
}

const WRITES = /^\s*(with|insert|update|delete|truncate|alter|drop)\b/i;

/** Databases that a test wrote to on a connection of its own: the server's have a name. */
const writtenByHand = new Set<string>();
const original = Client.prototype.query;
Client.prototype.query = function (this: Client & { connectionParameters: { application_name?: string } }, ...args: unknown[]) {
  const [config] = args as [string | { text: string }];
  const text = typeof config === 'string' ? config : config.text;
  if (!this.connectionParameters.application_name && WRITES.test(text)) writtenByHand.add(this.database!);
  return (original as (...args: unknown[]) => unknown).apply(this, args);
} as typeof original;

/** Says whether a test wrote to the database by statements of its own: these have no name. */
function noticeWrites(database: Database, url: string): () => boolean {
  let isByHand = false;
  const query = database.query.bind(database);
  database.query = (statement) => {
    isByHand ||= WRITES.test(statement.compile(database.table).text);
    return query(statement);
  };
  return () => isByHand || writtenByHand.has(new URL(url).pathname.slice(1));
}
