import path from 'node:path';
import { z } from 'zod';
import { addressesOf } from '../database/addresses';
import { isAddressOrRange } from '../platform/addresses';
import { packageVersion } from '../platform/package';
import type { PrinterOptions } from '../platform/pdf/printer';
import type { Resolve } from '../platform/outgoing';
import { clamdTarget } from '../platform/scan/clamd';
import { commandOf } from '../platform/scan/command';
import type { ScanOptions } from '../platform/scan/scanner';
import { s3Target } from '../platform/storage/s3';
import { parseSigner } from '../platform/tlog/note';
import type { TracingOptions } from '../platform/tracing';

/** An invalid environment variable; the message is meant for the operator. */
export class ConfigError extends Error {}

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));
/** Just scheme, host and port, without a path. */
const isOrigin = (text: string) => URL.canParse(text) && /^\/?$/.test(new URL(text).pathname) && !/[?#@]/.test(text);
const hasHost = (text: string) => URL.canParse(text) && new URL(text).hostname !== '';
/** Express accepts loopback (and two more names) for well-known ranges. */
const isProxyList = (text: string) =>
  text.split(',').every((part) => ['loopback', 'linklocal', 'uniquelocal'].includes(part.trim()) || isAddressOrRange(part.trim()));
/** An address, or a name with an address in angle brackets. */
const isMailbox = (text: string) => z.email().safeParse(/^[^<>"\p{Cc}]*<([^<>]*)>$/u.exec(text)?.[1] ?? text).success;
/** An e-mail or web address, as in security.txt: one line, only characters allowed in a URL. */
const isContact = (text: string) =>
  /^mailto:/i.test(text)
    ? z.email().safeParse(text.slice('mailto:'.length)).success
    : /^https:\/\/[\x21-\x7e]+$/i.test(text) && hasHost(text);
const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');

const HEADER_LIST = /^([\w-]+=[^,\s]+(,|$))*$/;
const readHeaders = (text: string) =>
  Object.fromEntries(
    text
      .split(',')
      .filter(Boolean)
      .map((pair) => [pair.slice(0, pair.indexOf('=')), decodeURIComponent(pair.slice(pair.indexOf('=') + 1))]),
  );
/** OpenTelemetry's format: key=value, comma-separated, percent-encoded where necessary. */
const ATTRIBUTE_LIST = /^(\s*[^\s=,;]+\s*=([^\s=,;\\"%]|%[\da-f]{2}|\s)*(,|$))*$/i;
const isDecodable = (text: string) => {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
};
const readAttributes = (text: string) =>
  Object.fromEntries(
    text
      .split(',')
      .filter((pair) => pair.includes('='))
      .map((pair) => pair.split('=').map((part) => decodeURIComponent(part.trim())) as [string, string]),
  );
const isSigningKey = (text: string) => {
  try {
    return parseSigner(text).skey === text;
  } catch {
    return false;
  }
};
const list = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean));
/** Origins, or just *. */
const originList = list
  .refine((all) => all.every((one) => (one === '*' ? all.length === 1 : /^https?:\/\/[^*]+$/i.test(one) && isOrigin(one))))
  .transform((all) => all.map((one) => (one === '*' ? one : new URL(one).origin)));
/** Waits, in whole seconds. */
const waitList = z
  .string()
  .regex(/^\s*\d{1,7}(\s*,\s*\d{1,7}){0,49}\s*$/)
  .transform((text) => text.split(',').map(Number))
  .refine((waits) => waits.every((seconds) => seconds <= 2_592_000));
const isDatabase = (text: string) => z.url({ protocol: /^postgres(ql)?$/ }).safeParse(text).success;

/** Name, rule, and the allowed values in words. The table in docs/OPERATIONS.md says the same. */
const VARIABLES = {
  PORT: [whole(0, 65535).default(4000), 'a port number from 0 (any free port) to 65535'],
  HOST: [z.string().min(1).default('127.0.0.1'), 'an address to listen on, such as 127.0.0.1 or 0.0.0.0'],
  DATA_DIR: [z.string().min(1).default('./data'), 'a folder'],
  DATABASE_URL: [
    z
      .string()
      .refine((url) => addressesOf(url).every(isDatabase))
      .optional(),
    'a PostgreSQL address, postgresql://user:password@host:port/database, or one with several hosts, host:port,host:port',
  ],
  DATABASE_REPLICA_URLS: [
    list.refine((urls) => urls.every(isDatabase)).default([]),
    'PostgreSQL addresses of read replicas, separated by spaces or commas',
  ],
  DATABASE_PREPARE: [flag.default(true), 'true or false: whether to use prepared statements'],
  DATABASE_STATEMENT_SECONDS: [whole(1, 30).default(30), 'a number of seconds from 1 to 30'],
  DATABASE_POOL: [whole(1, 500).default(20), 'a number of connections from 1 to 500'],
  WORKERS: [whole(1, 64).default(1), 'a number of processes from 1 to 64'],
  PUBLIC_URL: [
    z
      .url({ protocol: /^https?$/ })
      .refine(isOrigin)
      .optional(),
    'the public address of the server, http:// or https:// with host and port and nothing after',
  ],
  ADMIN_EMAIL: [
    z.union([z.literal('none'), z.email()]).default('admin@vetgraph.local'),
    'an e-mail address, or none: then the first visitor to the web application creates the administrator',
  ],
  ADMIN_PASSWORD: [z.string().min(8).max(200).optional(), 'a password of at least 12 characters, and at most 200'],
  SESSION_SECRET: [z.string().min(32).optional(), 'a secret of at least 32 characters'],
  REAUTHENTICATE_SECONDS: [whole(1, 86_400).default(600), 'a number of seconds from 1 to 86400'],
  BACKUP_KEY: [z.string().min(8).max(1_000).optional(), 'a secret of 8 to 1000 characters'],
  AUDIT_SIGNING_KEY: [
    z.string().refine(isSigningKey).optional(),
    "an Ed25519 key in the form of Go's package note, PRIVATE+KEY+<name>+<key id>+<base64>",
  ],
  TRUST_PROXY: [
    z.string().refine(isProxyList).optional(),
    'addresses or CIDR ranges of trusted proxies, comma-separated, or loopback, linklocal, uniquelocal',
  ],
  LOG_LEVEL: [
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
    'silent, fatal, error, warn, info, debug or trace',
  ],
  SMTP_URL: [
    z
      .url({ protocol: /^smtps?$/ })
      .refine(hasHost)
      .optional(),
    'a mail server, smtp://user:password@host:port',
  ],
  MAIL_FROM: [z.string().refine(isMailbox).optional(), 'a sender, such as risk@example.org or Risk Team <risk@example.org>'],
  JOBS: [flag.default(true), 'true or false: whether this server runs background jobs (e-mail, reminders, clean-up)'],
  STORAGE_URL: [
    z
      .string()
      .refine((url) => s3Target(url) !== undefined)
      .optional(),
    'a bucket for uploaded files, s3://key:secret@host:port/bucket?region=us-east-1&tls=true',
  ],
  MAX_FILE_BYTES: [
    z.coerce.number().int().min(1).max(2_147_483_647).default(26_214_400),
    'the largest size of an uploaded file, from 1 to 2147483647 bytes',
  ],
  SCAN_COMMAND: [
    z
      .string()
      .refine((text) => commandOf(text) !== undefined)
      .optional(),
    'a program with its arguments, quoted where they have spaces, such as clamdscan --no-summary {file}',
  ],
  CLAMD_URL: [
    z
      .string()
      .refine((url) => clamdTarget(url) !== undefined)
      .optional(),
    'where clamd listens, tcp://host:port or unix:/path',
  ],
  SCAN_SECONDS: [whole(1, 600).default(30), 'a number of seconds from 1 to 600'],
  REQUESTS_AT_ONCE: [whole(1, 10_000).default(200), 'a number of requests from 1 to 10000'],
  STREAMS_PER_CALLER: [whole(0, 100_000).default(20), 'a number of open streams of one user or key, from 0 to 100000'],
  STREAMS: [whole(0, 100_000).default(5_000), 'a number of open streams of one process, from 0 to 100000'],
  MAX_QUERY_BYTES: [whole(1_024, 1_048_576).default(65_536), 'the maximum length of a GraphQL query, from 1024 to 1048576 bytes'],
  REST_RATE_LIMIT: [whole(0, 1_000_000).default(1_200), 'REST requests per minute for each caller, from 0 (no limit) to 1000000'],
  ANONYMOUS_RATE_LIMIT: [
    whole(0, 1_000_000).default(6_000),
    'GraphQL requests per minute for each address of anonymous callers, in hundreds of values, from 0 (no limit) to 1000000',
  ],
  GRAPHQL_RATE_LIMIT: [
    whole(0, 1_000_000_000).default(300_000),
    'GraphQL requests per minute for each caller, in hundreds of values, from 0 (no limit) to 1000000000',
  ],
  CORS_ORIGINS: [
    originList.default([]),
    'origins whose pages may use the APIs, such as https://app.example.org, comma-separated; or * alone for all',
  ],
  TRUSTED_OPERATIONS: [z.string().min(1).optional(), 'a file that lists the GraphQL operations allowed to run'],
  CHROMIUM_PATH: [z.string().min(1).optional(), 'the path of a Chromium or Chrome browser'],
  REPORTS_AT_ONCE: [z.coerce.number().int().min(1).max(16).default(2), 'a number of reports from 1 to 16'],
  REPORTS_WAITING: [z.coerce.number().int().min(0).max(1_000).default(16), 'a number of reports from 0 to 1000'],
  REPORT_SECONDS: [z.coerce.number().int().min(1).max(300).default(25), 'a number of seconds from 1 to 300'],
  SECURITY_CONTACT: [
    z.string().refine(isContact).optional(),
    'where to report vulnerabilities, mailto:security@example.org or https://example.org/security',
  ],
  LIBRARY: [flag.default(true), 'true or false: whether to load the library into an empty database at first start'],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    z.url({ protocol: /^https?$/ }).optional(),
    'the address of an OpenTelemetry collector, such as http://127.0.0.1:4318',
  ],
  OTEL_EXPORTER_OTLP_HEADERS: [
    z.string().regex(HEADER_LIST).default('').transform(readHeaders),
    'headers for that collector, name=value, comma-separated',
  ],
  OTEL_SERVICE_NAME: [z.string().min(1).optional(), 'a name'],
  OTEL_RESOURCE_ATTRIBUTES: [
    z.string().max(10_000).regex(ATTRIBUTE_LIST).refine(isDecodable).default('').transform(readAttributes),
    'resource attributes for traces, name=value, comma-separated, such as deployment.environment.name=production',
  ],
  WEBHOOK_ALLOW: [
    list.refine((all) => all.every(isAddressOrRange)).default([]),
    'addresses and CIDR ranges of internal receivers of webhooks, comma-separated, such as 10.0.0.0/8',
  ],
  WEBHOOK_RETRY_SECONDS: [
    waitList.default([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]),
    'one to 50 waits in seconds, each up to 2592000, comma-separated, such as 5,300,1800',
  ],
  WEBHOOK_DISABLE_AFTER_SECONDS: [whole(1, 31_536_000).default(432_000), 'a number of seconds from 1 to 31536000'],
  DEMO: [flag.default(false), 'true or false'],
} satisfies Record<string, [z.ZodType, string]>;

/** Shown as «…» in errors because they are secrets. */
const SECRET = new Set([
  'DATABASE_URL',
  'DATABASE_REPLICA_URLS',
  'ADMIN_PASSWORD',
  'SESSION_SECRET',
  'BACKUP_KEY',
  'AUDIT_SIGNING_KEY',
  'SMTP_URL',
  'STORAGE_URL',
  'OTEL_EXPORTER_OTLP_HEADERS',
]);

type Values = { [K in keyof typeof VARIABLES]: z.output<(typeof VARIABLES)[K][0]> };

/** How webhooks are sent. */
interface WebhookOptions {
  /** Addresses and ranges that receivers may have although they aren't public. */
  allow: readonly string[];
  /** Waits after the first, second, … failed attempt; after the last one a delivery is given up. */
  retrySeconds: readonly number[];
  /** A webhook whose attempts have all failed for this long is disabled. */
  disableAfterSeconds: number;
  /** Resolves the names of receivers. Undefined: as the system does. */
  resolve?: Resolve;
}

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** Undefined: the embedded PostgreSQL in dataDir. */
  databaseUrl?: string;
  databaseReplicaUrls: string[];
  /** False behind a transaction pooler that doesn't support prepared statements. */
  databasePrepare: boolean;
  databasePool: number;
  /** The database cancels statements that take longer. */
  databaseStatementSeconds: number;
  /** Worker processes on one port. */
  workers: number;
  /** Without a trailing slash. Undefined: built from the host and port listened on. */
  publicUrl?: string;
  /** Undefined: the first visitor to the web application creates the first administrator. */
  adminEmail?: string;
  adminPassword?: string;
  sessionSecret?: string;
  /** How long showing who one is counts for sensitive changes. */
  reauthenticateSeconds: number;
  /** Undefined: backups aren't signed, so forged ones can't be detected. */
  backupKey?: string;
  /** Signs the audit log. Undefined: a key in dataDir, made on the first start. */
  auditSigningKey?: string;
  trustProxy: string[];
  logLevel: string;
  /** Undefined: e-mails aren't sent, but kept for administrators to read. */
  smtpUrl?: string;
  /** Undefined: the organisation's name, at the host of publicUrl. */
  mailFrom?: string;
  /** Whether this server takes part in background jobs. */
  jobs: boolean;
  /** Undefined: the folder "files" in dataDir. */
  storageUrl?: string;
  maxFileBytes: number;
  /** What scans uploaded files before they are kept; nothing by default. */
  scan: ScanOptions;
  /** Which browser prints reports, and how many reports may run and wait. */
  reports: PrinterOptions;
  /** Requests processed at once; others are told to retry. */
  requestsAtOnce: number;
  /** Streams that one user or key may have open, and all of them in one process. */
  streamsPerCaller: number;
  streams: number;
  /** The longest text of a GraphQL query. */
  maxQueryBytes: number;
  /** REST requests per minute for each caller; 0: no limit. */
  restRateLimit: number;
  /** GraphQL requests per minute for each user and API key, in hundreds of values; 0: no limit. */
  graphQLRateLimit: number;
  /** The same for each address of anonymous callers; 0: no limit. */
  anonymousRateLimit: number;
  /** The origins whose pages may use the interfaces; just `*`: all. */
  corsOrigins: readonly string[];
  /** The file that lists the operations allowed to run. Undefined: all. */
  trustedOperations?: string;
  /** For security.txt. Undefined: security@ the host of publicUrl. */
  securityContact?: string;
  /** Whether an empty database gets frameworks and questionnaires on first start. */
  library: boolean;
  webhooks: WebhookOptions;
  tracing: TracingOptions;
  demo: boolean;
}

/** Reads the environment once. An empty variable counts as unset. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const values: Record<string, unknown> = {};
  for (const [name, [rule, allowed]] of Object.entries(VARIABLES)) {
    const given = env[name] === '' ? undefined : env[name];
    const result = rule.safeParse(given);
    if (!result.success) {
      const shown = SECRET.has(name) ? 'a value' : `"${given}"`;
      throw new ConfigError(`${name}: ${shown} is not valid; expected ${allowed}`);
    }
    values[name] = result.data;
  }
  const v = values as Values;
  return {
    port: v.PORT,
    host: v.HOST,
    dataDir: path.resolve(v.DATA_DIR),
    databaseUrl: v.DATABASE_URL,
    databaseReplicaUrls: v.DATABASE_REPLICA_URLS,
    databasePrepare: v.DATABASE_PREPARE,
    databasePool: v.DATABASE_POOL,
    databaseStatementSeconds: v.DATABASE_STATEMENT_SECONDS,
    workers: v.WORKERS,
    publicUrl: v.PUBLIC_URL?.replace(/\/+$/, ''),
    adminEmail: v.ADMIN_EMAIL === 'none' ? undefined : v.ADMIN_EMAIL,
    adminPassword: v.ADMIN_PASSWORD,
    sessionSecret: v.SESSION_SECRET,
    reauthenticateSeconds: v.REAUTHENTICATE_SECONDS,
    backupKey: v.BACKUP_KEY,
    auditSigningKey: v.AUDIT_SIGNING_KEY,
    trustProxy: v.TRUST_PROXY?.split(',').map((part) => part.trim()) ?? [],
    logLevel: v.LOG_LEVEL,
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM,
    jobs: v.JOBS,
    storageUrl: v.STORAGE_URL,
    maxFileBytes: v.MAX_FILE_BYTES,
    scan: {
      command: v.SCAN_COMMAND === undefined ? undefined : commandOf(v.SCAN_COMMAND),
      clamd: v.CLAMD_URL === undefined ? undefined : clamdTarget(v.CLAMD_URL),
      timeoutMs: v.SCAN_SECONDS * 1_000,
    },
    reports: {
      executablePath: v.CHROMIUM_PATH,
      atOnce: v.REPORTS_AT_ONCE,
      waiting: v.REPORTS_WAITING,
      timeoutMs: v.REPORT_SECONDS * 1_000,
    },
    requestsAtOnce: v.REQUESTS_AT_ONCE,
    streamsPerCaller: v.STREAMS_PER_CALLER,
    streams: v.STREAMS,
    maxQueryBytes: v.MAX_QUERY_BYTES,
    restRateLimit: v.REST_RATE_LIMIT,
    graphQLRateLimit: v.GRAPHQL_RATE_LIMIT,
    anonymousRateLimit: v.ANONYMOUS_RATE_LIMIT,
    corsOrigins: v.CORS_ORIGINS,
    trustedOperations: v.TRUSTED_OPERATIONS,
    securityContact: v.SECURITY_CONTACT,
    library: v.LIBRARY,
    webhooks: {
      allow: v.WEBHOOK_ALLOW,
      retrySeconds: v.WEBHOOK_RETRY_SECONDS,
      disableAfterSeconds: v.WEBHOOK_DISABLE_AFTER_SECONDS,
    },
    tracing: {
      endpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT,
      headers: v.OTEL_EXPORTER_OTLP_HEADERS,
      resource: {
        'service.name': 'vetgraph',
        'service.version': packageVersion(),
        ...v.OTEL_RESOURCE_ATTRIBUTES,
        ...(v.OTEL_SERVICE_NAME && { 'service.name': v.OTEL_SERVICE_NAME }),
      },
    },
    demo: v.DEMO,
  };
}
