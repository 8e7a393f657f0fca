import { CounterFamily, GaugeFamily, type Reading } from './family.ts';
import type { Registry } from './registry.ts';

const OPTIONS = {
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
 * @returns runs the job; it rejects when the job does
 */
export type WatchJob = (name: string, job: () => Promise<void>) => () => Promise<void>;

/**
 * Adds the metrics of background jobs.
 * @param now the clock, milliseconds since 1970
 */
export function addJobMetrics(registry: Registry, now: () => number): WatchJob {
  const running = new Map<string, number>();
  const successes = new Map<string, number>();
  registry.add(
    new GaugeFamily(OPTIONS.running, () =>
      [...running].map(([job, isRunning]): Reading<'job'> => [{ job }, isRunning]),
    ),
  );
  registry.add(
    new GaugeFamily(OPTIONS.lastSuccess, () =>
      [...successes].map(([job, ms]): Reading<'job'> => [{ job }, ms / 1000]),
    ),
  );
  const failures = registry.add(new CounterFamily(OPTIONS.failures));
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
