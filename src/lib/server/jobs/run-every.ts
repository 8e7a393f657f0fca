import { setTimeout as pause } from 'node:timers/promises';

// At the end, what is under way has this long to be finished.
const GRACE_MS = 5000;

/** Stops what repeats, and waits for what is under way, 5 s at the most. */
export type StopFn = () => Promise<void>;

/**
 * Does something now, and again and again, but never twice at the same time.
 * @param work never rejects
 * @param everyMs from beginning to beginning
 */
export function runEvery(work: () => Promise<void>, everyMs: number): StopFn {
  let working: Promise<void> | null = null;
  const begin = () => {
    working ??= work().finally(() => (working = null));
  };
  begin();
  const timer = setInterval(begin, everyMs);
  return async () => {
    clearInterval(timer);
    await Promise.race([working, pause(GRACE_MS, undefined, { ref: false })]);
  };
}
