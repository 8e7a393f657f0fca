import { AsyncLocalStorage } from 'node:async_hooks';

import {
  destination,
  type DestinationStream,
  type Logger,
  pino,
  stdSerializers,
  stdTimeFunctions,
} from 'pino';

const BATCH_BYTES = 8 * 1024;
const MAX_BYTES = 8 * 1024 * 1024;
const FLUSH_MS = 1000;
const LAST_FLUSH_MS = 2000;

// JSON does not escape these: terminal controls, line separators, and characters that change the direction of text.
const UNSAFE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Escapes characters that would change how terminals or editors show a line (ASVS 16.4.1). */
const escapeUnsafe = (line: string): string =>
  line.replaceAll(UNSAFE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Writes to standard output in batches, the last one at exit (docs/decisions/0015-batched-log.md). */
function openDestination(): DestinationStream {
  const output = destination({
    sync: false,
    minLength: BATCH_BYTES,
    maxLength: MAX_BYTES,
    periodicFlush: FLUSH_MS,
  });
  let isFailing = false;
  output.on('error', () => (isFailing = true)).on('write', () => (isFailing = false));
  // On a full disk the site continues without a log; at exit pino would retry forever.
  process.prependListener('exit', () => isFailing && output.destroy());
  return output;
}

/**
 * Opens the log. Every line is JSON with its time in UTC; none contains a body, a cookie or a token (ASVS 16.2.5).
 * @param to receives the lines, one at a time; standard output by default
 */
export const createLogger = (to: DestinationStream = openDestination()): Logger =>
  pino(
    {
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      serializers: { error: stdSerializers.err },
      hooks: { streamWrite: escapeUnsafe },
    },
    to,
  );

/**
 * Flushes the log.
 * @returns false when it cannot be written: a pipe may have no reader
 */
export const flushLog = (log: Logger): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), LAST_FLUSH_MS);
    // An error also ends the wait.
    log.flush(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });

const requestIds = new AsyncLocalStorage<string>();

/** Runs the work of a request, so that the log can name the request where no context is passed. */
export const runAsRequest = <T>(requestId: string, work: () => T): T =>
  requestIds.run(requestId, work);

/** @returns the id of the current request; undefined outside of requests */
export const currentRequestId = (): string | undefined => requestIds.getStore();
