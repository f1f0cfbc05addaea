import { pino, type Logger } from 'pino';

const STDOUT = 1;

/**
 * Lines are gathered for a moment, because to write each costs more than to make it; what is left is written when the
 * process ends. Should nobody read them, so many bytes are kept.
 */
const GATHERED = { sync: false, minLength: 8_192, periodicFlush: 100, maxLength: 16_777_216 };

/** Structured log, on standard output unless told. Requests are logged by their ids; what people type never is. */
export function createLogger(level: string, fileDescriptor = STDOUT): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: ['*.password', '*.token', '*.authorization', '*.cookie', 'err.parameters', 'err.query', 'err.detail'], censor: '…' },
  };
  const destination = pino.destination({ dest: fileDescriptor, ...GATHERED });
  // No room for the log is no reason to stop; nor to go on for ever, as the last flush would, which tries until it succeeds.
  const { flushSync } = destination;
  destination.on('error', () => (destination.flushSync = () => undefined));
  destination.on('write', () => (destination.flushSync = flushSync));
  return pino(options, destination);
}
