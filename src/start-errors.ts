import { ConfigError } from './kernel/config';
import { addressesOf } from './database/addresses';

type StartError = Error & { code?: string; syscall?: string; address?: string; port?: number; path?: string; severity?: string };

export function failToStart(error: unknown): never {
  console.error(explainStartError(error, process.env));
  process.exit(1);
}

/** What the operator can do about a failed start, in one line; the full error only if it is unknown. */
function explainStartError(error: unknown, env: NodeJS.ProcessEnv): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError) return error.message;
  const line = explain(error as StartError, env);
  if (!line) return error.message.startsWith('PostgreSQL') || !error.stack ? error.message : error.stack;
  return env.LOG_LEVEL === 'debug' ? `${line}\n${error.stack}` : line;
}

function explain(error: StartError, env: NodeJS.ProcessEnv): string | undefined {
  const { code, syscall, message } = error;
  const port = env.PORT || '4000';
  const host = env.HOST || '127.0.0.1';
  const isListening = syscall === 'listen' || (syscall === 'getaddrinfo' && message.includes(host));
  if (isListening) {
    if (code === 'EADDRINUSE') return `PORT: ${port} is in use on ${host}; stop the program listening there, or choose another port`;
    if (code === 'EACCES') return `PORT: ${port} can't be opened by this user; choose one from 1024 to 65535`;
    return `HOST: "${host}" is not an address of this machine (${code}); expected an address to listen on, such as 127.0.0.1`;
  }
  if (env.DATABASE_URL && (isConnecting(error) || error.severity)) {
    return `DATABASE_URL: the database at ${placeOf(env.DATABASE_URL)} can't be used: ${message || code}`;
  }
  if (error.path && code) return `DATA_DIR: "${env.DATA_DIR || './data'}" can't be used: ${message}`;
  return undefined;
}

function isConnecting({ code, name, message }: StartError): boolean {
  const network = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET'];
  return network.includes(code ?? '') || name === 'KnexTimeoutError' || /timeout expired|Connection terminated/.test(message);
}

/** Host, port and database, without the password. */
function placeOf(url: string): string {
  return addressesOf(url)
    .map((address) => new URL(address))
    .map(({ hostname, port, pathname }) => `${hostname}:${port || 5432}${pathname}`)
    .join(', ');
}
