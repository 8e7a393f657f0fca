import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

import { GaugeFamily, ReadCounterFamily, type Reading } from './family.ts';
import type { Registry } from './registry.ts';

const MICROSECONDS = 1e6;
const NANOSECONDS = 1e9;
const RESOLUTION_MS = 10;

/** The names that the client libraries of Prometheus use. */
const OPTIONS = {
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

// What is measured is the time from one timer to the next.
const toDelay = (ns: number) => Math.max(0, ns / NANOSECONDS - RESOLUTION_MS / 1000);

/**
 * @returns reads the delays of the event loop since it was read before; the first time it begins to measure, so that a
 *   server whose metrics no client reads has no timer for it
 */
function readDelays(): () => Promise<Statistic[]> {
  let histogram: ReturnType<typeof monitorEventLoopDelay> | undefined;
  return async () => {
    if (!histogram) {
      histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
      histogram.enable();
    }
    // A reset forgets what has blocked the loop since the timer ran last: let it run first.
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
    new ReadCounterFamily(OPTIONS.cpu, () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / MICROSECONDS;
    }),
  );
  addGauge(OPTIONS.startTime, () => performance.timeOrigin / 1000);
  addGauge(OPTIONS.memory, () => process.memoryUsage.rss());
  addGauge(OPTIONS.heapUsed, () => process.memoryUsage().heapUsed);
  addGauge(OPTIONS.heapTotal, () => process.memoryUsage().heapTotal);
  registry.add(new GaugeFamily(DELAY, readDelays()));
}
