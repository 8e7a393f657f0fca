import { setTimeout as delay } from 'node:timers/promises';

const STOP_TIMEOUT_MS = 5000;

/** Stops the repetition, and waits up to 5 s for the current run. */
export type StopFn = () => Promise<void>;

/**
 * Runs a job now and then periodically, never twice at the same time.
 * @param intervalMs from start to start
 * @param onError gets what the job throws; left out for one that never rejects
 */
export function runEvery(
  job: () => Promise<void>,
  intervalMs: number,
  onError?: (error: unknown) => void,
): StopFn {
  let running: Promise<void> | null = null;
  const start = () => {
    running ??= job()
      .catch(onError)
      .finally(() => (running = null));
  };
  start();
  const timer = setInterval(start, intervalMs);
  return async () => {
    clearInterval(timer);
    await Promise.race([running, delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  };
}
