import { pino, type Logger } from 'pino';

const STDOUT = 1;

/**
 * Lines are buffered briefly, because writing each costs more than producing it; the rest is written when the process ends. If
 * nobody reads them, up to maxLength bytes are kept.
 */
const GATHERED = { sync: false, minLength: 8_192, periodicFlush: 100, maxLength: 16_777_216 };

/** Structured log, on standard output by default. Requests are logged by their ids; what people type never is. */
export function createLogger(level: string, fileDescriptor = STDOUT): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: ['*.password', '*.token', '*.authorization', '*.cookie', 'err.parameters', 'err.query', 'err.detail'], censor: '…' },
  };
  const destination = pino.destination({ dest: fileDescriptor, ...GATHERED });
  // A full disk is no reason to stop; nor to hang forever, as the last flush would, which retries until it succeeds.
  const { flushSync } = destination;
  destination.on('error', () => (destination.flushSync = () => undefined));
  destination.on('write', () => (destination.flushSync = flushSync));
  return pino(options, destination);
}
