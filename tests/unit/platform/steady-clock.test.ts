import { expect, test } from 'vitest';

import { createSteadyClock } from '#lib/server/platform/clock/clock-guard.ts';
import { TokenBuckets } from '#lib/server/platform/rate-limits/read-budgets.ts';

const HOUR_MS = 3_600_000;

/** A machine with clocks that a test can set. */
function createMachine() {
  const machine = { wall: Date.UTC(2026, 0), monotonic: 1000 };
  const steady = createSteadyClock(
    () => machine.wall,
    () => machine.monotonic,
  );
  const pass = (ms: number) => {
    machine.wall += ms;
    machine.monotonic += ms;
  };
  return { machine, steady, pass };
}

test('a steady clock runs while the machine sleeps, and never back', () => {
  const { machine, steady, pass } = createMachine();
  const start = steady();
  pass(500);
  expect(steady() - start).toBe(500);
  machine.wall += HOUR_MS;
  expect(steady() - start).toBe(HOUR_MS + 500);
  machine.wall -= 40 * 24 * HOUR_MS;
  expect(steady() - start).toBe(HOUR_MS + 500);
  for (let nth = 0; nth < 1000; nth += 1) {
    machine.monotonic += 0.5;
    machine.wall += nth % 2;
    steady();
  }
  expect(steady() - start).toBe(HOUR_MS + 1000);
});

test('a bucket refills immediately after the clock was set back', () => {
  const { machine, steady, pass } = createMachine();
  const buckets = new TokenBuckets({ what: 'reads', capacity: 10, perSecond: 1 }, steady);
  machine.wall += 2 * HOUR_MS;
  buckets.take('a', 10);
  machine.wall -= 2 * HOUR_MS;
  expect(buckets.retryAfter('a')).toBe(1);
  pass(3000);
  expect(buckets.retryAfter('a', 3)).toBe(0);
});
