import {
  destination,
  type DestinationStream,
  type Logger,
  type LoggerOptions,
  pino,
  stdSerializers,
} from 'pino';

// Characters.
const BATCH = 32 * 1024;
const MOST = 8 * 1024 * 1024;
const FLUSH_MS = 1000;

/** Gathers lines and writes them together, the rest when the process ends (docs/decisions/0015-batched-log.md). */
class Batch implements DestinationStream {
  readonly #output = destination({
    sync: false,
    minLength: BATCH,
    maxWrite: 2 * BATCH,
    maxLength: MOST,
  });
  #lines = '';
  #fails = false;

  constructor() {
    // On a full disk the site goes on without a log, and ends without its rest: the library would try for ever.
    this.#output.on('error', () => (this.#fails = true)).on('write', () => (this.#fails = false));
    setInterval(() => this.#flush(), FLUSH_MS).unref();
    // Before pino's own listeners, which write what was handed on until then.
    process.prependListener('beforeExit', () => this.#handOn());
    process.prependListener('exit', () => this.#end());
  }

  write(line: string): void {
    this.#lines += line;
    if (this.#lines.length >= BATCH) this.#handOn();
  }

  #flush(): void {
    this.#handOn();
    this.#output.flush();
  }

  #end(): void {
    if (this.#fails) this.#output.destroy();
    else this.#handOn();
  }

  #handOn(): void {
    if (this.#lines) this.#output.write(this.#lines);
    this.#lines = '';
  }
}

/** Tells the time in UTC. Lines of one millisecond share its text, which costs as much as a third of a line. */
function cachedTimestamp(): () => string {
  let at = 0;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== at) text = `,"time":"${new Date(now).toISOString()}"`;
    at = now;
    return text;
  };
}

/**
 * Opens the log. Every line is JSON and tells its time in UTC; none holds a body, a cookie or a token (ASVS 16.2.5).
 * @param to takes its lines, one at a time; by default standard output, many at a time
 */
export function createLogger(to: DestinationStream = new Batch()): Logger {
  const options: LoggerOptions = {
    base: null,
    timestamp: cachedTimestamp(),
    serializers: { error: stdSerializers.err },
  };
  return pino(options, to);
}
