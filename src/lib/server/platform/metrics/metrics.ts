import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

import { type Channel, CHANNELS } from '#lib/contract/notifications/notification-kinds.ts';
import { readDatabaseSize } from '#lib/server/platform/db/maintenance.ts';
import type { Database } from '#lib/server/platform/db/open-database.ts';
import { countDeliveries } from '#lib/server/platform/deliveries/queries.ts';

import {
  CounterFamily,
  type FamilyOptions,
  GaugeFamily,
  ReadCounterFamily,
  type Reading,
  Registry,
} from './registry.ts';
import { addRequestMetrics, type CountResponse } from './request-metrics.ts';

const MICROSECONDS = 1e6;
const NANOSECONDS = 1e9;
const RESOLUTION_MS = 10;

/** The names that the client libraries of Prometheus use. */
const PROCESS_OPTIONS = {
  cpu: {
    name: 'process_cpu_seconds',
    help: 'processor time of the server, without that of the process that converts images',
  },
  startTime: {
    name: 'process_start_time_seconds',
    help: 'when the server started, seconds since 1970',
  },
  memory: {
    name: 'process_resident_memory_bytes',
    help: 'memory of the server, without that of the process that converts images',
  },
  heapUsed: { name: 'nodejs_heap_size_used_bytes', help: 'used memory of the heap of V8' },
  heapTotal: { name: 'nodejs_heap_size_total_bytes', help: 'memory of the heap of V8' },
} as const;

const DELAY = {
  name: 'glean_event_loop_delay_seconds',
  help: 'how late the event loop was since the metrics were last read',
  labels: ['statistic'],
} as const;

type Statistic = Reading<(typeof DELAY.labels)[number]>;

// The measured time is that from one timer to the next.
const toDelay = (ns: number) => Math.max(0, ns / NANOSECONDS - RESOLUTION_MS / 1000);

/**
 * @returns a function that reads the delays of the event loop since the last read; the first read starts the
 *   measurement, so that a server without a metrics client needs no timer
 */
function readDelays(): () => Promise<Statistic[]> {
  let histogram: ReturnType<typeof monitorEventLoopDelay> | undefined;
  return async () => {
    if (!histogram) {
      histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
      histogram.enable();
    }
    // A reset would discard what has blocked the loop since the last timer: let it run first.
    await delay(1);
    if (histogram.count === 0) return [];
    const { mean, max } = histogram;
    const values = { mean, p50: histogram.percentile(50), p99: histogram.percentile(99), max };
    histogram.reset();
    return Object.entries(values).map(([statistic, ns]): Statistic => [{ statistic }, toDelay(ns)]);
  };
}

/** Adds the metrics of the process: processor time, memory and the event loop. */
export function addProcessMetrics(registry: Registry): void {
  const addGauge = (options: { name: string; help: string }, read: () => number) =>
    registry.add(new GaugeFamily(options, () => [[{}, read()]]));
  registry.add(
    new ReadCounterFamily(PROCESS_OPTIONS.cpu, () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / MICROSECONDS;
    }),
  );
  addGauge(PROCESS_OPTIONS.startTime, () => performance.timeOrigin / 1000);
  addGauge(PROCESS_OPTIONS.memory, () => process.memoryUsage.rss());
  addGauge(PROCESS_OPTIONS.heapUsed, () => process.memoryUsage().heapUsed);
  addGauge(PROCESS_OPTIONS.heapTotal, () => process.memoryUsage().heapTotal);
  registry.add(new GaugeFamily(DELAY, readDelays()));
}

const JOB_OPTIONS = {
  running: {
    name: 'glean_job_running',
    help: 'whether a background job is running on this server: 1 or 0',
    labels: ['job'],
  },
  lastSuccess: {
    name: 'glean_job_last_success_timestamp_seconds',
    help: 'when a background job last succeeded, seconds since 1970',
    labels: ['job'],
  },
  failures: {
    name: 'glean_job_failures',
    help: 'runs of a background job that failed',
    labels: ['job'],
  },
} as const;

/**
 * Watches a background job.
 * @param name of the job, with underscores
 * @returns a function that runs the job, and rejects when it does
 */
type WatchJob = (name: string, job: () => Promise<void>) => () => Promise<void>;

/**
 * Adds the metrics of background jobs.
 * @param now the clock, milliseconds since 1970
 */
function addJobMetrics(registry: Registry, now: () => number): WatchJob {
  const running = new Map<string, number>();
  const successes = new Map<string, number>();
  registry.add(
    new GaugeFamily(JOB_OPTIONS.running, () =>
      [...running].map(([job, isRunning]): Reading<'job'> => [{ job }, isRunning]),
    ),
  );
  registry.add(
    new GaugeFamily(JOB_OPTIONS.lastSuccess, () =>
      [...successes].map(([job, ms]): Reading<'job'> => [{ job }, ms / 1000]),
    ),
  );
  const failures = registry.add(new CounterFamily(JOB_OPTIONS.failures));
  return (name, job) => {
    const failed = failures.with({ job: name });
    running.set(name, 0);
    return async () => {
      running.set(name, 1);
      try {
        await job();
      } catch (error) {
        failed.add();
        throw error;
      } finally {
        running.set(name, 0);
      }
      successes.set(name, now());
    };
  };
}

