import { pino, type Logger } from 'pino';

/** Structured log on standard output. Requests are logged by their ids; what people type never is. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: ['*.password', '*.token', '*.authorization', '*.cookie', 'err.parameters', 'err.query', 'err.detail'], censor: '…' },
  });
}
