import { type Channel, CHANNELS } from '#lib/contract/notifications/notification-kinds.ts';
import type { Database } from '#lib/server/platform/db/open-database.ts';

import { addDatabaseMetrics } from './database-metrics.ts';
import { CounterFamily, type FamilyOptions } from './family.ts';
import { addJobMetrics, type WatchJob } from './job-metrics.ts';
import { addProcessMetrics } from './process-metrics.ts';
import { Registry } from './registry.ts';
import { addRequestMetrics, type CountResponse } from './request-metrics.ts';

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

/** How a guest's page came out of the cache. */
export type PageResult = (typeof PAGE_RESULTS)[number];

/** How an attempt to send by a channel ended. */
export type DeliveryResult = (typeof DELIVERY_RESULTS)[number];

/** What a server counts. Counting costs a lookup and an addition; the rest is read when it is requested. */
export interface Metrics {
  registry: Registry;
  countResponse: CountResponse;
  countPage: (result: PageResult) => void;
  /** @param limit the name of a rate limit */
  countRateLimit: (limit: string) => void;
  countDelivery: (channel: Channel, result: DeliveryResult) => void;
  watchJob: WatchJob;
}

/** @returns counts a result; each of them is exposed from the start, with 0 */
function addResultCounter<R extends string>(
  registry: Registry,
  options: FamilyOptions<'result'>,
  results: readonly R[],
): (result: R) => void {
  const family = registry.add(new CounterFamily(options));
  const series = new Map(results.map((result) => [result, family.with({ result })]));
  return (result) => series.get(result)?.add();
}

/** @returns counts what became of a delivery */
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
