import { pino, type Logger } from 'pino';

const STDOUT = 1;

/** Structured log, on standard output unless told. Requests are logged by their ids; what people type never is. */
export function createLogger(level: string, fileDescriptor = STDOUT): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: ['*.password', '*.token', '*.authorization', '*.cookie', 'err.parameters', 'err.query', 'err.detail'], censor: '…' },
  };
  return pino(options, pino.destination(fileDescriptor));
}
