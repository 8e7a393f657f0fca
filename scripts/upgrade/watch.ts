// Whether a version holds, in the first minutes after the swap.
import { setTimeout as pause } from 'node:timers/promises';

import { UsageError } from '#scripts/operator/command.ts';

import { NO_RESPONSE, request } from './readiness.ts';

// Every 5 seconds of ten minutes.
const LOOKS = 120;
const PAGES = ['/', '/exchange'];
const MAX_UNREADY = 3;
const MAX_ERRORS = 10;
const MAX_ERROR_SHARE = 0.01;
const MAX_RESTARTS = 2;
const SERVER_ERROR = 500;

const REQUESTS = /^glean_http_requests_total\{[^}]*status="(\d+)"[^}]*\} (\d+)/gm;
const START = /^process_start_time_seconds ([\d.e+]+)/m;

/** Responses, and those among them with a status of 500 or more. */
interface Counts {
  all: number;
  errors: number;
}

/** The metrics of one process, whose counters began with it. */
interface Metrics extends Counts {
  start: number;
}

function readMetrics(text: string): Metrics | null {
  const start = Number(START.exec(text)?.[1]);
  if (!start) return null;
  const counts = { start, all: 0, errors: 0 };
  for (const [, status, count] of text.matchAll(REQUESTS)) {
    counts.all += Number(count);
    if (Number(status) >= SERVER_ERROR) counts.errors += Number(count);
  }
  return counts;
}

const isTooMany = ({ all, errors }: Counts): boolean =>
  errors >= MAX_ERRORS && errors > all * MAX_ERROR_SHARE;

/** What is watched. */
interface WatchOptions {
  origin: string;
  host: string;
  /** null: only its own requests are counted */
  metricsPort: number | null;
  ms: number;
  countRestarts: () => Promise<number | null>;
}

/** Looks at the site once in a while. */
class Watch {
  readonly #options: WatchOptions;
  readonly #own: Counts = { all: 0, errors: 0 };
  #unready = 0;
  /** by the time of their start */
  readonly #processes = new Map<number, Metrics>();
  #restartsBefore: number | null = null;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** @throws UsageError that says why the version does not hold */
  async look(): Promise<void> {
    const { origin, host } = this.#options;
    const { status, text } = await request(`${origin}/readyz`, host);
    this.#unready = status === 200 ? 0 : this.#unready + 1;
    if (this.#unready >= MAX_UNREADY)
      throw new UsageError(
        `It was not ready ${MAX_UNREADY} times: ${status} ${text.slice(0, 300)}`,
      );
    for (const page of PAGES) this.#count((await request(origin + page, host)).status);
    await this.#lookAtMetrics();
    await this.#lookAtRestarts();
    for (const counts of [this.#own, ...this.#processes.values()])
      if (isTooMany(counts))
        throw new UsageError(`${counts.errors} of ${counts.all} responses were errors.`);
  }

  #count(status: number): void {
    this.#own.all += 1;
    if (status === NO_RESPONSE || status >= SERVER_ERROR) this.#own.errors += 1;
  }

  async #lookAtMetrics(): Promise<void> {
    const { metricsPort: port } = this.#options;
    if (port === null) return;
    const { text } = await request(`http://127.0.0.1:${port}/metrics`, `127.0.0.1:${port}`);
    const metrics = readMetrics(text);
    if (metrics) this.#processes.set(metrics.start, metrics);
  }

  async #lookAtRestarts(): Promise<void> {
    const count = await this.#options.countRestarts();
    this.#restartsBefore ??= count;
    const counted = (count ?? 0) - (this.#restartsBefore ?? 0);
    const restarts = Math.max(counted, this.#processes.size - 1);
    if (restarts >= MAX_RESTARTS) throw new UsageError(`It ended by itself ${restarts} times.`);
  }
}

/**
 * Watches the site for a while.
 * @throws UsageError as soon as the version does not hold
 */
export async function watchSite(options: WatchOptions): Promise<void> {
  const watch = new Watch(options);
  const end = performance.now() + options.ms;
  while (performance.now() < end) {
    await watch.look();
    await pause(Math.min(options.ms / LOOKS, Math.max(0, end - performance.now())));
  }
}