const DATABASE_OPTIONS = {
  connections: {
    name: 'glean_database_pool_connections',
    help: 'open connections to PostgreSQL',
    labels: ['state'],
  },
  limit: {
    name: 'glean_database_pool_limit',
    help: 'how many connections to PostgreSQL may be open',
  },
  waiting: {
    name: 'glean_database_pool_waiting',
    help: 'queries that wait for a connection to PostgreSQL',
  },
  size: {
    name: 'glean_database_size_bytes',
    help: 'size of the database; with SQLite, its log too',
  },
  deliveries: {
    name: 'glean_deliveries_queued',
    help: 'what is to be sent by a channel: `due`; `deferred` while it is sent or waits for its next attempt or its time; `failed` in the last week',
    labels: ['channel', 'state'],
  },
} as const;

const STATES = ['due', 'deferred', 'failed'] as const;

/** Adds the metrics of the connection pool; on SQLite they have no values. */
function addPoolMetrics(registry: Registry, pool: Database['pool']): void {
  registry.add(
    new GaugeFamily(DATABASE_OPTIONS.connections, () => {
      if (!pool) return [];
      const { totalCount, idleCount } = pool;
      return [
        [{ state: 'idle' }, idleCount],
        [{ state: 'used' }, totalCount - idleCount],
      ];
    }),
  );
  registry.add(
    new GaugeFamily(DATABASE_OPTIONS.limit, () => (pool ? [[{}, pool.options.max ?? 0]] : [])),
  );
  registry.add(
    new GaugeFamily(DATABASE_OPTIONS.waiting, () => (pool ? [[{}, pool.waitingCount]] : [])),
  );
}

/**
 * Adds the metrics of the database, and of its queue of deliveries.
 * @param url of the database, or the path of the SQLite file
 * @param now the clock, milliseconds since 1970
 */
function addDatabaseMetrics(
  registry: Registry,
  database: Database,
  url: string,
  now: () => number,
): void {
  addPoolMetrics(registry, database.pool);
  registry.add(
    new GaugeFamily(DATABASE_OPTIONS.size, async () => [
      [{}, await readDatabaseSize(database, url)],
    ]),
  );
  registry.add(
    new GaugeFamily(DATABASE_OPTIONS.deliveries, async () => {
      const counts = await countDeliveries(database.db, now());
      const of = new Map(counts.map((each) => [each.channel, each]));
      return CHANNELS.flatMap((channel) =>
        STATES.map((state): Reading<'channel' | 'state'> => [
          { channel, state },
          of.get(channel)?.[state] ?? 0,
        ]),
      );
    }),
  );
}

const OPTIONS = {
  pageCache: {
    name: 'glean_page_cache_requests',
    help: "requests for guests' pages that may be cached: `hit`, `miss`, or `stale` while the page cannot be rendered",
    labels: ['result'],
  },
  rateLimits: {
    name: 'glean_rate_limit_hits',
    help: 'requests that a rate limit rejected',
    labels: ['limit'],
  },
  deliveries: {
    name: 'glean_deliveries_processed',
    help: 'attempts to send by a channel (`email`, `push`, `sms`): `sent`, `outdated` as it was read before, `failed` and tried again later, `dropped` as it was rejected, `expired`',
    labels: ['channel', 'result'],
  },
} as const;

const PAGE_RESULTS = ['hit', 'miss', 'stale'] as const;
const DELIVERY_RESULTS = ['sent', 'outdated', 'failed', 'dropped', 'expired'] as const;

/** The result of looking up a guest's page in the cache. */
export type PageResult = (typeof PAGE_RESULTS)[number];

/** The result of an attempt to send by a channel. */
export type DeliveryResult = (typeof DELIVERY_RESULTS)[number];

/** The metrics of a server. Counting costs a lookup and an addition; everything else is computed on request. */
export interface Metrics {
  registry: Registry;
  countResponse: CountResponse;
  countPage: (result: PageResult) => void;
  /** @param limit the name of a rate limit */
  countRateLimit: (limit: string) => void;
  countDelivery: (channel: Channel, result: DeliveryResult) => void;
  watchJob: WatchJob;
}

/** @returns a function that counts results; each is exposed from the start, with 0 */
function addResultCounter<R extends string>(
  registry: Registry,
  options: FamilyOptions<'result'>,
  results: readonly R[],
): (result: R) => void {
  const family = registry.add(new CounterFamily(options));
  const series = new Map(results.map((result) => [result, family.with({ result })]));
  return (result) => series.get(result)?.add();
}

/** @returns a function that counts the results of deliveries */
function addDeliveryCounter(registry: Registry): Metrics['countDelivery'] {
  const family = registry.add(new CounterFamily(OPTIONS.deliveries));
  for (const channel of CHANNELS)
    for (const result of DELIVERY_RESULTS) family.with({ channel, result });
  return (channel, result) => family.with({ channel, result }).add();
}

/**
 * Creates the metrics of a server (docs/operations.md, "Metrics").
 * @param url of the database, or the path of the SQLite file
 * @param now the clock, milliseconds since 1970
 */
export function createMetrics(database: Database, url: string, now: () => number): Metrics {
  const registry = new Registry();
  const countResponse = addRequestMetrics(registry);
  const countPage = addResultCounter(registry, OPTIONS.pageCache, PAGE_RESULTS);
  const rateLimits = registry.add(new CounterFamily(OPTIONS.rateLimits));
  const countRateLimit = (limit: string) => rateLimits.with({ limit }).add();
  const countDelivery = addDeliveryCounter(registry);
  const watchJob = addJobMetrics(registry, now);
  addDatabaseMetrics(registry, database, url, now);
  addProcessMetrics(registry);
  return { registry, countResponse, countPage, countRateLimit, countDelivery, watchJob };
}
